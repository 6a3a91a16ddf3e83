// Instantiates CRBA in the root's frame, once per instruction set.
#include "dynamics/kernels_crba.hpp"

#include "dynamics/fast/crba_blocks.hpp"

namespace tenon {
inline namespace TENON_ISA {
namespace {

void crba(const CompiledModel& model, const RootWalk& walk, double* scratch, const double* q, double* M, bool lower,
          bool upper, bool zeros) {
  Arena arena(scratch);
  crba_blocks(model, walk, RootScratch::cut(model, walk, arena), q, M, lower, upper, zeros);
}
std::size_t scratch_size(const CompiledModel& model, const RootWalk& walk) {
  Arena arena;
  RootScratch::cut(model, walk, arena);
  return arena.used();
}

}  // namespace
}  // namespace TENON_ISA

const CrbaKernels TENON_ISA_NAME(crba_kernels) = {TENON_ISA::crba, TENON_ISA::scratch_size};

}  // namespace tenon
