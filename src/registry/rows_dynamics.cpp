// Rows of dynamics/dynamics.list.
#include "dynamics/dynamics_list.hpp"
#include "registry/tree_rows.hpp"

namespace tenon {

void add_dynamics(Rows& rows) { add_tree_rows(rows, DynamicsAlgorithms{}); }

}  // namespace tenon
