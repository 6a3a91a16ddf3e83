// Delassus matrix by columns of M⁻¹Jᵀ: two articulated-body sweeps per row of J, then products with the rows.
// O(m n + m² n).  After [RBDA] Table 7.1.  Steps, numbered here because the book lists none:
//   1  articulated inertias, tips to base: U and D of every axis
//   2  y_r = M⁻¹ J_rᵀ for each row r of J
//   3  Λ⁻¹(r, s) = J_s y_r
#pragma once

#include "delassus/scratch.hpp"
#include "dynamics/paper/minverse_apply.hpp"

namespace tenon {
inline namespace TENON_ISA {

struct InverseColumns {
  static constexpr AlgorithmFacts facts{.name = "inverse-columns",
                                        .paper = "RBDA",
                                        .listing = "Table 7.1, a column per row",
                                        .complexity = "O(m n + m² n)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::every;
  static constexpr bool given_jacobian = true;  // the public call computes w.J

  template <class S>
  struct Own {
    AbaBody<S>* body;
    AbaAxis<S>* axis;
    SweepBody<S>* sweep;
    S *zero, *u, *y;  // nv
  };
  template <class S>
  static Own<S> cut(std::size_t bodies, std::size_t nv, Arena& arena) {
    return {arena.take<AbaBody<S>>(bodies),
            arena.take<AbaAxis<S>>(nv),
            arena.take<SweepBody<S>>(bodies),
            arena.take<S>(nv),
            arena.take<S>(nv),
            arena.take<S>(nv)};
  }

  template <class S>
  static DelassusScratch<S> scratch(const DelassusSizes& n, Arena& arena) {
    DelassusScratch<S> w;
    w.sine = arena.take<S>(n.nq), w.cosine = arena.take<S>(n.nq);
    w.J = arena.take<S>(n.rows * n.nv);
    Arena measure;
    cut<S>(n.bodies, n.nv, measure);
    w.own = arena.take<double>(measure.used());
    return w;
  }

  template <class S>
  static void run(const CompiledModel& model, const ConstraintSet::Data& set, const DelassusScratch<S>& w, const S* q,
                  S* out) {
    Arena arena(w.own);
    const Own<S> own = cut<S>(model.bodies.size(), static_cast<std::size_t>(model.nv), arena);
    for (int d = 0; d < model.nv; ++d) own.zero[d] = S(0);
    aba_eliminate_kernel(model, own.body, own.axis, w.sine, w.cosine, q, own.zero);  // step 1
    for (int r = 0; r < set.rows; ++r) {
      const S* row = w.J + static_cast<std::ptrdiff_t>(r) * model.nv;
      minverse_sweep<S>(
          model, own.body, own.axis, own.sweep, own.u, [&](int d) { return row[d]; },
          [&](int d, const S& y) { own.y[d] = y; });  // step 2
      for (int s = r; s < set.rows; ++s) {            // step 3; symmetric to the bit
        const S* other = w.J + static_cast<std::ptrdiff_t>(s) * model.nv;
        S sum(0);
        for (int d = 0; d < model.nv; ++d) sum = mul_add(other[d], own.y[d], sum);
        out[static_cast<std::ptrdiff_t>(r) * set.rows + s] = out[static_cast<std::ptrdiff_t>(s) * set.rows + r] = sum;
      }
    }
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
