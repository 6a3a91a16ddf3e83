// Joint-space inertia matrix, fast. [RBDA] Table 6.2 with screw placements; O(n d), d the depth of the tree.
// Limbs in lanes: composite inertias from tip to root, and each body's force carried to the limb's root. On the trunk,
// the forces of a subtree are columns c in [first, dof_end) of six rows, moved from body to body four at a time; what a
// joint reads of them is a row of M. No placement relative to the world is ever formed.
#pragma once

#include <algorithm>

#include "dynamics/axes.hpp"
#include "dynamics/mirror.hpp"
#include "kinematics/sweeps.hpp"
#include "spatial/arena.hpp"

namespace tenon {

template <class S, class P>
struct CrbaScratch {
  JointState<S>* joint;   // trunk steps
  JointState<P>* joints;  // groups
  S* inertia;             // slots of Inertia
  S* columns;             // six rows of `stride` numbers
  S* row;                 // `stride` numbers
  int stride;
};

inline namespace TENON_ISA {

template <class S, int W>
CrbaScratch<S, Pack<double, W>> crba_scratch(const CompiledModel& model, const Walk<W>& walk, Arena& arena) {
  const int stride = (model.nv + 7) / 4 * 4;
  return {arena.take<JointState<S>>(walk.trunk.size()),
          arena.take<JointState<Pack<double, W>>>(walk.groups.size()),
          arena.take<S>(model.bodies.size() * slot_stride<Inertia>),
          arena.take<S>(static_cast<std::size_t>(6 * stride)),
          arena.take<S>(static_cast<std::size_t>(stride)),
          stride};
}

// Where the entries of M go. The M of a deep tree is written row by row above the diagonal, and mirrored at the end:
// down a column every entry would be a cache line of its own. A shallow tree has few entries.
template <class S>
struct MassMatrix {
  S* M;
  std::ptrdiff_t nv;
  bool lower, upper;
  bool small;  // entry by entry
  bool zeros;  // whether entries between branches are written

  TENON_INLINE void set(int i, int j, const S& x) const {  // j supports i
    if (lower) M[i * nv + j] = x;
    if (upper) M[j * nv + i] = x;
  }
};

// Zeros are most of what CRBA stores of a branched robot; short runs do not pay for a call of memset().
TENON_INLINE void store_zeros(double* to, std::ptrdiff_t n) {
  using P = Pack<double, 4>;
  if (n > 512) {
    std::fill(to, to + n, 0.0);
  } else if (n >= 4) {
    for (std::ptrdiff_t k = 0; k < n - 4; k += 4) {
      P(0).store(to + k);
      asm volatile("" ::: "memory");  // or the compiler makes it that call
    }
    P(0).store(to + n - 4);
  } else {
    for (std::ptrdiff_t k = 0; k < n; ++k) to[k] = 0;
  }
}

// I S of a one-DoF joint and S applied to a force.
template <StepForm form, class S, class C>
TENON_INLINE Force<S> joint_column(const StepConstants<C>& k, const Inertia<S>& I) {
  const S o(0);
  if constexpr (is_revolute(form)) {
    return {{-I.h.y, I.h.x, o}, {I.I.xz, I.I.yz, I.I.zz}};
  } else {
    const S t = lift<S>(k.turn), s = lift<S>(k.slide);
    return {{-(t * I.h.y), t * I.h.x, s * I.m},
            {mul_add(s, I.h.y, t * I.I.xz), neg_mul_add(s, I.h.x, t * I.I.yz), t * I.I.zz}};
  }
}
template <StepForm form, class S, class C>
TENON_INLINE S along_joint(const StepConstants<C>& k, const Force<S>& f) {
  if constexpr (is_revolute(form)) return f.angular.z;
  return mul_add(lift<S>(k.slide), f.linear.z, lift<S>(k.turn) * f.angular.z);
}

// Six rows of numbers as forces, `Lanes` columns from c on.
template <class P, class S>
TENON_INLINE Force<P> load_columns(const S* rows, int stride, int c) {
  return {{P::load(rows + c), P::load(rows + stride + c), P::load(rows + 2 * stride + c)},
          {P::load(rows + 3 * stride + c), P::load(rows + 4 * stride + c), P::load(rows + 5 * stride + c)}};
}
template <class P, class S>
TENON_INLINE void store_columns(const Force<P>& f, S* rows, int stride, int c) {
  f.linear.x.store(rows + c), f.linear.y.store(rows + stride + c), f.linear.z.store(rows + 2 * stride + c);
  f.angular.x.store(rows + 3 * stride + c), f.angular.y.store(rows + 4 * stride + c);
  f.angular.z.store(rows + 5 * stride + c);
}
template <class S>
TENON_INLINE void set_column(const Force<S>& f, S* rows, int stride, int c) {
  rows[c] = f.linear.x, rows[stride + c] = f.linear.y, rows[2 * stride + c] = f.linear.z;
  rows[3 * stride + c] = f.angular.x, rows[4 * stride + c] = f.angular.y, rows[5 * stride + c] = f.angular.z;
}

// Columns [begin, end) from a body's frame to its parent's, in blocks of four that begin at multiples of four (a load
// that straddles two earlier stores would wait for both). Columns of other branches in the first and last block keep
// theirs; those of ancestors, from `run` on, are not set yet and need no care.
template <class X4>
TENON_INLINE void move_columns(const X4& X, double* rows, int stride, int run, int begin, int end, int nv) {
  using P = Pack<double, 4>;
  const auto masked = [&](int c) {
    const unsigned bits = 15u & (15u << (begin > c ? begin - c : 0)) & (15u >> (c + 4 > end ? c + 4 - end : 0));
    const Force<P> before = load_columns<P>(rows, stride, c), after = act(X, before);
    const auto inside = lanes_of<P>(bits);
    const auto pick = [&](const Vec3<P>& a, const Vec3<P>& b) {
      return Vec3<P>{select(inside, a.x, b.x), select(inside, a.y, b.y), select(inside, a.z, b.z)};
    };
    store_columns(Force<P>{pick(after.linear, before.linear), pick(after.angular, before.angular)}, rows, stride, c);
  };
  int c = begin & ~3;
  if (c < run) masked(c), c += 4;
  const int full = end == nv ? end : end & ~3;
  for (; c < full; c += 4) store_columns(act(X, load_columns<P>(rows, stride, c)), rows, stride, c);
  if (c < end) masked(c);
}

// A limb group: its composite inertia is known; carries the lanes' forces to the roots of their limbs.
template <int W>
TENON_INLINE void crba_carry_limbs(const Walk<W>& walk, const CrbaScratch<double, Pack<double, W>>& w,
                                   const MassMatrix<double>& M, int first, Force<Pack<double, W>> f) {
  using P = Pack<double, W>;
  const GroupStep<W>& own = walk.groups[static_cast<std::size_t>(first)];
  unsigned alive = own.active;
  for (int k = first;; ++k) {
    const GroupStep<W>& g = walk.groups[static_cast<std::size_t>(k)];
    P entry;
    by_group_form(g.form, [&]<StepForm form>() TENON_INLINE_LAMBDA {
      entry = along_joint<form>(g.k, f);
      if (k == first) entry += lift<P>(g.k.armature);
      f = act(placement<form>(g.k, w.joints[k]), f);
    });
    for (int l = 0; l < W; ++l)
      if (alive >> l & 1) M.set(own.v[l], g.v[l], entry[l]);
    for (int l = 0; l < W; ++l)
      if (alive & g.ends & (1u << l))
        set_column<double>(
            {{f.linear.x[l], f.linear.y[l], f.linear.z[l]}, {f.angular.x[l], f.angular.y[l], f.angular.z[l]}},
            w.columns, w.stride, own.v[l]);
    alive &= ~static_cast<unsigned>(g.ends);
    if (!alive) return;
  }
}

// Row d of M: what axis d feels of the columns [d, end), from row `axis` of them.
TENON_INLINE void crba_row(const MassMatrix<double>& M, int d, int end, const double* row) {
  if (M.upper) {
    using P = Pack<double, 4>;
    double* to = M.M + d * M.nv;
    int c = d;
    for (; c + 4 <= end; c += 4) P::load(row + c).store(to + c);
    for (; c < end; ++c) to[c] = row[c];
  }
  if (!M.small && M.zeros) std::fill(M.M + d * M.nv + end, M.M + (d + 1) * M.nv, 0.0);
  if (M.lower)
    for (int c = d; c < end; ++c) M.M[c * M.nv + d] = row[c];
}

// The same for the six axes of a free joint, d … d + 5: four columns at a time, turned over for the lower triangle.
TENON_INLINE void crba_six_rows(const MassMatrix<double>& M, int d, int end, const double* columns, int stride) {
  using P = Pack<double, 4>;
  for (int block = d; block < end; block += 4) {
    const int c = std::min(block, end - 4);  // the last one overlaps the one before
    P x[6];
    for (int i = 0; i < 6; ++i) {
      x[i] = P::load(columns + i * stride + c);
      x[i].store(M.M + (d + i) * M.nv + c);
    }
    if (!M.small) continue;
    P y = x[4], z = x[5], u = x[4], v = x[5];
    transpose(x[0], x[1], x[2], x[3]);
    transpose(y, z, u, v);
    const P last[4] = {y, z, u, v};
    for (int i = 0; i < 4; ++i) {
      double* to = M.M + (c + i) * M.nv + d;
      x[i].store(to);
      std::memcpy(to + 4, &last[i], 2 * sizeof(double));
    }
  }
  if (!M.small && M.zeros)
    for (int i = d; i < d + 6; ++i) std::fill(M.M + i * M.nv + end, M.M + (i + 1) * M.nv, 0.0);
}

// A body on the trunk: its own columns, its rows of M, and all columns of its subtree moved to the parent.
template <StepForm form, int W>
TENON_INLINE void crba_inward(const CompiledModel& model, const TrunkStep<>& s, const JointState<double>& j,
                              const CrbaScratch<double, Pack<double, W>>& w, const MassMatrix<double>& M,
                              Inertia<double>& I) {
  using P4 = Pack<double, 4>;
  const int d = s.v, end = s.end;
  set_column(joint_column<form>(s.k, I), w.columns, w.stride, d);
  const double *lz = w.columns + 2 * w.stride, *az = w.columns + 5 * w.stride;
  if constexpr (is_revolute(form)) {
    crba_row(M, d, end, az);
  } else {
    for (int c = d; c < end; ++c) w.row[c] = mul_add(s.k.slide, lz[c], s.k.turn * az[c]);
    crba_row(M, d, end, w.row);
    M.M[d * M.nv + d] += s.k.armature;
  }
  if (s.parent == 0) return;
  move_columns(placement<form>(s.k, JointState<P4>{P4(j.sine), P4(j.cosine), P4(j.slide)}), w.columns, w.stride,
               model.run_first[static_cast<std::size_t>(d)], d, end, model.nv);
  I = act(placement<form>(s.k, j), I);
}
// The same for a joint of several degrees of freedom.
template <int W>
TENON_INLINE void crba_inward_other(const CompiledModel& model, const TrunkStep<>& s, const double* q,
                                    const CrbaScratch<double, Pack<double, W>>& w, const MassMatrix<double>& M,
                                    Inertia<double>& I) {
  const Body& k = model.bodies[static_cast<std::size_t>(s.body)];
  const int end = s.end;
  by_kind(k.kind, [&]<JointKind kind>() TENON_INLINE_LAMBDA {
    const ArticulatedInertia<double> full = articulated(I);
    forward_axes<kind>(
        k, [&]<Axis axis>(int d) TENON_INLINE_LAMBDA { set_column(column<axis>(full), w.columns, w.stride, d); });
    if constexpr (kind == JointKind::free)
      crba_six_rows(M, k.v, end, w.columns, w.stride);
    else
      forward_axes<kind>(k, [&]<Axis axis>(int d) TENON_INLINE_LAMBDA {
        crba_row(M, d, end, w.columns + static_cast<int>(axis) * w.stride);
      });
    for (int d = k.v; d < k.v + k.nv; ++d) M.M[d * M.nv + d] += model.armature[static_cast<std::size_t>(d)];
    if (s.parent == 0) return;
    const Transform<double> X = joint_placement<kind>(k, q, q, q);
    const int run = k.nv > 0 ? model.run_first[static_cast<std::size_t>(k.v)] : k.v;
    if (k.v < end) move_columns(lift<Pack<double, 4>>(X), w.columns, w.stride, run, k.v, end, model.nv);
    I = act(X, I);
  });
}

// No group of the walk may carry other limbs (limbs of the first level only): their columns would have to move in
// lanes. The triangle that is not asked for holds anything afterwards.
template <int W>
void crba_walk(const CompiledModel& model, const Walk<W>& walk, const CrbaScratch<double, Pack<double, W>> w,
               const double* q, double* matrix, bool lower, bool upper, bool zeros) {
  using P = Pack<double, W>;
  const bool small = model.depth <= shallow;
  const MassMatrix<double> M{matrix, model.nv, lower && small, upper || !small, small, zeros};
  joint_states(walk, q, w.joint, w.joints);
  if (zeros && small) {
    for (const ZeroRun& run : model.zero_runs) store_zeros(M.M + run.begin, run.size);
  } else if (zeros) {
    for (const GroupStep<W>& g : walk.groups)  // trunk steps fill their own rows
      for (int l = 0; l < W; ++l) std::fill(M.M + g.v[l] * M.nv + g.v[l], M.M + (g.v[l] + 1) * M.nv, 0.0);
  }

  sweep_inward<Inertia>(
      walk, w.inertia,
      [&]<StepForm form>(const auto& s, int t, Inertia<double>& I) TENON_INLINE_LAMBDA {
        I += s.k.I;
        if constexpr (form == StepForm::other)
          crba_inward_other<W>(model, s, q, w, M, I);
        else
          crba_inward<form, W>(model, s, w.joint[t], w, M, I);
      },
      [&]<StepForm form>(const auto& g, int k, auto& I) TENON_INLINE_LAMBDA {
        I += lift<P>(g.k.I);
        crba_carry_limbs<W>(walk, w, M, k, joint_column<form>(g.k, I));
        I = act(placement<form>(g.k, w.joints[k]), I);
      });
  if (lower && !small) mirror(matrix, model.nv, false);
}

}  // namespace TENON_ISA
}  // namespace tenon
