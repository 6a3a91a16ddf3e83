// The table. Rows of one family stand together; the first is the one to fall back on where nothing is counted.
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
    {"rnea", "rnea", "RBDA", "Table 5.1", "O(n)", none, massless, compute::rnea, count::rnea, 1},
    {"rnea", "gravity", "RBDA", "Table 5.1, v = a = 0", "O(n)", none, massless, compute::gravity, count::gravity, 1},
    {"rnea", "bias", "RBDA", "Table 5.1, a = 0", "O(n)", none, massless, compute::bias, count::bias, 1},
    {"joint-sum", "passive_forces", "definition", "joint by joint", "O(n)", none, massless, compute::passive_forces, nullptr, 1},
    {"crba", "crba", "Fea05", "section 5", "O(n d)", none, massless, compute::crba, count::crba, 1},
    {"rnea-columns", "crba", "RBDA", "section 6.1", "O(n²)", none, massless, compute::rnea_columns, count::rnea_columns, 1},
    {"ltl", "factorization", "Fea05", "appendix", "O(n d²)", none, massless, compute::ltl, count::ltl, 1},
    {"ltdl", "factorization", "Fea05", "appendix", "O(n d²)", none, massless, compute::ltdl, count::ltdl, 1},
    {"ltdl-inverse", "minverse", "Fea05", "section 4.1", "O(n² d)", none, massless, compute::ltdl_inverse, count::ltdl_inverse, 1},
    {"ltdl-solve", "minverse_apply", "Fea05", "section 4.1", "O(n d²)", none, massless, compute::ltdl_solve, count::ltdl_solve, 1},
    {"aba", "aba", "RBDA", "Table 7.1", "O(n)", none, massless, compute::aba, count::aba, 1},
    {"crba-ltdl", "aba", "Fea05", "sections 2 and 5", "O(n d²)", none, massless, compute::crba_ltdl, count::crba_ltdl, 1},
    {"forward-kinematics", "placement", "definition", "joint by joint", "O(n)", none, massless, compute::placement, count::placement, 1},
    {"forward-kinematics", "velocity", "RBDA", "eq. 5.7", "O(n)", none, massless, compute::velocity, count::velocity, 1},
    {"forward-kinematics", "acceleration", "RBDA", "eq. 5.8", "O(n)", none, massless, compute::acceleration, count::acceleration, 1},
    {"forward-kinematics", "bias_acceleration", "RBDA", "eq. 5.14", "O(n)", none, massless, compute::bias_acceleration, count::velocity, 1},
    {"frame-jacobian", "jacobian", "definition", "joint axes moved to the frame", "O(n)", none, massless, compute::jacobian, nullptr, 1},
    {"body-sum", "energy", "definition", "body by body", "O(n)", none, massless, compute::energy, nullptr, 1},
    {"body-sum", "com", "definition", "body by body", "O(n)", none, massless, compute::com, nullptr, 1},
    {"body-sum", "com_velocity", "definition", "body by body", "O(n)", none, massless, compute::com_velocity, nullptr, 1},
    {"body-sum", "com_acceleration", "definition", "body by body", "O(n)", none, massless, compute::com_acceleration, nullptr, 1},
    {"momentum-map", "com_jacobian", "definition", "linear half of the map", "O(n d)", none, massless, compute::com_jacobian, nullptr, 1},
    {"body-sum", "momentum", "definition", "body by body", "O(n)", none, massless, compute::momentum, nullptr, 1},
    {"momentum-map", "centroidal_map", "definition", "body by body", "O(n d)", none, massless, compute::centroidal_map, nullptr, 1},
    {"exponential", "integrate", "definition", "joint by joint", "O(n)", none, massless, compute::integrate, nullptr, 1},
    {"logarithm", "difference", "definition", "joint by joint", "O(n)", none, massless, compute::difference, nullptr, 1},
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
