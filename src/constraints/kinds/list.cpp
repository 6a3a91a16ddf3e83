// The list of kinds is TENON_CONSTRAINT_KINDS in tenon/constraints.hpp; every name there is a function here, which the
// file of that name defines.
#include "constraints/rules.hpp"

namespace tenon {

namespace kinds {
#define TENON_DECLARE_RULES(name) const ConstraintRules& name();
TENON_CONSTRAINT_KINDS(TENON_DECLARE_RULES)
#undef TENON_DECLARE_RULES
}  // namespace kinds

const ConstraintRules& rules_of(ConstraintKind kind) {
#define TENON_RETURN_RULES(name) \
  if (kind == ConstraintKind::name) return kinds::name();
  TENON_CONSTRAINT_KINDS(TENON_RETURN_RULES)
#undef TENON_RETURN_RULES
  throw Error("found constraint kind " + std::to_string(static_cast<int>(kind)) + ", expected one of ConstraintKind");
}

const char* to_string(ConstraintKind kind) { return rules_of(kind).name(); }

}  // namespace tenon
