// Delassus matrix in joint space with branch-induced sparsity.  [PVr] section II-A (eqs 4–6), after [Fea10].
// O(n d² + m d² + m² d).  Steps, numbered here because the paper lists none:
//   1  M by CRBA, M = LᵀL in place (factorization/paper/ltl.hpp)         eq. 4
//   2  J, nonzero only on a constraint's support                  (rows moved from body to body towards the root)
//   3  Y = J L⁻¹ on the same support                              eq. 5
//   4  Λ⁻¹ = Y Yᵀ over the common part of two supports            eq. 6
// Takes every kind of row: a support is the set of degrees of freedom that a constraint's rows depend on, closed under
// parents, made when the set was compiled. Departures: body frames; multi-DoF joints by [Fea05]'s expanded tree.
#pragma once

#include "delassus/paper/start.hpp"
#include "factorization/paper/ltl.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Step 2, for constraints that hold one body each; the placements are CRBA's.
template <class S>
void ltl_osim_jacobian(const CompiledModel& model, const ConstraintSet::Data& set, const DelassusScratch<S>& w,
                       const CrbaBody<S>* body) {
  if (set.world_aligned)
    for (int i = 1; i < model.body_count(); ++i) {
      const int up = model.bodies[static_cast<std::size_t>(i)].parent;
      if (set.branching.supports(i)) w.body[i].R_w = up == 0 ? body[i].X.R : w.body[up].R_w * body[i].X.R;
    }
  place_rows(set, w);
  for (int e = 0; e < set.branching.effector_count(); ++e) {
    const Effector& x = set.branching.effector(e);
    for (int r = 0; r < x.rows; ++r) {
      S* row = w.J + static_cast<std::ptrdiff_t>(x.user_row + r) * model.nv;
      Force<S> f = w.K[x.row + r];
      for (int i = x.body; i > 0; i = model.bodies[static_cast<std::size_t>(i)].parent) {
        const Body& k = model.bodies[static_cast<std::size_t>(i)];
        joint_force(k, f, row + k.v);
        if (k.parent > 0) f = act(body[i].X, f);
      }
    }
  }
}

// Step 3, in place: columns of a row from the tips, as L⁻ᵀ works on Jᵀ.
template <class S>
void ltl_osim_solve(const CompiledModel& model, const ConstraintSet::Data& set, const MatrixView<S>& L, S* J) {
  for (int c = 0; c < static_cast<int>(set.constraints.size()); ++c) {
    const CompiledConstraint& x = set.constraints[static_cast<std::size_t>(c)];
    const auto support = set.support_of(c);
    for (int r = 0; r < x.rows; ++r) {
      S* y = J + static_cast<std::ptrdiff_t>(x.row + r) * model.nv;
      for (std::size_t s = support.size(); s-- > 0;) {
        const int i = support[s] + 1;  // L counts from 1
        y[i - 1] = y[i - 1] / L(i, i);
        for (int j = model.lambda[static_cast<std::size_t>(i)]; j != 0; j = model.lambda[static_cast<std::size_t>(j)])
          y[j - 1] = neg_mul_add(L(i, j), y[i - 1], y[j - 1]);
      }
    }
  }
}

// Step 4.
template <class S>
void ltl_osim_product(const CompiledModel& model, const ConstraintSet::Data& set, const S* Y, S* out) {
  const int count = static_cast<int>(set.constraints.size());
  for (int c = 0; c < count; ++c)
    for (int d = c; d < count; ++d) {
      const CompiledConstraint &x = set.constraints[static_cast<std::size_t>(c)],
                               &z = set.constraints[static_cast<std::size_t>(d)];
      const auto of_x = set.support_of(c), of_z = set.support_of(d);
      for (int a = x.row; a < x.row + x.rows; ++a)
        for (int b = z.row; b < z.row + z.rows; ++b) {
          if (b < a) continue;
          const S *ya = Y + static_cast<std::ptrdiff_t>(a) * model.nv,
                  *yb = Y + static_cast<std::ptrdiff_t>(b) * model.nv;
          S sum(0);
          for (std::size_t s = 0, t = 0; s < of_x.size() && t < of_z.size();) {
            if (of_x[s] == of_z[t]) sum = mul_add(ya[of_x[s]], yb[of_x[s]], sum);
            const int i = of_x[s], j = of_z[t];
            s += i <= j, t += j <= i;
          }
          out[static_cast<std::ptrdiff_t>(a) * set.rows + b] = out[static_cast<std::ptrdiff_t>(b) * set.rows + a] = sum;
        }
    }
}

// For other kinds of rows J is in w.J already.
template <class S>
void ltl_osim_kernel(const CompiledModel& model, const ConstraintSet::Data& set, const DelassusScratch<S>& w,
                     const S* q, S* out) {
  crba_kernel(model, w.crba, w.sine, w.cosine, q, w.M);  // step 1
  if (set.rows_on_effectors()) ltl_osim_jacobian(model, set, w, w.crba);
  const MatrixView<S> L{w.M, model.nv};
  ltl_factorize(model.lambda, L);
  ltl_osim_solve(model, set, L, w.J);
  ltl_osim_product(model, set, w.J, out);
}

struct LtlOsimPlain {
  static constexpr AlgorithmFacts facts{.name = "ltl-osim-plain",
                                        .paper = "PVr",
                                        .listing = "section II-A",
                                        .complexity = "O(n d² + m² d + m d²)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::every;

  template <class S>
  static DelassusScratch<S> scratch(const DelassusSizes& n, Arena& arena) {
    return joint_space_scratch<S>(n, arena);
  }
  template <class S>
  static void run(const CompiledModel& model, const ConstraintSet::Data& set, const DelassusScratch<S>& w, const S* q,
                  S* out) {
    ltl_osim_kernel(model, set, w, q, out);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
