// The parts of [Fea05]'s report: each prints its table and writes its files into `out`.
#pragma once

#include <filesystem>
#include <string>

#include "factorization/topology.hpp"
#include "support/report.hpp"
#include "tenon/description.hpp"
#include "tenon/operations.hpp"

namespace tenon::paper::fea05 {

void table1(const std::filesystem::path& out, Verdict& verdict);
void table2(const std::filesystem::path& out, Verdict& verdict);
void fig5(const std::filesystem::path& out, Verdict& verdict);
void section6(const std::filesystem::path& out, Verdict& verdict);  // with Fig. 7

// "1258m + 1039a": a division is a multiplication, as in section 6.
std::string price(const OperationCount& count);

// One LTDL factorization of a positive definite matrix with this sparsity, done with numbers that count.
OperationCount counted_factorization(const ParentArray& lambda);
OperationCount counted_back_substitution(const ParentArray& lambda);

// tenon's own kernels on a mechanism of general geometry and inertia.
struct KernelCounts {
  OperationCount rnea, crba, aba;
};
KernelCounts counted_kernels(const RobotDescription& robot);  // the plain versions: general placements
// The fast versions: screw placements, and CRBA in the root's frame.
KernelCounts counted_fast_kernels(const RobotDescription& robot);

}  // namespace tenon::paper::fea05
