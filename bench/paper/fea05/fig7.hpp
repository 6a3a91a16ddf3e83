// Fig. 7: bars of forward dynamics, by CRBA and by ABA, humanoid and chain.
#pragma once

#include <filesystem>
#include <vector>

#include "tenon/operations.hpp"

namespace tenon::paper::fea05 {

struct ForwardDynamics {
  OperationCount rnea, crba, factorize, back_substitute, aba;
  OperationCount by_crba() const { return rnea + crba + factorize + back_substitute; }
};

struct Mechanism {
  const char* name;
  ForwardDynamics paper, priced, counted, fast;  // fast: counted too
};

// The two extremes between which the true cost lies: an addition costs a multiplication, or nothing.
inline double multiplications(const OperationCount& c) { return static_cast<double>(c.mul + c.div); }
inline double all_operations(const OperationCount& c) { return multiplications(c) + static_cast<double>(c.add); }

void fig7(const std::filesystem::path& out, const std::vector<Mechanism>& mechanisms);

}  // namespace tenon::paper::fea05
