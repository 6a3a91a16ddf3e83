// Inverse of the joint-space inertia matrix, fast: two sweeps in the root's frame. O(n²), the size of the answer.
// Follows the articulated-body recursion ([RBDA] Table 7.1) with every unit vector as the joint force at once; the idea
// of carrying all columns together is Carpentier's [Car18b]. In one common frame the sweeps need no transforms: F, the
// 6 × nv bias forces of a subtree, only grows, and siblings own disjoint columns, so one array serves the whole tree.
//   backward, tips to base, columns c of the subtree of dof d (c > d):
//     row_d[d] = 1/D,   row_d[c] = -(sᵀ F[c])/D,   F[c] += U row_d[c]  (c = d included)
//   forward, base to tips, all columns c >= d, P = acceleration of the parent for unit force c:
//     row_d[c] -= (Uᵀ P[c])/D,   P'[c] = P[c] + s row_d[c]
// Only c >= d is computed; the rest follows by symmetry.
#pragma once

#include <vector>
#include "dynamics/fast/root_frame.hpp"
#include "model/algorithm_facts.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {

// One degree of freedom after elimination.
template <class S>
struct MinverseAxis {
  S U[6];  // I^A s
  S D_inverse;
};

template <class S>
struct MinverseScratch {
  RootBody<S>* body;         // bodies
  ArticulatedInertia<S>* I;  // bodies
  MinverseAxis<S>* axis;     // nv
  S* axes;                   // 6 nv
  S* F;                      // 6 nv
  S* P;                      // 6 nv per level of the stack of open bodies
};

inline namespace TENON_ISA {

// rows[r][c] += u[r] y[c] for c in [begin, end).
template <class S>
TENON_INLINE void add_outer(const S (&u)[6], const S* y, int begin, int end, S* rows, int stride) {
  for (int r = 0; r < 6; ++r) {
    S* row = rows + static_cast<std::ptrdiff_t>(r) * stride;
    int c = begin;
    if constexpr (std::is_same_v<S, double>) {
      using P = Pack<double, 4>;
      for (; c + 4 <= end; c += 4) mul_add(P(u[r]), P::load(y + c), P::load(row + c)).store(row + c);
    }
    for (; c < end; ++c) row[c] = mul_add(u[r], y[c], row[c]);
  }
}

// y[c] += scale Σ_r f[r] rows[r][c].
template <class S>
TENON_INLINE void add_dot_range(const S& scale, const S (&f)[6], const S* rows, int stride, int begin, int end, S* y) {
  const S g[6] = {scale * f[0], scale * f[1], scale * f[2], scale * f[3], scale * f[4], scale * f[5]};
  int c = begin;
  if constexpr (std::is_same_v<S, double>) {
    using P = Pack<double, 4>;
    for (; c + 4 <= end; c += 4) {
      P sum = mul_add(P(g[0]), P::load(rows + c), P::load(y + c));
      P sum2 = P(g[1]) * P::load(rows + stride + c);
      sum = mul_add(P(g[2]), P::load(rows + 2 * stride + c), sum);
      sum2 = mul_add(P(g[3]), P::load(rows + 3 * stride + c), sum2);
      sum = mul_add(P(g[4]), P::load(rows + 4 * stride + c), sum);
      sum2 = mul_add(P(g[5]), P::load(rows + 5 * stride + c), sum2);
      (sum + sum2).store(y + c);
    }
  }
  for (; c < end; ++c) {
    S sum = y[c];
    for (int r = 0; r < 6; ++r) sum = mul_add(g[r], rows[r * stride + c], sum);
    y[c] = sum;
  }
}

// to[r][c] = from[r][c] + s[r] y[c]; from may be null (zero) or equal to `to`.
template <class S>
TENON_INLINE void sum_outer(const S* from, const S (&s)[6], const S* y, int begin, int end, S* to, int stride) {
  for (int r = 0; r < 6; ++r) {
    const S* in = from ? from + static_cast<std::ptrdiff_t>(r) * stride : nullptr;
    S* out = to + static_cast<std::ptrdiff_t>(r) * stride;
    int c = begin;
    if constexpr (std::is_same_v<S, double>) {
      using P = Pack<double, 4>;
      for (; c + 4 <= end; c += 4) {
        const P step = P(s[r]) * P::load(y + c);
        (in ? mul_add(P(s[r]), P::load(y + c), P::load(in + c)) : step).store(out + c);
      }
    }
    for (; c < end; ++c) out[c] = in ? mul_add(s[r], y[c], in[c]) : s[r] * y[c];
  }
}

template <class S>
TENON_INLINE void minverse_backward(const CompiledModel& model, const MinverseScratch<S>& w, S* Minv) {
  const int nv = model.nv;
  for (int i = 1; i < model.body_count(); ++i) w.I[i] = articulated(w.body[i].I);
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body& k = model.bodies[i];
    const int last = model.dof_end[i];
    for (int d = k.v + k.nv - 1; d >= k.v; --d) {
      const Motion<S> s = load_column(w.axes, nv, d);
      const Force<S> U = w.I[i] * s;
      MinverseAxis<S>& x = w.axis[d];
      x = {{U.linear.x, U.linear.y, U.linear.z, U.angular.x, U.angular.y, U.angular.z},
           S(1) / (dot(s, U) + S(model.armature[d]))};
      S* row = Minv + static_cast<std::ptrdiff_t>(d) * nv;
      const S h = -x.D_inverse;
      const S f[6] = {h * s.linear.x,  h * s.linear.y,  h * s.linear.z,
                      h * s.angular.x, h * s.angular.y, h * s.angular.z};
      dot_range(f, w.F, nv, d + 1, last, row);
      row[d] = x.D_inverse;
      if (k.parent == 0 && d == k.v) continue;
      for (int r = 0; r < 6; ++r) w.F[r * nv + d] = x.U[r] * x.D_inverse;
      add_outer(x.U, row, d + 1, last, w.F, nv);
      w.I[i] = rank_one_downdate(w.I[i], x.D_inverse, U);
    }
    if (k.parent > 0) w.I[k.parent] += w.I[i];
  }
}

template <class S>
TENON_INLINE void minverse_forward(const CompiledModel& model, const MinverseScratch<S>& w, S* Minv) {
  const int nv = model.nv;
  int tree_end = 0;
  for (int i = 1; i < model.body_count(); ++i) {
    const Body& k = model.bodies[i];
    if (k.parent == 0) tree_end = model.dof_end[i];
    const S* parent = k.parent > 0 && model.level[k.parent] >= 0
                          ? w.P + static_cast<std::ptrdiff_t>(model.level[k.parent]) * 6 * nv
                          : nullptr;
    if (k.nv == 0) continue;  // a fixed body shares its parent's level
    S* own = model.level[i] >= 0 ? w.P + static_cast<std::ptrdiff_t>(model.level[i]) * 6 * nv : nullptr;
    for (int d = k.v; d < k.v + k.nv; ++d) {
      S* row = Minv + static_cast<std::ptrdiff_t>(d) * nv;
      for (int c = model.dof_end[i]; c < nv; ++c) row[c] = S(0);
      if (parent) add_dot_range(-w.axis[d].D_inverse, w.axis[d].U, parent, nv, d, tree_end, row);
      if (!own) continue;
      const Motion<S> s = load_column(w.axes, nv, d);
      const S column[6] = {s.linear.x, s.linear.y, s.linear.z, s.angular.x, s.angular.y, s.angular.z};
      sum_outer(parent, column, row, d, tree_end, own, nv);
      parent = own;
    }
  }
}

// Minv: nv x nv row-major; entries on and above the diagonal are written.
template <class S>
void minverse_kernel(const CompiledModel& model, const MinverseScratch<S>& w, S* sine, S* cosine, const S* q, S* Minv) {
  root_frame(model, q, sine, cosine, w.body, w.axes);
  minverse_backward(model, w, Minv);
  minverse_forward(model, w, Minv);
}

struct AbaMinverse {
  static constexpr AlgorithmFacts facts{.name = "aba-minverse",
                                        .family = "minverse",
                                        .paper = "RBDA",
                                        .listing = "Table 7.1 on unit vectors",
                                        .complexity = "O(n²)",
                                        .weights = {0, 117.6, 0.058}};
  template <class Ask>
  static void compute(const Ask& ask) {
    ask.check_q(), ask.check_out(ask.nv * ask.nv, "Minv");
    minverse_by_sweeps(ask.model.compiled(), checked(ask.model, ask.ws), ask.given.q, ask.out, Triangle::both);
  }
  template <class Run>
  static void count(Run& run) {
    using N = typename Run::Number;
    auto& M = run.square();
    const std::size_t bodies = run.model.bodies.size(), nv = run.out.size();
    std::vector<RootBody<N>> body(bodies);
    std::vector<ArticulatedInertia<N>> I(bodies);
    std::vector<MinverseAxis<N>> axis(nv);
    std::vector<N> axes(6 * nv), F(6 * nv), P(6 * nv * static_cast<std::size_t>(run.model.levels));
    minverse_kernel(run.model, {body.data(), I.data(), axis.data(), axes.data(), F.data(), P.data()}, run.sine.data(),
                    run.cosine.data(), run.q.data(), M.data());
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
