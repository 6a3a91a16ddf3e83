// Instantiates the fast constrained-aba with four lanes, once per instruction set.
#include "constrained/kernels_walk.hpp"

#include "constrained/constrained_aba_walk.hpp"

namespace tenon {
inline namespace TENON_ISA {
namespace {

std::size_t scratch_size(const CompiledModel& model, const Walk<4>& walk, std::size_t rows) {
  Arena measure;
  bound_scratch<double>(model, walk, rows, measure);
  return measure.used();
}

SolveReport constrained_aba(const CompiledModel& model, const Walk<4>& walk, const WalkPlace* at,
                            const ConstraintSet::Data& set, std::size_t rows, double* scratch,
                            const ConstrainedProblem<double>& problem, double* acceleration, double* lambda) {
  Arena arena(scratch);
  const auto w = bound_scratch<double>(model, walk, rows, arena);
  return constrained_aba_walk(model, walk, at, set, w, problem, acceleration, lambda);
}

}  // namespace
}  // namespace TENON_ISA

const ConstrainedWalkKernels TENON_ISA_NAME(constrained_walk_kernels) = {TENON_ISA::scratch_size,
                                                                         TENON_ISA::constrained_aba};

}  // namespace tenon
