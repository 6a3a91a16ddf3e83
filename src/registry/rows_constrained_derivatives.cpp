// Rows of constrained/derivatives.list.
#include "constrained/derivatives_list.hpp"
#include "registry/tree_rows.hpp"
#include "tenon/constrained.hpp"

namespace tenon {

void add_constrained_derivatives(Rows& rows) { add_tree_rows(rows, ConstrainedDerivativesAlgorithms{}); }

}  // namespace tenon
