// The forces of a subtree's joints, which CRBA carries from body to body: how they are stored, read and moved. A single
// call has four of them side by side in a register; over any other scalar they stand one by one.
#pragma once

#include "dynamics/paper/axes.hpp"
#include "walk/arena.hpp"
#include "walk/slots.hpp"
#include "walk/steps.hpp"

namespace tenon {
inline namespace TENON_ISA {

// S applied to a force, S the axis of a one-DoF joint.
template <StepForm form, class S, class C>
TENON_INLINE S along_joint(const StepConstants<C>& k, const Force<S>& f) {
  if constexpr (is_revolute(form)) return f.angular.z;
  return mul_add(lift<S>(k.slide), f.linear.z, lift<S>(k.turn) * f.angular.z);
}

// One force per degree of freedom.
template <class S>
struct ForceColumns {
  Force<S>* force;  // `this` is copied before loops: a store of an entry may alias what it points to

  static ForceColumns cut(const CompiledModel& model, Arena& arena) {
    return {arena.take<Force<S>>(static_cast<std::size_t>(model.nv))};
  }

  TENON_INLINE void set(int c, const Force<S>& f) const { force[c] = f; }

  // Column step.v is `own`. What the step's joint feels of columns [step.v, step.end) is a row of M; then they go from
  // the body's frame to its parent's. Returns the placement between the two.
  template <StepForm form, class T, class Matrix>
  TENON_INLINE auto pass(const CompiledModel&, const TrunkStep<T>& step, const JointState<S>& j, const Force<S>& own,
                         const Matrix& M) const {
    const int d = step.v, end = step.end;
    Force<S>* const force = this->force;
    const auto X = placement<form>(step.k, j);
    S diagonal = along_joint<form>(step.k, own);
    if constexpr (!is_revolute(form)) diagonal += lift<S>(step.k.armature);
    M.set(d, d, diagonal);
    if (step.parent == 0) {
      for (int c = d + 1; c < end; ++c) M.set(c, d, along_joint<form>(step.k, force[c]));
      return X;
    }
    force[d] = act(X, own);
    for (int c = d + 1; c < end; ++c) {
      const Force<S> f = force[c];
      M.set(c, d, along_joint<form>(step.k, f));
      force[c] = act(X, f);
    }
    return X;
  }
  // A row for each axis of a joint of several degrees of freedom, whose columns are set.
  template <JointKind kind, class Matrix>
  TENON_INLINE void rows(const CompiledModel& model, const Body& k, int end, const Matrix& M) const {
    forward_axes<kind>(k, [&]<Axis axis>(int d) TENON_INLINE_LAMBDA {
      M.set(d, d, element<axis>(force[d]) + S(model.armature[static_cast<std::size_t>(d)]));
      for (int c = d + 1; c < k.v + k.nv; ++c) M.set(c, d, element<axis>(force[c]));
    });
    for (int c = k.v + k.nv; c < end; ++c) {
      const Force<S> f = force[c];
      forward_axes<kind>(k, [&]<Axis axis>(int d) TENON_INLINE_LAMBDA { M.set(c, d, element<axis>(f)); });
    }
  }

  TENON_INLINE void move(const CompiledModel&, const Body& k, int end, const Transform<S>& X) const {
    for (int c = k.v; c < end; ++c) force[c] = act(X, force[c]);
  }
};

// Six rows of numbers, a column per degree of freedom: four forces at a time.
struct PackedColumns {
  using P = Pack<double, 4>;
  double* rows_;
  double* row_;  // what a joint that is no plain revolute reads
  int stride;

  static PackedColumns cut(const CompiledModel& model, Arena& arena) {
    const int stride = (model.nv + 7) / 4 * 4;
    return {arena.take<double>(static_cast<std::size_t>(6 * stride)),
            arena.take<double>(static_cast<std::size_t>(stride)), stride};
  }

  TENON_INLINE void set(int c, const Force<double>& f) const {
    double* const to = rows_ + c;
    to[0] = f.linear.x, to[stride] = f.linear.y, to[2 * stride] = f.linear.z;
    to[3 * stride] = f.angular.x, to[4 * stride] = f.angular.y, to[5 * stride] = f.angular.z;
  }

  template <StepForm form, class Matrix>
  TENON_INLINE auto pass(const CompiledModel& model, const TrunkStep<>& step, const JointState<double>& j,
                         const Force<double>& own, const Matrix& M) const {
    const int d = step.v, end = step.end;
    set(d, own);
    const double *lz = rows_ + 2 * stride, *az = rows_ + 5 * stride;
    if constexpr (is_revolute(form)) {
      M.row(d, end, az);
    } else {
      for (int c = d; c < end; ++c) row_[c] = mul_add(step.k.slide, lz[c], step.k.turn * az[c]);
      M.row(d, end, row_);
      M.add_to_diagonal(d, step.k.armature);
    }
    if (step.parent > 0)
      move(placement<form>(step.k, JointState<P>{P(j.sine), P(j.cosine), P(j.slide)}),
           model.run_first[static_cast<std::size_t>(d)], d, end, model.nv);
    return placement<form>(step.k, j);
  }
  template <JointKind kind, class Matrix>
  TENON_INLINE void rows(const CompiledModel& model, const Body& k, int end, const Matrix& M) const {
    if constexpr (kind == JointKind::free)
      M.six_rows(k.v, end, rows_, stride);
    else
      forward_axes<kind>(
          k, [&]<Axis axis>(int d) TENON_INLINE_LAMBDA { M.row(d, end, rows_ + static_cast<int>(axis) * stride); });
    for (int d = k.v; d < k.v + k.nv; ++d) M.add_to_diagonal(d, model.armature[static_cast<std::size_t>(d)]);
  }

  TENON_INLINE void move(const CompiledModel& model, const Body& k, int end, const Transform<double>& X) const {
    const int run = k.nv > 0 ? model.run_first[static_cast<std::size_t>(k.v)] : k.v;
    if (k.v < end) move(lift<P>(X), run, k.v, end, model.nv);
  }

 private:
  // Columns [begin, end), in blocks of four that begin at multiples of four (a load that straddles two earlier stores
  // would wait for both). Columns of other branches in the first and last block keep theirs; those of ancestors, from
  // `run` on, are not set yet and need no care.
  template <class X4>
  TENON_INLINE void move(const X4& X, int run, int begin, int end, int nv) const {
    const PackedColumns columns = *this;  // a copy, because a store of a pack may alias what `this` points to
    const auto masked = [&](int c) {
      const unsigned bits = 15u & (15u << (begin > c ? begin - c : 0)) & (15u >> (c + 4 > end ? c + 4 - end : 0));
      const Force<P> before = columns.load(c), after = act(X, before);
      const auto inside = lanes_of<P>(bits);
      const auto pick = [&](const Vec3<P>& a, const Vec3<P>& b) {
        return Vec3<P>{select(inside, a.x, b.x), select(inside, a.y, b.y), select(inside, a.z, b.z)};
      };
      columns.store({pick(after.linear, before.linear), pick(after.angular, before.angular)}, c);
    };
    int c = begin & ~3;
    if (c < run) masked(c), c += 4;
    const int full = end == nv ? end : end & ~3;
    for (; c < full; c += 4) columns.store(act(X, columns.load(c)), c);
    if (c < end) masked(c);
  }
  TENON_INLINE Force<P> load(int c) const {
    const auto at = [&](int row) TENON_INLINE_LAMBDA { return P::load(rows_ + row * stride + c); };
    return {{at(0), at(1), at(2)}, {at(3), at(4), at(5)}};
  }
  TENON_INLINE void store(const Force<P>& f, int c) const {
    const auto to = [&](int row) TENON_INLINE_LAMBDA { return rows_ + row * stride + c; };
    f.linear.x.store(to(0)), f.linear.y.store(to(1)), f.linear.z.store(to(2));
    f.angular.x.store(to(3)), f.angular.y.store(to(4)), f.angular.z.store(to(5));
  }
};

template <class S>
struct CrbaColumnsOf {
  using type = ForceColumns<S>;
};
template <>
struct CrbaColumnsOf<double> {
  using type = PackedColumns;
};
template <class S>
using CrbaColumns = typename CrbaColumnsOf<S>::type;

}  // namespace TENON_ISA
}  // namespace tenon
