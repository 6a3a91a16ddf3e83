// The table. Rows of one family stand together; the first is what the public call runs, and the choice for a model too
// large to count on. tenon::minverse alone takes the second one on trees where it is cheaper. The three weights that
// end a row were written by
//   python3 tools/calibrate_cost.py build/release/apps/tenon --write
// A row without weights is taken by name only: plain versions, and LTL, whose factors differ from the family's first;
// the delassus and damped families are chosen by their constraints (delassus/automatic.hpp, damped_automatic.hpp).
#include "tenon/algorithms.hpp"

#include "registry/compute.hpp"
#include "registry/count.hpp"
#include "spatial/isa.hpp"

namespace tenon {

namespace {

constexpr bool in_lanes = true, one_by_one = false;
constexpr const char* none = "none";
// What the unconstrained tree bears: massless links, as long as M stays positive definite (Model checks that).
constexpr const char* massless = "massless links";
// Constrained trees: the recursive algorithms take frames held to the world, those in joint space every row.
constexpr const char *frames = "frames held to the world", *every_row = "every kind of row";
constexpr const char* redundant = "massless links, redundant rows";

// clang-format off
// n degrees of freedom, d depth of the tree, m rows of constraints. "definition": no algorithm of a paper is needed.
const Algorithm table[] = {
    {"rnea", "rnea", "RBDA", "Table 5.1, limbs in lanes", "O(n)", none, massless, compute::rnea, count::rnea, in_lanes, 35, 21.0, 0.064},
    {"rnea-plain", "rnea", "RBDA", "Table 5.1, body by body", "O(n)", none, massless, compute::rnea_plain, count::rnea_plain, one_by_one, 0, 0.0, 0.000},
    {"rnea", "gravity", "RBDA", "Table 5.1, v = a = 0", "O(n)", none, massless, compute::gravity, count::gravity, in_lanes, 47, 18.9, 0.147},
    {"rnea", "bias", "RBDA", "Table 5.1, a = 0", "O(n)", none, massless, compute::bias, count::bias, in_lanes, 57, 25.3, 0.024},
    {"joint-sum", "passive_forces", "definition", "joint by joint", "O(n)", none, massless, compute::passive_forces, count::passive_forces, one_by_one, 15, 2.7, 0.139},
    {"crba", "crba", "Fea05", "section 5, limbs in lanes", "O(n d)", none, massless, compute::crba, count::crba, in_lanes, 0, 44.3, 0.033},
    {"crba-plain", "crba", "Fea05", "section 5, body by body", "O(n d)", none, massless, compute::crba_plain, count::crba_plain, one_by_one, 0, 0.0, 0.000},
    {"rnea-columns", "crba", "RBDA", "section 6.1", "O(n²)", none, massless, compute::rnea_columns, count::rnea_columns, in_lanes, 0, 77.8, 0.397},
    {"ltdl", "factorization", "Fea05", "appendix", "O(n d²)", none, massless, compute::ltdl, count::ltdl, one_by_one, 0, 49.6, 0.061},
    {"ltl", "factorization", "Fea05", "section 2", "O(n d²)", none, massless, compute::ltl, count::ltl, one_by_one, 0, 0.0, 0.000},
    {"ltdl", "multiply_L", "Fea05", "appendix", "O(n d²)", none, massless, compute::multiply_L, count::multiply_L, one_by_one, 29, 34.2, 0.033},
    {"ltdl", "multiply_Lt", "Fea05", "appendix", "O(n d²)", none, massless, compute::multiply_Lt, count::multiply_Lt, one_by_one, 38, 29.7, 0.036},
    {"ltdl", "solve_L", "Fea05", "appendix", "O(n d²)", none, massless, compute::solve_L, count::solve_L, one_by_one, 35, 31.5, 0.035},
    {"ltdl", "solve_Lt", "Fea05", "appendix", "O(n d²)", none, massless, compute::solve_Lt, count::solve_Lt, one_by_one, 37, 30.0, 0.037},
    {"aba-minverse", "minverse", "RBDA", "Table 7.1 on unit vectors", "O(n²)", none, massless, compute::minverse, count::minverse, one_by_one, 0, 117.6, 0.058},
    {"ltdl-inverse", "minverse", "Fea05", "section 4.1", "O(n² d)", none, massless, compute::ltdl_inverse, count::ltdl_inverse, one_by_one, 12, 42.9, 0.027},
    {"aba-sweeps", "minverse_apply", "RBDA", "Table 7.1, v = g = 0, limbs in lanes", "O(n)", none, massless, compute::minverse_apply, count::minverse_apply, in_lanes, 39, 31.4, 0.113},
    {"ltdl-solve", "minverse_apply", "Fea05", "section 4.1", "O(n d²)", none, massless, compute::ltdl_solve, count::ltdl_solve, one_by_one, 25, 36.4, 0.034},
    {"aba", "aba", "RBDA", "Table 7.1, limbs in lanes", "O(n)", none, massless, compute::aba, count::aba, in_lanes, 112, 49.5, 0.058},
    {"aba-plain", "aba", "RBDA", "Table 7.1, body by body", "O(n)", none, massless, compute::aba_plain, count::aba_plain, one_by_one, 0, 0.0, 0.000},
    {"crba-ltdl", "aba", "Fea05", "sections 2 and 5", "O(n d²)", none, massless, compute::crba_ltdl, count::crba_ltdl, one_by_one, 128, 45.6, 0.038},
    {"rnea-derivatives", "rnea_derivatives", "Sin22", "in the root's frame", "O(n d)", none, massless, compute::rnea_derivatives, count::rnea_derivatives, one_by_one, 64, 95.9, 0.019},
    {"aba-derivatives", "aba_derivatives", "Car18", "section III-E", "O(n²)", none, massless, compute::aba_derivatives, count::aba_derivatives, one_by_one, 83, 129.0, 0.026},
    {"body-coriolis", "coriolis", "Ech21", "section 3", "O(n d)", none, massless, compute::coriolis, count::coriolis, one_by_one, 0, 83.3, 0.203},
    {"rnea", "joint_reaction", "RBDA", "Table 5.1, force across the joint", "O(n d)", none, massless, compute::joint_reaction, count::joint_reaction, one_by_one, 63, 45.6, 0.005},
    {"link-columns", "regressor", "definition", "link by link", "O(n d)", none, massless, compute::regressor, count::regressor, one_by_one, 0, 110.4, 0.270},
    {"forward-kinematics", "placement", "definition", "joint by joint", "O(n)", none, massless, compute::placement, count::placement, one_by_one, 73, 5.1, 0.073},
    {"forward-kinematics", "velocity", "RBDA", "eq. 5.7", "O(n)", none, massless, compute::velocity, count::velocity, one_by_one, 89, 15.4, 0.073},
    {"forward-kinematics", "acceleration", "RBDA", "eq. 5.8", "O(n)", none, massless, compute::acceleration, count::acceleration, one_by_one, 95, 22.6, 0.027},
    {"forward-kinematics", "bias_acceleration", "RBDA", "eq. 5.14", "O(n)", none, massless, compute::bias_acceleration, count::bias_acceleration, one_by_one, 88, 15.8, 0.073},
    {"frame-jacobian", "jacobian", "definition", "joint axes moved to the frame", "O(n)", none, massless, compute::jacobian, count::jacobian, one_by_one, 137, 5.2, 0.130},
    {"body-sum", "energy", "definition", "body by body", "O(n)", none, massless, compute::energy, count::energy, one_by_one, 39, 39.9, 0.010},
    {"body-sum", "com", "definition", "body by body", "O(n)", none, massless, compute::com, count::com, one_by_one, 50, 18.9, 0.095},
    {"body-sum", "com_velocity", "definition", "body by body", "O(n)", none, massless, compute::com_velocity, count::com_velocity, one_by_one, 52, 26.1, 0.071},
    {"body-sum", "com_acceleration", "definition", "body by body", "O(n)", none, massless, compute::com_acceleration, count::com_acceleration, one_by_one, 75, 25.5, 0.067},
    {"momentum-map", "com_jacobian", "definition", "linear half of the map", "O(n d)", none, massless, compute::com_jacobian, count::com_jacobian, one_by_one, 0, 15.2, 0.184},
    {"body-sum", "momentum", "definition", "body by body", "O(n)", none, massless, compute::momentum, count::momentum, one_by_one, 63, 27.4, 0.072},
    {"momentum-map", "centroidal_map", "definition", "body by body", "O(n d)", none, massless, compute::centroidal_map, count::centroidal_map, one_by_one, 0, 34.1, 0.188},
    {"pv-osimr", "delassus", "PVr", "Algorithm 3, limbs and columns in lanes", "O(n + m²)", frames, redundant, compute::pv_osimr, count::pv_osimr, in_lanes, 0, 0.0, 0.000},
    {"pv-osimr-plain", "delassus", "PVr", "Algorithm 3", "O(n + m²)", frames, redundant, compute::pv_osimr_plain, count::pv_osimr_plain, one_by_one, 0, 0.0, 0.000},
    {"pv-osim", "delassus", "PVr", "Algorithm 1", "O(n + m² d)", frames, redundant, compute::pv_osim, count::pv_osim, one_by_one, 0, 0.0, 0.000},
    {"efpa", "delassus", "PVr", "Algorithm 2", "O(n + m d + m²)", frames, redundant, compute::efpa, count::efpa, one_by_one, 0, 0.0, 0.000},
    {"kjr", "delassus", "Jain", "eqs 67–69", "O(n + m² d)", frames, redundant, compute::kjr, count::kjr, one_by_one, 0, 0.0, 0.000},
    {"ltl-osim", "delassus", "PVr", "section II-A by blocks of whole columns; counted as ltl-osim-plain", "O(n d² + m n d + m² n)", every_row, redundant, compute::ltl_osim, count::ltl_osim, in_lanes, 0, 0.0, 0.000},
    {"ltl-osim-plain", "delassus", "PVr", "section II-A", "O(n d² + m² d + m d²)", every_row, redundant, compute::ltl_osim_plain, count::ltl_osim, one_by_one, 0, 0.0, 0.000},
    {"dense", "delassus", "definition", "dense Cholesky", "O(n³ + m² n)", every_row, redundant, compute::delassus_dense, count::delassus_dense, one_by_one, 0, 0.0, 0.000},
    {"pv-osimr-inverse", "damped_inverse", "PVr", "Algorithm 3 in lanes, Cholesky by blocks", "O(n + m³)", frames, redundant, compute::damped_inverse<Damped::pv_osimr_inverse>, count::damped_inverse<Damped::pv_osimr_inverse>, in_lanes, 0, 0.0, 0.000},
    {"caba-osim", "damped_inverse", "cABA", "Algorithm 5, limbs and columns in lanes", "O(n + m²)", frames, redundant, compute::damped_inverse<Damped::caba_osim>, count::damped_inverse<Damped::caba_osim>, in_lanes, 0, 0.0, 0.000},
    {"caba-osim-plain", "damped_inverse", "cABA", "Algorithm 5", "O(n + m²)", frames, redundant, compute::damped_inverse<Damped::caba_osim_plain>, count::damped_inverse<Damped::caba_osim_plain>, one_by_one, 0, 0.0, 0.000},
    {"caba-osimf", "damped_inverse", "cABA", "section VI-B, Ω by its factor", "O(n + m²)", frames, redundant, compute::damped_inverse<Damped::caba_osimf>, count::damped_inverse<Damped::caba_osimf>, one_by_one, 0, 0.0, 0.000},
    {"pv-osimf", "damped_inverse", "cABA", "eq. 41", "O(n + m² d + m³)", frames, redundant, compute::damped_inverse<Damped::pv_osimf>, count::damped_inverse<Damped::pv_osimf>, one_by_one, 0, 0.0, 0.000},
    {"pv-osimr-cholesky", "damped_inverse", "cABA", "section VIII-C", "O(n + m³)", frames, redundant, compute::damped_inverse<Damped::pv_osimr_cholesky>, count::damped_inverse<Damped::pv_osimr_cholesky>, one_by_one, 0, 0.0, 0.000},
    {"ltl-osim-cholesky", "damped_inverse", "cABA", "Table III, LTL-chol", "O(n d² + m² d + m d² + m³)", every_row, redundant, compute::damped_inverse<Damped::ltl_osim_cholesky>, count::damped_inverse<Damped::ltl_osim_cholesky>, one_by_one, 0, 0.0, 0.000},
    {"ltl-osim-inverse", "damped_inverse", "cABA", "Table III, LTL-inv", "O(n d² + m² d + m d² + m³)", every_row, redundant, compute::damped_inverse<Damped::ltl_osim_inverse>, count::damped_inverse<Damped::ltl_osim_inverse>, one_by_one, 0, 0.0, 0.000},
    {"dense", "damped_inverse", "definition", "dense Cholesky", "O(n³ + m² n + m³)", every_row, redundant, compute::damped_inverse<Damped::dense>, count::damped_inverse<Damped::dense>, one_by_one, 0, 0.0, 0.000},
    {"pv-osimr-inverse", "damped_solve", "PVr", "Algorithm 3 in lanes, Cholesky by blocks", "O(n + m³)", frames, redundant, compute::damped_solve<Damped::pv_osimr_inverse>, count::damped_solve<Damped::pv_osimr_inverse>, in_lanes, 0, 0.0, 0.000},
    {"caba-osim", "damped_solve", "cABA", "Algorithm 5, limbs and columns in lanes", "O(n + m²)", frames, redundant, compute::damped_solve<Damped::caba_osim>, count::damped_solve<Damped::caba_osim>, in_lanes, 0, 0.0, 0.000},
    {"caba-osim-plain", "damped_solve", "cABA", "Algorithm 5", "O(n + m²)", frames, redundant, compute::damped_solve<Damped::caba_osim_plain>, count::damped_solve<Damped::caba_osim_plain>, one_by_one, 0, 0.0, 0.000},
    {"caba-osimf", "damped_solve", "cABA", "section VI-B, Ω by its factor", "O(n + m²)", frames, redundant, compute::damped_solve<Damped::caba_osimf>, count::damped_solve<Damped::caba_osimf>, one_by_one, 0, 0.0, 0.000},
    {"pv-osimf", "damped_solve", "cABA", "eq. 41", "O(n + m² d + m³)", frames, redundant, compute::damped_solve<Damped::pv_osimf>, count::damped_solve<Damped::pv_osimf>, one_by_one, 0, 0.0, 0.000},
    {"pv-osimr-cholesky", "damped_solve", "cABA", "section VIII-C", "O(n + m³)", frames, redundant, compute::damped_solve<Damped::pv_osimr_cholesky>, count::damped_solve<Damped::pv_osimr_cholesky>, one_by_one, 0, 0.0, 0.000},
    {"ltl-osim-cholesky", "damped_solve", "cABA", "Table III, LTL-chol", "O(n d² + m² d + m d² + m³)", every_row, redundant, compute::damped_solve<Damped::ltl_osim_cholesky>, count::damped_solve<Damped::ltl_osim_cholesky>, one_by_one, 0, 0.0, 0.000},
    {"ltl-osim-inverse", "damped_solve", "cABA", "Table III, LTL-inv", "O(n d² + m² d + m d² + m³)", every_row, redundant, compute::damped_solve<Damped::ltl_osim_inverse>, count::damped_solve<Damped::ltl_osim_inverse>, one_by_one, 0, 0.0, 0.000},
    {"dense", "damped_solve", "definition", "dense Cholesky", "O(n³ + m² n + m³)", every_row, redundant, compute::damped_solve<Damped::dense>, count::damped_solve<Damped::dense>, one_by_one, 0, 0.0, 0.000},
    {"constrained-aba", "constrained_dynamics", "cABA", "Algorithms 1 to 3 on what is left of the forces, limbs in lanes; counted body by body", "O(n + m)", frames, redundant, compute::constrained<Constrained::constrained_aba>, count::constrained<Constrained::constrained_aba>, in_lanes, 0, 0.0, 0.000},
    {"constrained-aba-plain", "constrained_dynamics", "cABA", "Algorithms 1 to 3", "O(n + m)", frames, redundant, compute::constrained<Constrained::constrained_aba_plain>, count::constrained<Constrained::constrained_aba_plain>, one_by_one, 0, 0.0, 0.000},
    {"prox-pv", "constrained_dynamics", "cABA", "Algorithm 4 on PV-OSIMr's matrix, limbs in lanes; counted as the listing, O(n + m² d + m³)", "O(n + m³)", frames, redundant, compute::constrained<Constrained::prox_pv>, count::constrained<Constrained::prox_pv>, in_lanes, 0, 0.0, 0.000},
    {"prox-pv-plain", "constrained_dynamics", "cABA", "Algorithm 4", "O(n + m² d + m³)", frames, redundant, compute::constrained<Constrained::prox_pv_plain>, count::constrained<Constrained::prox_pv_plain>, one_by_one, 0, 0.0, 0.000},
    {"prox-ltls", "constrained_dynamics", "cABA", "section II-D2; counted without its corrections", "O(n d² + m d)", frames, redundant, compute::constrained<Constrained::prox_ltls>, count::constrained<Constrained::prox_ltls>, one_by_one, 0, 0.0, 0.000},
    {"prox-ltl", "constrained_dynamics", "cABA", "section II-D1", "O(n d² + m² d + m d² + m³)", every_row, redundant, compute::constrained<Constrained::prox_ltl>, count::constrained<Constrained::prox_ltl>, one_by_one, 0, 0.0, 0.000},
    {"pv", "constrained_dynamics", "cABA", "section II-G", "O(n + m² d + m³)", frames, massless, compute::constrained<Constrained::pv>, count::constrained<Constrained::pv>, one_by_one, 0, 0.0, 0.000},
    {"pv-early", "constrained_dynamics", "cABA", "section VII-B; counted without its correction", "O(n + m)", frames, massless, compute::constrained<Constrained::pv_early>, count::constrained<Constrained::pv_early>, one_by_one, 0, 0.0, 0.000},
    {"pv-soft", "constrained_dynamics", "cABA", "section VII-A: rows as springs", "O(n + m)", frames, redundant, compute::constrained<Constrained::pv_soft>, count::constrained<Constrained::pv_soft>, one_by_one, 0, 0.0, 0.000},
    {"dense", "constrained_dynamics", "definition", "dense Cholesky and singular values; not counted beyond M, J and C", "O((n + m)³)", every_row, redundant, compute::constrained<Constrained::dense>, count::constrained<Constrained::dense>, one_by_one, 0, 0.0, 0.000},
    {"constrained-aba", "impulse", "cABA", "Algorithms 1 to 3 on what is left of the forces, limbs in lanes; counted body by body", "O(n + m)", frames, redundant, compute::impulse<Constrained::constrained_aba>, count::impulse<Constrained::constrained_aba>, in_lanes, 0, 0.0, 0.000},
    {"constrained-aba-plain", "impulse", "cABA", "Algorithms 1 to 3", "O(n + m)", frames, redundant, compute::impulse<Constrained::constrained_aba_plain>, count::impulse<Constrained::constrained_aba_plain>, one_by_one, 0, 0.0, 0.000},
    {"prox-pv", "impulse", "cABA", "Algorithm 4 on PV-OSIMr's matrix, limbs in lanes; counted as the listing, O(n + m² d + m³)", "O(n + m³)", frames, redundant, compute::impulse<Constrained::prox_pv>, count::impulse<Constrained::prox_pv>, in_lanes, 0, 0.0, 0.000},
    {"prox-pv-plain", "impulse", "cABA", "Algorithm 4", "O(n + m² d + m³)", frames, redundant, compute::impulse<Constrained::prox_pv_plain>, count::impulse<Constrained::prox_pv_plain>, one_by_one, 0, 0.0, 0.000},
    {"prox-ltls", "impulse", "cABA", "section II-D2; counted without its corrections", "O(n d² + m d)", frames, redundant, compute::impulse<Constrained::prox_ltls>, count::impulse<Constrained::prox_ltls>, one_by_one, 0, 0.0, 0.000},
    {"prox-ltl", "impulse", "cABA", "section II-D1", "O(n d² + m² d + m d² + m³)", every_row, redundant, compute::impulse<Constrained::prox_ltl>, count::impulse<Constrained::prox_ltl>, one_by_one, 0, 0.0, 0.000},
    {"pv", "impulse", "cABA", "section II-G", "O(n + m² d + m³)", frames, massless, compute::impulse<Constrained::pv>, count::impulse<Constrained::pv>, one_by_one, 0, 0.0, 0.000},
    {"pv-early", "impulse", "cABA", "section VII-B; counted without its correction", "O(n + m)", frames, massless, compute::impulse<Constrained::pv_early>, count::impulse<Constrained::pv_early>, one_by_one, 0, 0.0, 0.000},
    {"pv-soft", "impulse", "cABA", "section VII-A: rows as springs", "O(n + m)", frames, redundant, compute::impulse<Constrained::pv_soft>, count::impulse<Constrained::pv_soft>, one_by_one, 0, 0.0, 0.000},
    {"dense", "impulse", "definition", "dense Cholesky and singular values; not counted beyond M, J and C", "O((n + m)³)", every_row, redundant, compute::impulse<Constrained::dense>, count::impulse<Constrained::dense>, one_by_one, 0, 0.0, 0.000},
    {"constrained-derivatives", "constrained_dynamics_derivatives", "definition", "the equations at their solution, on aba-derivatives; counted as those", "O(n² m + n m²)", frames, redundant, compute::constrained_derivatives, count::constrained_derivatives, one_by_one, 0, 0.0, 0.000},
    {"exponential", "integrate", "definition", "joint by joint", "O(n)", none, massless, compute::integrate, count::integrate, one_by_one, 11, 2.3, 0.410},
    {"logarithm", "difference", "definition", "joint by joint", "O(n)", none, massless, compute::difference, count::difference, one_by_one, 13, 2.2, 0.618},
    {"exponential-of-logarithm", "interpolate", "definition", "joint by joint", "O(n)", none, massless, compute::interpolate, count::interpolate, one_by_one, 18, 6.0, 0.546},
    {"uniform", "random", "definition", "joint by joint", "O(n)", none, massless, compute::random, count::random, one_by_one, 811, 8.0, 0.528},
};
// clang-format on

}  // namespace

std::string_view instruction_set() { return to_string(active_isa()); }

std::span<const Algorithm> algorithms() { return table; }

std::span<const Algorithm> algorithms_of(std::string_view family) {
  const std::span<const Algorithm> all = table;
  std::size_t first = 0;
  while (first < all.size() && all[first].family != family) ++first;
  std::size_t last = first;
  while (last < all.size() && all[last].family == family) ++last;
  return all.subspan(first, last - first);
}

}  // namespace tenon
