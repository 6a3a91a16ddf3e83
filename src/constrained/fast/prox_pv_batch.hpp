// prox-pv of W samples, one per lane: fast/prox_pv.hpp with packs for numbers. Sweeps and factors are those of all
// lanes at once; the iterations on forces, a few products of a small matrix, run lane by lane in double. Lanes have the
// bits of the single call body by body, and are frozen as in fast/constrained_aba_batch.hpp.
#pragma once

#include <optional>

#include "constrained/fast/constrained_aba_batch.hpp"
#include "constrained/fast/prox_pv.hpp"

namespace tenon {
inline namespace TENON_ISA {

struct ApplyDelassus {
  DenseDelassus dense;
  void operator()(const double* x, double* out) const { dense.apply(x, out); }
};
struct SolveDelassus {
  DenseDelassus dense;
  void operator()(double* x) const { dense.solve(x); }
};

// number[k] = lane l of pack[k].
template <class P>
TENON_INLINE void take_lane(std::ptrdiff_t count, const P* pack, int l, double* number) {
  for (std::ptrdiff_t k = 0; k < count; ++k) number[k] = static_cast<double>(pack[k][l]);
}
template <class P>
TENON_INLINE void give_lane(std::ptrdiff_t count, const double* number, int l, P* pack) {
  for (std::ptrdiff_t k = 0; k < count; ++k) pack[k].set(l, static_cast<Element<P>>(number[k]));
}

// lanes: one per lane. R: as in the problem. qdd: nv numbers of scratch.
template <class P, int W, class T>
void prox_pv_batch(const CompiledModel& model, const Walk<W, T>& walk, const BoundPlan& bound,
                   const ConstraintSet::Data& set, const BoundScratch<P, Pack<double, W>>& w, const RowPlan<T>& plan,
                   const RowScratch<P, Pack<double, W>>& rows, const ProxPvScratch<P>& d,
                   const ProxPvScratch<double>* lanes, const double* R, const ConstrainedProblem<P>& problem, P* qdd,
                   BatchAnswer<P>& answer) {
  const int m = set.branching.rows();
  const std::ptrdiff_t square = static_cast<std::ptrdiff_t>(m) * m;
  prox_pv_start(model, walk, bound, set, w, walk.trunk.data(), plan, rows, d, problem, qdd, answer.lambda);
  std::optional<DualLoop<double, ApplyDelassus, SolveDelassus>> loops[P::width];
  for (int l = 0; l < P::width; ++l) {
    const ProxPvScratch<double>& x = lanes[l];
    take_lane(square, d.L, l, x.L), take_lane(whole_tiles(m) * whole_tiles(m), d.factors, l, x.factors);
    take_lane(m, d.y, l, x.y), take_lane(m, d.lambda, l, x.lambda);
    const DenseDelassus dense{m, x.L, x.factors};
    loops[l].emplace(
        DualState<double>{m, R, x.lambda, x.y, x.r, x.before, x.step, x.start, fill_reach(m, x.L, x.reach)},
        problem.tolerance, problem.max_iterations, ApplyDelassus{dense}, SolveDelassus{dense});
    loops[l]->start();
    give_lane(m, x.lambda, l, d.lambda);
  }
  for (unsigned moving = (1U << P::width) - 1; moving != 0;) {
    accelerate_under(model, walk, bound, w, problem.tau, d.lambda, qdd);
    row_violations(bound, w, d.step);
    unsigned ended = 0;
    for (int l = 0; l < P::width; ++l) {
      if (!(moving >> l & 1)) continue;
      take_lane(m, d.step, l, lanes[l].step);
      if (!loops[l]->again()) {
        ended |= 1U << l;
        answer.report[l] = loops[l]->report();
        give_lane(m, lanes[l].lambda, l, answer.lambda);
      }
      give_lane(m, lanes[l].lambda, l, d.lambda);
    }
    for (int k = 0; k < model.nv; ++k)
      answer.acceleration[k] = select(lanes_of<P>(ended), qdd[k], answer.acceleration[k]);
    moving &= ~ended;
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
