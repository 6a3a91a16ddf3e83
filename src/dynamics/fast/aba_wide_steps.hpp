// The inward sweep of forward dynamics with SIMD inside a body's step, for the trunk of a single call: serial arms and
// chains have no limbs to fill lanes with. The same equations as aba_steps.hpp's, the columns of the inertia in packs.
// [RBDA] Table 7.1. O(n).
#pragma once

#include "dynamics/fast/aba_steps.hpp"

namespace tenon {
inline namespace TENON_ISA {

// To and from the 27 numbers that slots hold.
TENON_INLINE WideLoad widened(const AbaLoad<double>& x) {
  const auto column = [](double a, double b, double c) { return Column(Column::Vector{a, b, c, 0}); };
  const auto& [A, B, C] = x.I;
  return {{column(A.xx, A.xy, A.xz), column(A.xy, A.yy, A.yz), column(A.xz, A.yz, A.zz)},
          {column(B.xx, B.yx, B.zx), column(B.xy, B.yy, B.zy), column(B.xz, B.yz, B.zz)},
          {column(C.xx, C.xy, C.xz), column(C.xy, C.yy, C.yz), column(C.xz, C.yz, C.zz)},
          column(x.p.linear.x, x.p.linear.y, x.p.linear.z),
          column(x.p.angular.x, x.p.angular.y, x.p.angular.z)};
}
TENON_INLINE WideLoad& operator+=(WideLoad& x, const WideLoad& y) {
  for (int j = 0; j < 3; ++j) x.A[j] += y.A[j], x.B[j] += y.B[j], x.C[j] += y.C[j];
  x.l += y.l, x.n += y.n;
  return x;
}
TENON_INLINE AbaLoad<double> narrowed(const WideLoad& x) {
  const auto symmetric = [](const Column(&c)[3]) {
    return Sym3<double>{c[0][0], c[0][1], c[0][2], c[1][1], c[1][2], c[2][2]};
  };
  const Column(&B)[3] = x.B;
  return {{symmetric(x.A),
           {B[0][0], B[1][0], B[2][0], B[0][1], B[1][1], B[2][1], B[0][2], B[1][2], B[2][2]},
           symmetric(x.C)},
          {{x.l[0], x.l[1], x.l[2]}, {x.n[0], x.n[1], x.n[2]}}};
}

template <bool moving>
TENON_INLINE void aba_add_body(const WideBody& k, const Force<double>& p, WideLoad& x) {
  for (int j = 0; j < 3; ++j) {
    x.A[j] += Column::load(k.A[j]);
    x.B[j] += Column::load(k.B[j]);
    x.C[j] += Column::load(k.C[j]);
  }
  if constexpr (moving) x.l += Column::load(&p.linear.x), x.n += Column::load(&p.angular.x);
}

// x - s U Uᵀ for s a number in all lanes, sU = s U.
TENON_INLINE void downdate(Column Ul, Column Un, Column sUl, Column sUn, WideLoad& x) {
  const Column l[3] = {broadcast<0>(Ul), broadcast<1>(Ul), broadcast<2>(Ul)};
  const Column n[3] = {broadcast<0>(Un), broadcast<1>(Un), broadcast<2>(Un)};
  for (int j = 0; j < 3; ++j) {
    x.A[j] = neg_mul_add(sUl, l[j], x.A[j]);
    x.B[j] = neg_mul_add(sUl, n[j], x.B[j]);
    x.C[j] = neg_mul_add(sUn, n[j], x.C[j]);
  }
}

// A joint of one degree of freedom; `revolute` also means: no armature. The joint's row and column leave the inertia
// after it is moved to the parent's frame, so that moving does not wait for 1/D.
template <bool moving, bool revolute, class Place>
TENON_INLINE WideLoad aba_inward(const StepConstants<double>& s, const WideBody& k, const WidePlacement& X, double tau,
                                 WideLoad x, Place& b) {
  static_assert(offsetof(Place, g) == offsetof(Place, G) + sizeof(Force<double>));
  aba_add_body<moving>(k, b.p, x);
  Column rows[3];  // of B
  transpose(x.B, rows);
  Column Ul = x.B[2], Un = x.C[2], D = broadcast<2>(Un), u = Column(tau) - broadcast<2>(x.n);
  if constexpr (!revolute) {
    const Column slide(s.slide), turn(s.turn);
    Ul = mul_add(slide, x.A[2], turn * x.B[2]), Un = mul_add(slide, rows[2], turn * x.C[2]);
    D = mul_add(slide, broadcast<2>(Ul), mul_add(turn, broadcast<2>(Un), Column(s.armature)));
    u = Column(tau) - mul_add(slide, broadcast<2>(x.l), turn * broadcast<2>(x.n));
  }
  const Column D_inverse = Column(1.0) / D;
  Column g = D_inverse * u;
  if constexpr (moving) {
    const Vec3<double>&l = b.c.linear, &r = b.c.angular;
    g -= D_inverse * Column(sum_xyz(mul_add(Column::load(&l.x), Ul, Column::load(&r.x) * Un)));
    for (int j = 0; j < 3; ++j) {
      const Column lj((&l.x)[j]), rj((&r.x)[j]);
      x.l = mul_add(x.A[j], lj, mul_add(x.B[j], rj, x.l));
      x.n = mul_add(rows[j], lj, mul_add(x.C[j], rj, x.n));
    }
  }
  x.l = mul_add(g, Ul, x.l), x.n = mul_add(g, Un, x.n);
  WideLoad y = act(X, x);
  const Column Wl = turned(X, Ul), Wn = plus_cross(X, Wl, turned(X, Un)), Gl = D_inverse * Wl, Gn = D_inverse * Wn;
  downdate(Wl, Wn, Gl, Gn, y);
  Gl.store(&b.G.linear.x);  // the last of its four numbers is written over by what follows
  Gn.store(&b.G.angular.x);
  b.g = g[0];
  if constexpr (requires { b.D_inverse; }) b.D_inverse = D_inverse[0];
  return y;
}

// Placements of the trunk's one-DoF joints, before the sweep, which waits for nothing then.
template <int W>
TENON_INLINE void wide_placements(const Walk<W>& walk, const JointState<double>* joint, WidePlacement* X) {
  const int n = static_cast<int>(walk.trunk.size());
  for (int t = 0; t < n; ++t) {
    const WideBody& k = walk.wide.data()[t];
    const Column s(joint[t].sine), c(joint[t].cosine), d(joint[t].slide);
    const Column x = Column::load(k.R[0]), y = Column::load(k.R[1]), z = Column::load(k.R[2]);
    mul_add(c, x, s * y).store(X[t].R[0]);
    neg_mul_add(s, x, c * y).store(X[t].R[1]);
    z.store(X[t].R[2]);
    mul_add(d, z, Column::load(k.p[0])).store(X[t].p[0]);
    mul_add(d, yzx(z), Column::load(k.p[1])).store(X[t].p[1]);
    mul_add(d, zxy(z), Column::load(k.p[2])).store(X[t].p[2]);
  }
}

// The trunk, tips to base; the limbs have left their sums in slots. Steps of one degree of freedom are
//   step.operator()<revolute>(s, t, x),   those of several   other(s, t, y)   on the 27 numbers.
template <int W, class Step, class Other>
TENON_INLINE void sweep_trunk_wide(const Walk<W>& walk, double* slots, Step&& step, Other&& other) {
  const TrunkStep<>* const steps = walk.trunk.data();
  bool tip = true;  // the step walked before is no child of this one
  WideLoad x{};
  for (int t = static_cast<int>(walk.trunk.size()) - 1; t >= 0; --t) {
    const TrunkStep<>& s = steps[t];
    const auto kept = [&] { return load_slot<AbaLoad>(static_cast<const double*>(slots), s.body); };
    if (s.form == StepForm::other) {
      AbaLoad<double> y = tip ? AbaLoad<double>{} : narrowed(x);
      if (s.keeps) y += kept();
      other(s, t, y);
      if (s.follows) x = widened(y);
      if (!s.follows && s.parent > 0) add_to_slot<AbaLoad>(y, slots, s.parent);
    } else {
      if (tip) x = WideLoad{};
      if (s.keeps) x += widened(kept());
      is_revolute(s.form) ? step.template operator()<true>(s, t, x) : step.template operator()<false>(s, t, x);
      if (!s.follows && s.parent > 0) add_to_slot<AbaLoad>(narrowed(x), slots, s.parent);
    }
    tip = !s.follows;
  }
}

// Tips to base: articulated inertias.
template <bool moving, int W>
[[gnu::noinline]] void aba_inertias_wide(const CompiledModel& model, const Walk<W>& walk,
                                         const AbaScratch<double, Pack<double, W>> w, const double* q,
                                         const double* tau) {
  using P = Pack<double, W>;
  wide_placements(walk, w.joint, w.wide);
  sweep_limbs_inward<AbaLoad>(walk, w.load, [&]<StepForm form>(const auto& g, int k, auto& x) TENON_INLINE_LAMBDA {
    x = aba_inward<moving, form>(g.k, w.joints[k], gather<P>(tau, g.v), x, w.places[k]);
  });
  sweep_trunk_wide(
      walk, w.load,
      [&]<bool revolute>(const TrunkStep<>& s, int t, WideLoad& x) TENON_INLINE_LAMBDA {
        x = aba_inward<moving, revolute>(s.k, walk.wide.data()[t], w.wide[t], tau[s.v], x, w.place[t]);
      },
      [&](const TrunkStep<>& s, int t, AbaLoad<double>& y) TENON_INLINE_LAMBDA {
        aba_inward_other<moving>(model, model.bodies[static_cast<std::size_t>(s.body)], s, q, tau, w.X[t], w.axes, y,
                                 w.place[t]);
      });
}

}  // namespace TENON_ISA
}  // namespace tenon
