// Rows of kinematics/kinematics.list.
#include "kinematics/kinematics_list.hpp"
#include "registry/tree_rows.hpp"

namespace tenon {

void add_kinematics(Rows& rows) { add_tree_rows(rows, KinematicsAlgorithms{}); }

}  // namespace tenon
