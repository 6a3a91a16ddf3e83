// Delassus matrix in joint space, fast: ltl_osim.hpp's steps with the fast parts.  O(n d² + m n d + m² n).
//   M = LᵀD L:  Λ⁻¹ = Yᵀ D⁻¹Y with Y = L⁻ᵀJᵀ,
// where CRBA runs in lanes, the factors are made by blocks, and four columns of Jᵀ stand side by side.
#pragma once

#include "delassus/call.hpp"
#include "delassus/paper/ltl_osim.hpp"

namespace tenon {
inline namespace TENON_ISA {

struct LtlOsim {
  static constexpr AlgorithmFacts facts{.name = "ltl-osim",
                                        .paper = "PVr",
                                        .listing = "section II-A by blocks of whole columns; counted as ltl-osim-plain",
                                        .complexity = "O(n d² + m n d + m² n)",
                                        .degeneracies = massless_links_and_redundant_rows,
                                        .lanes = true};
  static constexpr RowKinds takes = RowKinds::every;
  static constexpr bool given_jacobian = true;

  template <class S>
  static DelassusScratch<S> scratch(const DelassusSizes& n, Arena& arena) {
    DelassusScratch<S> w;
    w.M = arena.take<S>(n.nv * n.nv), w.J = arena.take<S>(n.rows * n.nv);
    w.Jt = arena.take<S>(n.rows * n.nv + 4), w.DJt = arena.take<S>(n.rows * n.nv + 4);
    w.L = arena.take<S>((n.rows + 8) * (n.rows + 8));
    return w;
  }
  static void call(const DelassusCall& c, const DelassusScratch<double>& w) {
    DelassusMemory& d = c.memory;
    const std::size_t nv = d.sizes.nv, m = static_cast<std::size_t>(c.set.rows());
    if (m == 0 || nv == 0) return;
    const std::span<double> M(w.M, nv * nv), Jt(w.Jt, m * nv), DJt(w.DJt, m * nv);
    const DelassusWalkKernels& kernels = TENON_ISA_CHOICE(delassus_walk_kernels);
    crba(c.model, c.ws, c.q, {.triangle = Triangle::lower}, M);
    if (const FactorizationReport report = d.factors.factorize(M); !report)
      throw Error("delassus: " + describe(c.model, report));
    kernels.transpose(w.J, c.set.rows(), c.model.nv(), w.Jt);
    d.factors.solve_Lt(Jt, {.columns = c.set.rows()}, Jt);
    d.factors.solve_D(Jt, {.columns = c.set.rows()}, DJt);
    kernels.product(w.Jt, w.DJt, c.model.nv(), c.set.rows(), w.L, c.out);
  }
  template <class Run>
  static void count(Run& run) {
    run.template count<LtlOsimPlain>();
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
