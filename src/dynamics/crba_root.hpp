// Joint-space inertia matrix, fast version of crba.hpp: composite inertias and axes in the root's frame
// (root_frame.hpp), so that an entry is one product of six numbers instead of a transform, and a row is a contiguous
// loop over the runs of its ancestors. O(n d). Writes the lower triangle with its zeros; entries above the diagonal are
// left alone.
#pragma once

#include "dynamics/root_frame.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Row `dof` of M for the force f on its axis: products with all supporting axes, zeros between their runs.
template <class S>
TENON_INLINE void support_row(const CompiledModel& model, const S (&f)[6], const S* axes, int dof, S* row) {
  for (int j = dof; j >= 0;) {
    const int first = model.run_first[j], next = model.lambda[first + 1] - 1;
    dot_range(f, axes, model.nv, first, j + 1, row);
    for (int c = next + 1; c < first; ++c) row[c] = S(0);
    j = next;
  }
}

template <class S>
void crba_root_kernel(const CompiledModel& model, RootBody<S>* body, S* axes, S* sine, S* cosine, const S* q, S* M) {
  root_frame(model, q, sine, cosine, body, axes);
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body& k = model.bodies[i];
    for (int dof = k.v; dof < k.v + k.nv; ++dof) {
      const Force<S> F = body[i].I * load_column(axes, model.nv, dof);
      const S f[6] = {F.linear.x, F.linear.y, F.linear.z, F.angular.x, F.angular.y, F.angular.z};
      S* row = M + static_cast<std::ptrdiff_t>(dof) * model.nv;
      support_row(model, f, axes, dof, row);
      row[dof] += S(model.armature[dof]);
    }
    if (k.parent > 0) body[k.parent].I += body[i].I;
  }
}

// Copies the lower triangle to the upper one (or back), in blocks of 4 x 4 turned over in registers; tiles of blocks
// keep both sides in cache.
inline void mirror(double* M, int n, bool lower_to_upper) {
  using P = Pack<double, 4>;
  constexpr int tile = 32;
  const std::ptrdiff_t stride = n;
  const int whole = n & ~3;
  const auto turn_over = [&](int i, int j) {  // rows i.., columns j.. below the diagonal
    double *low = M + i * stride + j, *up = M + j * stride + i, *from = lower_to_upper ? low : up,
           *to = lower_to_upper ? up : low;
    P a = P::load(from), b = P::load(from + stride), c = P::load(from + 2 * stride), d = P::load(from + 3 * stride);
    transpose(a, b, c, d);
    a.store(to), b.store(to + stride), c.store(to + 2 * stride), d.store(to + 3 * stride);
  };
  const auto copy = [&](int i, int j) {
    double &low = M[i * stride + j], &up = M[j * stride + i];
    (lower_to_upper ? up : low) = lower_to_upper ? low : up;
  };
  for (int ti = 0; ti < whole; ti += tile)
    for (int tj = 0; tj <= ti; tj += tile)
      for (int i = ti; i < ti + tile && i < whole; i += 4) {
        for (int j = tj; j < tj + tile && j < i; j += 4) turn_over(i, j);
        if (tj == ti)
          for (int r = 1; r < 4; ++r)
            for (int c = 0; c < r; ++c) copy(i + r, i + c);
      }
  for (int i = whole; i < n; ++i)
    for (int j = 0; j < i; ++j) copy(i, j);
}

}  // namespace TENON_ISA
}  // namespace tenon
