// Instantiates the fast Delassus sweeps with four lanes, once per instruction set.
#include "delassus/kernels_walk.hpp"

#include "delassus/fast/caba_osim.hpp"
#include "walk/tree_walks.hpp"

namespace tenon {
inline namespace TENON_ISA {
namespace {

void pv_osimr(const CompiledModel& model, const ConstraintSet::Data& set, const Walk<4>& walk,
              const RowPlan<double>& plan, const RowRoom& room, double* scratch, const double* q, double* out) {
  Arena arena(scratch);
  pv_osimr_walk<double>(model, set, walk, model.walks->bodies.trunk.data(), plan,
                        row_scratch<double>(walk, plan, room, arena), q, out);
}

void caba_osim(const CompiledModel& model, const ConstraintSet::Data& set, const Walk<4>& walk,
               const RowPlan<double>& plan, const RowRoom& room, double* scratch, const double* q, const double* R,
               double* out) {
  Arena arena(scratch);
  caba_osim_walk<double>(model, set, walk, model.walks->bodies.trunk.data(), plan,
                         row_scratch<double>(walk, plan, room, arena, true), q, R, out);
}

std::size_t scratch_size(const Walk<4>& walk, const RowPlan<double>& plan, const RowRoom& room, bool damped) {
  Arena arena;
  row_scratch<double>(walk, plan, room, arena, damped);
  return arena.used();
}

void transposed(const double* J, int rows, int columns, double* Jt) {
  for (int i = 0; i < columns; ++i)
    for (int r = 0; r < rows; ++r)
      Jt[static_cast<std::ptrdiff_t>(i) * rows + r] = J[static_cast<std::ptrdiff_t>(r) * columns + i];
}

// Four rows by four columns at a time, from the diagonal on; what is read beyond a row is the next one's.
void product(const double* Y, const double* Z, int n, int m, double* L, double* out) {
  using P = Pack<double, 4>;
  const std::ptrdiff_t ld = leading<double>(static_cast<std::size_t>(m));
  for (int a = 0; a < m; a += 4)
    for (int b = a; b < m; b += 4) {
      P sum[4] = {P(0), P(0), P(0), P(0)};
      const double *y = Y + a, *z = Z + b;
      for (int i = 0; i < n; ++i, y += m, z += m) {
        const P x = P::load(z);
        for (int r = 0; r < 4; ++r) sum[r] = mul_add(P(y[r]), x, sum[r]);
      }
      for (int r = 0; r < 4; ++r) sum[r].store(L + (a + r) * ld + b);
    }
  unfold(L, ld, m, out);
}

}  // namespace
}  // namespace TENON_ISA

const DelassusWalkKernels TENON_ISA_NAME(delassus_walk_kernels) = {
    TENON_ISA::pv_osimr, TENON_ISA::caba_osim, TENON_ISA::scratch_size, TENON_ISA::transposed, TENON_ISA::product};

}  // namespace tenon
