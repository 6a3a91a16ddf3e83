// The kinds of rows of a compiled set, and the error of an algorithm that does not take them.
#include "constraints/capability.hpp"

#include "constraints/compiled.hpp"

namespace tenon {

namespace {

RowKinds row_kinds(const CompiledConstraint& c) {
  if (c.single_body()) return RowKinds::one_body;
  if (c.of_frame()) return RowKinds::several_bodies;
  return c.kind == ConstraintKind::centre_of_mass ? RowKinds::all_bodies : RowKinds::joints;
}

}  // namespace

std::string to_text(RowKinds capability) {
  if (capability == RowKinds::none) return "none";
  if (capability == RowKinds::every) return "every kind of row";
  std::string text;
  const auto name = [&](RowKinds kind, const char* what) {
    if (covers(capability, kind)) text += (text.empty() ? "" : ", ") + std::string(what);
  };
  name(RowKinds::one_body, "frames held to the world");
  name(RowKinds::several_bodies, "rows on several bodies");
  name(RowKinds::joints, "joints");
  name(RowKinds::all_bodies, "the centre of mass");
  return text;
}

RowKinds row_kinds(const ConstraintSet& set) {
  RowKinds kinds = RowKinds::none;
  for (const CompiledConstraint& c : set.data().constraints) kinds = kinds | row_kinds(c);
  return kinds;
}

void check_takes(RowKinds capability, const ConstraintSet& set, std::string_view algorithm, std::string_view others) {
  for (int c = 0; c < set.size(); ++c) {
    if (covers(capability, row_kinds(set.data().constraints[static_cast<std::size_t>(c)]))) continue;
    std::string message = set.label(c) + ": " + std::string(algorithm) + " takes " + to_text(capability) + " only";
    if (!others.empty()) message += "; " + std::string(others);
    throw Error(message);
  }
}

}  // namespace tenon
