// Damped inverse without a factorization, fast: [cABA] Algorithm 5 on a walk.  O(n + m²).  caba_osim.hpp is the plain
// version; the sweeps are those of pv_osimr_walk.hpp on bodies that got the inertias of their rows.
// Departures: rows travel as K, and Λ_R = R - R L R is made at the end; a free base is eliminated axis by axis, because
// an inverse of what is stiff in some directions and soft in others loses the digits of the soft ones.
#pragma once

#include "delassus/pv_osimr_walk.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Line 4. R: in the set's order.
template <class S, int W, class T>
void stiffen_bodies(const ConstraintSet::Data& set, const Walk<W, T>& walk, const RowPlan<T>& plan,
                    const RowScratch<S, Pack<double, W>>& w, const S* R) {
  close_bodies(walk, w.bound);
  for (int e = 0; e < set.branching.effector_count(); ++e) {
    const Effector& x = set.branching.effector(e);
    const CompiledConstraint& c = set.constraints[static_cast<std::size_t>(x.constraint)];
    const RowPath& path = plan.paths[static_cast<std::size_t>(plan.links + e)];
    Force<S> K[6];
    for (int r = 0; r < x.rows; ++r)
      K[r] = path.world < 0 ? Force<S>{lifted<S>(c.K[static_cast<std::size_t>(r)].linear),
                                       lifted<S>(c.K[static_cast<std::size_t>(r)].angular)}
                            : world_row(c, r, w.axis + 9 * path.world);
    const RowStep& at = plan.of_body(x.body);
    open_body(w.bound, at.place, at.lane);
    add_numbers(numbers_of(at.place, at.lane, w.bound.trunk, w.bound.groups), 0, row_inertia(c, K, R + x.user_row));
  }
}

template <class S, int W, class T>
void caba_osim_walk(const CompiledModel& model, const ConstraintSet::Data& set, const Walk<W, T>& walk,
                    const TrunkStep<T>* constants, const RowPlan<T>& plan, const RowScratch<S, Pack<double, W>>& w,
                    const S* q, const S* R, S* out) {
  joint_states(walk, q, w.joint, w.joints);
  if (!plan.oriented.empty()) orient_bodies(model, constants, plan, w, q);
  stiffen_bodies(set, walk, plan, w, R);
  row_inertias<true>(model, walk, w, q);            // lines 5–9
  row_paths<true>(model, set, constants, plan, w);  // lines 10–12
  row_links<true>(constants, plan, w);              // lines 13–15
  row_entries(plan, w, out);                        // lines 16–20
  const int m = plan.rows;
  for (int a = 0; a < m; ++a)  // line 21
    for (int b = 0; b < m; ++b) {
      S& entry = out[static_cast<std::ptrdiff_t>(a) * m + b];
      entry = neg_mul_add(R[a] * R[b], entry, a == b ? R[a] : S(0));
    }
}

}  // namespace TENON_ISA
}  // namespace tenon
