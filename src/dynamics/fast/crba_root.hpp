// Joint-space inertia matrix, fast version of paper/crba.hpp: composite inertias and axes in the root's frame
// (fast/root_frame.hpp), so that an entry is one product of six numbers instead of a transform, and a row is a
// contiguous loop over the runs of its ancestors. O(n d). Writes the lower triangle with its zeros; entries above the
// diagonal are left alone.
#pragma once

#include "dynamics/fast/root_frame.hpp"
#include "dynamics/mirror.hpp"

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

}  // namespace TENON_ISA
}  // namespace tenon
