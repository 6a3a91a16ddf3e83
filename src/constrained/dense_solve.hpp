// Constrained dynamics by its definition: dense.hpp behind the public calls. The reference for the others.
#pragma once

#include "constrained/call.hpp"
#include "constrained/dense.hpp"
#include "constrained/paper/joint_space.hpp"
#include "delassus/paper/dense_cholesky.hpp"

namespace tenon {
inline namespace TENON_ISA {

struct ConstrainedDense {
  static constexpr AlgorithmFacts facts{.name = "dense",
                                        .paper = "definition",
                                        .listing = "dense Cholesky and singular values; not counted beyond M, J and C",
                                        .complexity = "O((n + m)³)",
                                        .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::every;
  static constexpr bool reference = true;

  template <class S>
  static ConstrainedScratch<S> scratch(const ConstrainedSizes& n, Arena& arena) {
    ConstrainedScratch<S> w = constrained_rows<S>(n, arena);
    cut_joint_space(w, n, arena);
    return w;
  }
  static SolveReport call(const ConstrainedCall& c) {
    ConstrainedMemory& d = c.memory;
    const std::span<const double> R = std::span(d.R).first(c.lambda.size()), q(c.problem.q, at(c.model.nq())),
                                  v(c.problem.v, at(c.model.nv()));
    const DenseKktReport dense =
        c.problem.resting
            ? dense_kkt(c.model, c.set, d.kinematics, q, c.tau, std::span(d.target).first(c.lambda.size()), c.x,
                        c.lambda, R, c.settings.warm_start)
            : dense_constrained_dynamics(c.model, c.set, q, v, c.tau, c.x, c.lambda, c.wrenches, R,
                                         c.settings.warm_start);
    SolveReport report;
    report.iterations = 1;
    report.residual = dense.residual, report.dual_residual = -1;
    if (!(dense.residual <= c.settings.tolerance))
      report.status =
          dense.rank < c.set.rows() && dense.residual > dense.rounding ? SolveStatus::infeasible : SolveStatus::stalled;
    return report;
  }
  // M, J and C = the factor of M alone: singular values take as many operations as their numbers ask for.
  template <class Run>
  static void count(Run& run) {
    generalized_forces(run.model, run.w, run.problem);
    joint_space_inertia<false>(run.model, run.set.branching, run.w);
    if (run.set.rows_on_effectors()) place_jacobian(run.model, run.set, run.w);
    const DenseBlock<typename Run::Number> C{run.w.M, run.model.nv, run.model.nv};
    cholesky(C);
    cholesky_forward(C, run.w.z);
    for (int r = 0; r < run.set.rows; ++r) cholesky_forward(C, run.w.J + static_cast<std::ptrdiff_t>(r) * run.model.nv);
  }

 private:
  static std::size_t at(int n) { return static_cast<std::size_t>(n); }
};

}  // namespace TENON_ISA
}  // namespace tenon
