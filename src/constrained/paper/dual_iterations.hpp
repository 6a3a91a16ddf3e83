// Proximal iterations on the forces alone, accelerations at the end.  [cABA] eq. 13, Alg. 4 lines 12-19.
// Departures: (Λ⁻¹ + R⁻¹)λᵏ = R⁻¹λᵏ⁻¹ + y is solved as a correction of λ by the residual r = Λ⁻¹λ - y, which eq. 14
// needs anyway: the same iterates, and rounding does not pile up. Where the accelerations then show a larger residual
// than the forces promised, y is corrected by the difference and the iterations go on. Rows that contradict each other
// make λ grow by -R r: that growth is taken out of λ, what no force can change is put into y, and the iterations go on.
// Where R is so large that the growth leaves λ too few digits they start anew instead; they are few then.
#pragma once

#include "constrained/proximal.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class S>
struct DualState {
  int rows;
  const S* R;
  S *lambda, *y, *r, *before, *step, *start;  // rows; y = target - J v̇₀
  const double* reach;                        // √ of the diagonal of Λ⁻¹, which bounds its other entries
};

// apply(λ, r): r = Λ⁻¹λ.   solve(x): x <- (Λ⁻¹ + R⁻¹)⁻¹x.
template <class S, class Apply, class Solve>
class DualLoop {
 public:
  DualLoop(const DualState<S>& state, double tolerance, int max_iterations, const Apply& apply, const Solve& solve)
      : s(state), apply_(apply), solve_(solve), loop_(tolerance, max_iterations) {}

  // λ by the forces alone.
  void start() {
    for (int a = 0; a < s.rows; ++a) s.start[a] = s.lambda[a];
    residual();
    iterate();
    double most = 0;  // diagonal entry of R Λ⁻¹
    for (int a = 0; a < s.rows; ++a) most = std::max(most, plain_value(s.R[a]) * s.reach[a] * s.reach[a]);
    const bool few_digits = most > 1e4;
    for (int pass = 0; pass < 2 && loop_.report().status == SolveStatus::infeasible; ++pass) {
      const double times = loop_.iterations_since_start();
      if (!loop_.restarts()) break;
      infeasible_ = true, left_ = std::max(left_, loop_.report().residual);
      what_no_force_changes(1);
      for (int a = 0; a < s.rows; ++a) {
        s.y[a] += s.step[a] / s.R[a];
        s.lambda[a] = few_digits ? s.start[a] : mul_add(S(times), s.step[a], s.lambda[a]);
      }
      residual();
      iterate();
    }
    // Least squares, unless the iterations on what forces can change have run out before.
    SolveReport& report = loop_.report();
    if (infeasible_ && (report.status != SolveStatus::max_iterations || report.residual <= 1e-6 * left_))
      report.status = SolveStatus::infeasible;
    if (infeasible_ && report.status == SolveStatus::max_iterations) return;  // λ has not grown since
    if (report.status == SolveStatus::infeasible ||
        (report.status != SolveStatus::converged && felt_ <= ProximalLoop::unfelt))
      take_out(loop_.iterations_since_start(), report.status == SolveStatus::infeasible);
  }
  // s.step is r of the accelerations under λ. True: λ has changed.
  bool again() {
    if (!loop_.again(s.rows, s.step)) return false;
    for (int a = 0; a < s.rows; ++a) s.y[a] += s.r[a] - s.step[a], s.r[a] = s.step[a];
    iterate();
    return true;
  }
  const SolveReport& report() const { return loop_.report(); }

 private:
  void residual() {
    apply_(s.lambda, s.r);
    for (int a = 0; a < s.rows; ++a) s.r[a] -= s.y[a];
  }
  // s.step is R times what so many more iterations would leave of r: R⁻¹(Λ⁻¹ + R⁻¹)⁻¹ each.
  void what_no_force_changes(int times) {
    for (int a = 0; a < s.rows; ++a) s.step[a] = s.r[a];
    solve_(s.step);
    for (int k = 1; k < times; ++k) {
      for (int a = 0; a < s.rows; ++a) s.step[a] = s.step[a] / s.R[a];
      solve_(s.step);
    }
  }
  // What has been added to λ in vain; unless it is certain, only where no motion feels it.
  void take_out(double times, bool certain) {
    what_no_force_changes(3);
    if (!certain) {
      apply_(s.step, s.before);
      if (!(times > 1 && times * largest(s.rows, s.before) <= 1e-7 * largest(s.rows, s.y))) return;
    }
    for (int a = 0; a < s.rows; ++a) s.lambda[a] = mul_add(S(times), s.step[a], s.lambda[a]);
  }
  void iterate() {
    do {
      for (int a = 0; a < s.rows; ++a) s.before[a] = s.r[a], s.step[a] = -s.r[a];
      solve_(s.step);
      for (int a = 0; a < s.rows; ++a) s.lambda[a] += s.step[a];
      residual();
    } while (loop_.goes_on(s.rows, s.R, s.r, progress()));
  }
  // r has the rounding of Λ⁻¹λ. Of R r a motion feels Λ⁻¹R r, which is how far r has moved, out of |Λ⁻¹|R |r|.
  ProximalStep progress() {
    ProximalStep step{.moved = distance(s.rows, s.r, s.before)};
    if constexpr (stops_early<S>) {
      double forces = 0, pushes = 0;
      for (int a = 0; a < s.rows; ++a)
        forces += s.reach[a] * std::fabs(s.lambda[a]), pushes += s.reach[a] * s.R[a] * std::fabs(s.r[a]);
      for (int a = 0; a < s.rows; ++a) {
        const double noise = 4 * std::numeric_limits<double>::epsilon() * s.reach[a] * forces;
        const double moved = std::fabs(s.r[a] - s.before[a]) - noise;
        step.noise = std::max(step.noise, noise);
        if (moved > 0) step.felt = std::max(step.felt, moved / (s.reach[a] * pushes));
      }
      felt_ = step.felt;
    }
    return step;
  }

  DualState<S> s;
  Apply apply_;
  Solve solve_;
  ProximalLoop loop_;
  bool infeasible_ = false;
  double felt_ = 1;  // ProximalStep::felt
  double left_ = 0;  // of r, when that was found
};

// roll_out(r): v̇ of λ, and r = J v̇ - target of that v̇.
template <class S, class Apply, class Solve, class RollOut>
SolveReport dual_iterations(const DualState<S>& s, double tolerance, int max_iterations, Apply&& apply, Solve&& solve,
                            RollOut&& roll_out) {
  DualLoop<S, Apply&, Solve&> loop(s, tolerance, max_iterations, apply, solve);
  loop.start();
  do roll_out(s.step);
  while (loop.again());
  return loop.report();
}

}  // namespace TENON_ISA
}  // namespace tenon
