// The two directions in which every fast algorithm walks a tree. A sweep hands a State<S> from body to body: along the
// trunk one body at a time, along the limbs W at a time, one limb per lane. What happens at a body is the caller's:
//   trunk.operator()<form>(step, t, state)    limbs.operator()<form>(group, k, lanes)
// Only a single call (S = double) has groups in its walk; over any other scalar the trunk is all there is, and `limbs`,
// whose arguments are `auto`, is never instantiated.
#pragma once

#include "walk/slots.hpp"
#include "walk/steps.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Base to tips. `world` is what the roots see.
template <template <class> class State, class S, int W, class T, class Trunk, class Limbs>
TENON_INLINE void sweep_outward(const Walk<W, T>& walk, const State<S>& world, S* slots, Trunk&& trunk, Limbs&& limbs) {
  const TrunkStep<T>* const steps = walk.trunk.data();
  const int trunk_size = static_cast<int>(walk.trunk.size());
  store_slot<State>(world, slots, 0);
  State<S> x = world;
  for (int t = 0; t < trunk_size; ++t) {
    const TrunkStep<T>& s = steps[t];
    if (!s.follows) x = load_slot<State>(slots, s.parent);
    by_form(s.form, [&]<StepForm form>() TENON_INLINE_LAMBDA { trunk.template operator()<form>(s, t, x); });
    if (s.keeps) store_slot<State>(x, slots, s.body);
  }
  if constexpr (std::is_same_v<S, double>) {
    const GroupStep<W>* const groups = walk.groups.data();
    State<Pack<S, W>> lanes{};
    for (int k = static_cast<int>(walk.groups.size()) - 1; k >= 0; --k) {
      const GroupStep<W>& g = groups[k];
      if (g.ends) take_from_slots<State>(lanes, g, slots);
      by_group_form(g.form, [&]<StepForm form>() TENON_INLINE_LAMBDA { limbs.template operator()<form>(g, k, lanes); });
      if (g.receives) show_in_slots<State>(lanes, g, slots);
    }
  }
}

// The limbs alone, from their tips: their sums are left in slots of the trunk.
template <template <class> class State, class S, int W, class T, class Limbs>
TENON_INLINE void sweep_limbs_inward(const Walk<W, T>& walk, S* slots, Limbs&& limbs) {
  clear_slots<State>(walk, slots);
  if constexpr (std::is_same_v<S, double>) {
    const GroupStep<W>* const groups = walk.groups.data();
    const int count = static_cast<int>(walk.groups.size());
    State<Pack<S, W>> lanes{};
    for (int k = 0; k < count; ++k) {
      const GroupStep<W>& g = groups[k];
      if (g.starts && k > 0) clear_lanes<State>(lanes, g.starts);
      if (g.receives) add_from_slots<State>(lanes, g, slots);
      by_group_form(g.form, [&]<StepForm form>() TENON_INLINE_LAMBDA { limbs.template operator()<form>(g, k, lanes); });
      if (g.ends) add_to_slots<State>(lanes, g, slots);
    }
  }
}

// Tips to base. A body finds in its state the sum of what its children left there.
template <template <class> class State, class S, int W, class T, class Trunk, class Limbs>
TENON_INLINE void sweep_inward(const Walk<W, T>& walk, S* slots, Trunk&& trunk, Limbs&& limbs) {
  sweep_limbs_inward<State>(walk, slots, limbs);
  const TrunkStep<T>* const steps = walk.trunk.data();
  bool tip = true;  // the step walked before is no child of this one
  State<S> x{};
  for (int t = static_cast<int>(walk.trunk.size()) - 1; t >= 0; --t) {
    const TrunkStep<T>& s = steps[t];
    if (tip) x = State<S>{};
    if (s.keeps) x += load_slot<State>(slots, s.body);
    by_form(s.form, [&]<StepForm form>() TENON_INLINE_LAMBDA { trunk.template operator()<form>(s, t, x); });
    if (!s.follows && s.parent > 0) add_to_slot<State>(x, slots, s.parent);
    tip = !s.follows;
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
