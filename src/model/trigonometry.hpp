// Sines and cosines of all joint angles, before the sweep that needs them.
#pragma once

#include "model/compiled.hpp"
#include "spatial/counted.hpp"
#include "spatial/dual.hpp"
#include "spatial/pack.hpp"
#include "spatial/sincos.hpp"

namespace tenon {
inline namespace TENON_ISA {

inline bool is_angular(JointKind kind) { return kind == JointKind::revolute || kind == JointKind::helical; }

// sine[k] and cosine[k] belong to q[k]; entries of other joints' coordinates are not meaningful.
template <class S>
void joint_trigonometry(const CompiledModel& model, const S* q, S* sine, S* cosine) {
  if constexpr (std::is_same_v<S, double>) {
    // Cheaper than picking: all coordinates, four at a time; lanes equal the scalar call to the bit.
    using P = Pack<double, 4>;
    int k = 0;
    for (; k + 4 <= model.nq; k += 4) {
      P s, c;
      sincos(P::load(q + k), s, c);
      s.store(sine + k);
      c.store(cosine + k);
    }
    for (; k < model.nq; ++k) sincos(q[k], sine[k], cosine[k]);
  } else {
    for (const Body& body : model.bodies)
      if (is_angular(body.kind)) sincos(q[body.q], sine[body.q], cosine[body.q]);
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
