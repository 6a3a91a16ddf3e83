// What CRBA, RNEA, ABA and forward dynamics cost at the prices that [Fea05] sections 5 and 6 collect from the
// literature: revolute joints, general geometry and inertias, an optional floating base. A division is a multiplication
// here. These are formulae for the best published implementations of 2005; what tenon's own kernels do is counted, not
// priced.
#pragma once

#include "factorization/topology.hpp"
#include "tenon/operations.hpp"

namespace tenon {

// How many transforms the CRBA does at nodes with Denavit–Hartenberg parameters (a), at general nodes (b), and the
// savings at DH children of a floating base (c).  Eqs 17–21.
// Of the children of a node the one with the largest subtree gets the DH frame: that maximises D1a.
struct CrbaSums {
  long D0a = 0, D1a = 0, D0b = 0, D1b = 0, D0c = 0, D1c = 0;
  long non_dh = 0;  // eq. (17), children of the root included
  friend bool operator==(const CrbaSums&, const CrbaSums&) = default;
};
CrbaSums crba_sums(const BodyTree& tree);

OperationCount crba_price(const BodyTree& tree);  // eq. (21); eq. (20) when no base floats
// Balafoutis, Patel and Misra's Algorithm 3 with section 6's corrections; one body on the root.
OperationCount rnea_price(const BodyTree& tree);
// McMillan and Orin's ABA with section 6's correction; one floating base.
OperationCount aba_price(const BodyTree& tree);
// Section 6's inertia-matrix method: RNEA + CRBA + LTDL + back-substitution.
OperationCount factorize_price(const BodyTree& tree);
OperationCount back_substitute_price(const BodyTree& tree);
OperationCount forward_dynamics_price(const BodyTree& tree);

}  // namespace tenon
