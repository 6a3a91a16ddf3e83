// Instantiates the fast Delassus sweeps with four lanes, once per instruction set.
#include "delassus/kernels_walk.hpp"

#include "delassus/pv_osimr_walk.hpp"

namespace tenon {
inline namespace TENON_ISA {
namespace {

void pv_osimr(const CompiledModel& model, const ConstraintSet::Data& set, const Walk<4>& walk,
              const RowPlan<double>& plan, const RowRoom& room, double* scratch, const double* q, double* out) {
  Arena arena(scratch);
  pv_osimr_walk<double>(model, set, walk, model.walk.trunk.data(), plan, row_scratch<double>(walk, plan, room, arena),
                        q, out);
}

std::size_t scratch_size(const Walk<4>& walk, const RowPlan<double>& plan, const RowRoom& room) {
  Arena arena;
  row_scratch<double>(walk, plan, room, arena);
  return arena.used();
}

}  // namespace
}  // namespace TENON_ISA

const DelassusWalkKernels TENON_ISA_NAME(delassus_walk_kernels) = {TENON_ISA::pv_osimr, TENON_ISA::scratch_size};

}  // namespace tenon
