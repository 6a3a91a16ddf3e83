// Instantiates the fast sweeps with four lanes, once per instruction set.
#include "dynamics/kernels_walk.hpp"

#include <algorithm>

#include "dynamics/fast/aba.hpp"
#include "dynamics/fast/crba.hpp"
#include "dynamics/fast/rnea.hpp"

namespace tenon {
inline namespace TENON_ISA {
namespace {

void rnea(const CompiledModel& model, const Walk<4>& walk, double* scratch, const double* q, const double* v,
          const double* a, const Force<double>* external, double* tau) {
  Arena arena(scratch);
  rnea_walk<double>(model, walk, rnea_scratch<double>(model, walk, arena), q, v, a, external, tau);
}

void aba(const CompiledModel& model, const Walk<4>& walk, double* scratch, const double* q, const double* v,
         const double* tau, const Force<double>* external, double* qdd) {
  Arena arena(scratch);
  aba_walk<double>(model, walk, aba_scratch<double>(model, walk, arena), q, v, tau, external, qdd);
}

void minverse_apply(const CompiledModel& model, const Walk<4>& walk, double* scratch, const double* q, const double* x,
                    double* out) {
  Arena arena(scratch);
  minverse_walk<double>(model, walk, aba_scratch<double>(model, walk, arena), q, x, out);
}

void crba(const CompiledModel& model, const Walk<4>& walk, double* scratch, const double* q, double* M, bool lower,
          bool upper, bool zeros) {
  Arena arena(scratch);
  crba_walk(model, walk, crba_scratch<double>(model, walk, arena), q, MassMatrix(model, M, lower, upper, zeros));
}

void add_wrench(const Transform<double>& X_bf, const Force<double>& wrench, Force<double>& sum) {
  sum += act(X_bf, wrench);
}
std::size_t scratch_size(const CompiledModel& model, const WalkChoice& walks) {
  std::size_t size = 0;
  for (const Walk<4>* walk : {walks.limbs, walks.columns}) {
    Arena aba, rnea, crba;
    aba_scratch<double>(model, *walk, aba);
    rnea_scratch<double>(model, *walk, rnea);
    crba_scratch<double>(model, *walk, crba);
    size = std::max({size, aba.used(), rnea.used(), crba.used()});
  }
  return size;
}

}  // namespace
}  // namespace TENON_ISA

const WalkKernels TENON_ISA_NAME(walk_kernels) = {TENON_ISA::rnea, TENON_ISA::aba,        TENON_ISA::minverse_apply,
                                                  TENON_ISA::crba, TENON_ISA::add_wrench, TENON_ISA::scratch_size};

}  // namespace tenon
