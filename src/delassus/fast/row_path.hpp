// Columns along a path of a RowPlan: from joint to joint, what each leaves behind being kept. [PVr] Alg. 3 lines
// 12, 13.
#pragma once

#include "delassus/fast/row_scratch.hpp"

namespace tenon {

inline namespace TENON_ISA {

// Where a walk left a body's numbers: number n is at[n * stride].
template <class S>
struct Strided {
  const S* at;
  int stride;
  S operator[](int n) const { return at[n * stride]; }
};
template <template <class> class Struct, class S, class P>
TENON_INLINE Strided<S> strided(const RowStep& r, const Struct<S>* trunk, const Struct<P>* groups) {
  if constexpr (std::is_same_v<S, double>)
    if (r.lane >= 0) return {reinterpret_cast<const double*>(groups + r.place) + r.lane, P::width};
  return {reinterpret_cast<const S*>(trunk + r.place), 1};
}
template <class S, class P>
TENON_INLINE JointState<Columns<S>> joint_of(const RowStep& r, const RowScratch<S, P>& w) {
  using Col = Columns<S>;
  const Strided<S> j = strided(r, w.joint, w.joints);
  return {Col(j[0]), Col(j[1]), Col(j[2])};
}
template <class S>
TENON_INLINE RowPlace<Columns<S>> spread(const Strided<S>& b) {
  using Col = Columns<S>;
  return {{{Col(b[0]), Col(b[1]), Col(b[2])}, {Col(b[3]), Col(b[4]), Col(b[5])}}, Col(b[6])};
}
template <class S>
TENON_INLINE Transform<Columns<S>> spread(const Transform<S>& X) {
  using Col = Columns<S>;
  const Mat3<S>& R = X.R;
  return {{Col(R.xx), Col(R.xy), Col(R.xz), Col(R.yx), Col(R.yy), Col(R.yz), Col(R.zx), Col(R.zy), Col(R.zz)},
          {Col(X.p.x), Col(X.p.y), Col(X.p.z)}};
}

// Columns through a joint of none or several degrees of freedom; keep(n, w, t) for each of them.
template <class S, class T, class Keep>
TENON_INLINE void pass_other(const CompiledModel& model, const TrunkStep<T>& s, bool block, const Transform<S>& X,
                             const RowPlace<S>* axes, Force<Columns<S>>& f, Keep&& keep) {
  using Col = Columns<S>;
  if (block) {
    constexpr int stride = sizeof(RowPlace<S>) / sizeof(S);
    Force<Col> a = apply_matrix<Force<Col>>(reinterpret_cast<const S*>(axes + s.v), stride, f);
    for (int n = 0; n < 6; ++n) keep(n, numbers_of(f)[n], numbers_of(a)[n]);
    return;
  }
  const Body& k = model.bodies[static_cast<std::size_t>(s.body)];
  by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA {
    backward_axes<kind>(k, [&]<Axis axis>(int dof) TENON_INLINE_LAMBDA {
      const RowPlace<Col> b = spread(Strided<S>{reinterpret_cast<const S*>(axes + dof), 1});
      const Col component = element<axis>(f), t = b.D_inverse * component;
      keep(k.v + k.nv - 1 - dof, component, t);
      f -= t * b.U;
    });
  });
  if (s.parent > 0) f = act(spread(X), f);
}

// Part 2 for one path: `count` packs, known to the compiler or given (0); f is what the columns start as.
template <int count, bool damped, class S, int W, class T>
TENON_INLINE void row_path(const CompiledModel& model, const TrunkStep<T>* constants, const RowStep* steps,
                           const RowPath& path, const RowScratch<S, Pack<double, W>>& w, Columns<S>* left,
                           Force<Columns<S>>* in_memory) {
  using Col = Columns<S>;
  const int packs = count > 0 ? count : path.packs;
  Force<Col> in_registers[count > 0 ? count : 1];
  Force<Col>* const f = count > 0 ? in_registers : in_memory;
  for (int p = 0; p < count; ++p) f[p] = in_memory[p];
  for (const RowStep *r = steps + path.first_step, *end = r + path.steps; r != end; ++r) {
    const TrunkStep<T>& s = constants[r->step];
    by_form(r->form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
      if constexpr (form == StepForm::other) {
        const int nv = model.bodies[static_cast<std::size_t>(s.body)].nv;
        for (int p = 0; p < packs; ++p)
          pass_other(model, s, !damped && s.block, w.X[r->place], w.axes, f[p],
                     [&](int n, const Col& a, const Col& t)
                         TENON_INLINE_LAMBDA { left[2 * n * packs + p] = a, left[(2 * n + 1) * packs + p] = t; });
        left += 2 * nv * packs;
      } else {
        const JointState<Col> j = joint_of(*r, w);
        const RowPlace<Col> b = spread(strided(*r, w.place, w.places));
        for (int p = 0; p < packs; ++p) pass<form>(s.k, j, b, s.parent == 0, f[p], left[p], left[packs + p]);
        left += 2 * packs;
      }
    });
  }
  for (int p = 0; p < count; ++p) in_memory[p] = f[p];
}

}  // namespace TENON_ISA
}  // namespace tenon
