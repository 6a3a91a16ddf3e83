// Instantiates the fast constrained-aba and prox-pv with four lanes, once per instruction set.
#include "constrained/kernels_walk.hpp"

#include "constrained/fast/prox_pv.hpp"

namespace tenon {
inline namespace TENON_ISA {

// In kernels_walk_sweeps.cpp.
extern template void bound_imbalance(const CompiledModel&, const Walk<4>&, const BoundPlan&,
                                     BoundScratch<double, Pack<double, 4>>, const double*, const double*);

namespace {

// The memory begins with the table of its own parts, so that a call does not cut it anew.
using Scratch = BoundScratch<double, Pack<double, 4>>;
std::size_t cut(const CompiledModel& model, const Walk<4>& walk, std::size_t rows, Arena arena) {
  Scratch* const table = arena.take<Scratch>(1);
  const Scratch parts = bound_scratch<double>(model, walk, rows, arena);
  if (table) *table = parts;
  return arena.used();
}
std::size_t scratch_size(const CompiledModel& model, const Walk<4>& walk, std::size_t rows) {
  return cut(model, walk, rows, Arena());
}
void prepare(const CompiledModel& model, const Walk<4>& walk, std::size_t rows, double* scratch) {
  cut(model, walk, rows, Arena(scratch));
}
const Scratch& parts_of(const double* scratch) { return *reinterpret_cast<const Scratch*>(scratch); }

SolveReport constrained_aba(const CompiledModel& model, const Walk<4>& walk, const BoundPlan& bound,
                            const ConstraintSet::Data& set, double* scratch, const ConstrainedProblem<double>& problem,
                            double* acceleration, double* lambda) {
  return constrained_aba_walk(model, walk, bound, set, parts_of(scratch), problem, acceleration, lambda);
}

std::size_t prox_pv_size(std::size_t rows) {
  Arena measure;
  prox_pv_scratch<double>(rows, measure);
  return measure.used();
}
SolveReport prox_pv(const CompiledModel& model, const Walk<4>& walk, const BoundPlan& bound,
                    const ConstraintSet::Data& set, std::size_t rows, double* scratch, double* dual,
                    const ProxPvRows& delassus, const ConstrainedProblem<double>& problem, double* acceleration,
                    double* lambda) {
  Arena second(dual), third(delassus.scratch);
  return prox_pv_walk(model, walk, bound, set, parts_of(scratch), delassus.plan,
                      row_scratch<double>(walk, delassus.plan, delassus.room, third),
                      prox_pv_scratch<double>(rows, second), problem, acceleration, lambda);
}

}  // namespace
}  // namespace TENON_ISA

const ConstrainedWalkKernels TENON_ISA_NAME(constrained_walk_kernels) = {
    TENON_ISA::scratch_size, TENON_ISA::prepare, TENON_ISA::prox_pv_size, TENON_ISA::constrained_aba,
    TENON_ISA::prox_pv};

}  // namespace tenon
