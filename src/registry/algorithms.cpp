// The table. Rows of one family stand together; the first is what the public call runs, and the choice for a model too
// large to count on. tenon::minverse alone takes the second one on trees where it is cheaper.
#include "tenon/algorithms.hpp"

#include "registry/compute.hpp"
#include "registry/count.hpp"

namespace tenon {

namespace {

constexpr const char* none = "none";
// What the unconstrained tree bears: massless links, as long as M stays positive definite (Model checks that).
constexpr const char* massless = "massless links";

// clang-format off
// n degrees of freedom, d depth of the tree. "definition": no algorithm of a paper is needed.
const Algorithm table[] = {
    {"rnea", "rnea", "RBDA", "Table 5.1", "O(n)", none, massless, compute::rnea, count::rnea, 31.9, 0.032},
    {"rnea", "gravity", "RBDA", "Table 5.1, v = a = 0", "O(n)", none, massless, compute::gravity, count::gravity, 31.6, 0.079},
    {"rnea", "bias", "RBDA", "Table 5.1, a = 0", "O(n)", none, massless, compute::bias, count::bias, 32.5, 0.028},
    {"joint-sum", "passive_forces", "definition", "joint by joint", "O(n)", none, massless, compute::passive_forces, nullptr, 0, 0},
    {"crba", "crba", "Fea05", "section 5, limbs in lanes", "O(n d)", none, massless, compute::crba, count::crba, 51.3, 0.069},
    {"crba-plain", "crba", "Fea05", "section 5", "O(n d)", none, massless, compute::crba_plain, count::crba_plain, 37.4, 0.143},
    {"rnea-columns", "crba", "RBDA", "section 6.1", "O(n²)", none, massless, compute::rnea_columns, count::rnea_columns, 150.8, 0.343},
    {"ltdl", "factorization", "Fea05", "appendix", "O(n d²)", none, massless, compute::ltdl, count::ltdl, 73.0, 0.041},
    {"ltl", "factorization", "Fea05", "section 2", "O(n d²)", none, massless, compute::ltl, count::ltl, 19.4, 0.292},
    {"aba-minverse", "minverse", "RBDA", "Table 7.1 on unit vectors", "O(n²)", none, massless, compute::minverse, count::minverse, 101.8, 0.077},
    {"ltdl-inverse", "minverse", "Fea05", "section 4.1", "O(n² d)", none, massless, compute::ltdl_inverse, count::ltdl_inverse, 71.3, 0.039},
    {"aba-sweeps", "minverse_apply", "RBDA", "Table 7.1, v = g = 0", "O(n)", none, massless, compute::minverse_apply, count::minverse_apply, 96.7, 0.053},
    {"ltdl-solve", "minverse_apply", "Fea05", "section 4.1", "O(n d²)", none, massless, compute::ltdl_solve, count::ltdl_solve, 62.8, 0.051},
    {"aba", "aba", "RBDA", "Table 7.1", "O(n)", none, massless, compute::aba, count::aba, 78.6, 0.030},
    {"crba-ltdl", "aba", "Fea05", "sections 2 and 5", "O(n d²)", none, massless, compute::crba_ltdl, count::crba_ltdl, 104.5, 0.030},
    {"rnea-derivatives", "rnea_derivatives", "Sin22", "in the root's frame", "O(n d)", none, massless, compute::rnea_derivatives, count::rnea_derivatives, 0, 0},
    {"aba-derivatives", "aba_derivatives", "Car18", "section III-E", "O(n²)", none, massless, compute::aba_derivatives, count::aba_derivatives, 0, 0},
    {"body-coriolis", "coriolis", "Ech21", "section 3", "O(n d)", none, massless, compute::coriolis, count::coriolis, 0, 0},
    {"rnea", "joint_reaction", "RBDA", "Table 5.1, force across the joint", "O(n)", none, massless, compute::joint_reaction, nullptr, 0, 0},
    {"link-columns", "regressor", "definition", "link by link", "O(n d)", none, massless, compute::regressor, count::regressor, 0, 0},
    {"forward-kinematics", "placement", "definition", "joint by joint", "O(n)", none, massless, compute::placement, count::placement, 16.6, 0.033},
    {"forward-kinematics", "velocity", "RBDA", "eq. 5.7", "O(n)", none, massless, compute::velocity, count::velocity, 31.3, 0.009},
    {"forward-kinematics", "acceleration", "RBDA", "eq. 5.8", "O(n)", none, massless, compute::acceleration, count::acceleration, 35.1, 0.000},
    {"forward-kinematics", "bias_acceleration", "RBDA", "eq. 5.14", "O(n)", none, massless, compute::bias_acceleration, count::velocity, 30.8, 0.011},
    {"frame-jacobian", "jacobian", "definition", "joint axes moved to the frame", "O(n)", none, massless, compute::jacobian, nullptr, 0, 0},
    {"body-sum", "energy", "definition", "body by body", "O(n)", none, massless, compute::energy, nullptr, 0, 0},
    {"body-sum", "com", "definition", "body by body", "O(n)", none, massless, compute::com, nullptr, 0, 0},
    {"body-sum", "com_velocity", "definition", "body by body", "O(n)", none, massless, compute::com_velocity, nullptr, 0, 0},
    {"body-sum", "com_acceleration", "definition", "body by body", "O(n)", none, massless, compute::com_acceleration, nullptr, 0, 0},
    {"momentum-map", "com_jacobian", "definition", "linear half of the map", "O(n d)", none, massless, compute::com_jacobian, nullptr, 0, 0},
    {"body-sum", "momentum", "definition", "body by body", "O(n)", none, massless, compute::momentum, nullptr, 0, 0},
    {"momentum-map", "centroidal_map", "definition", "body by body", "O(n d)", none, massless, compute::centroidal_map, nullptr, 0, 0},
    {"exponential", "integrate", "definition", "joint by joint", "O(n)", none, massless, compute::integrate, nullptr, 0, 0},
    {"logarithm", "difference", "definition", "joint by joint", "O(n)", none, massless, compute::difference, nullptr, 0, 0},
};
// clang-format on

}  // namespace

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
