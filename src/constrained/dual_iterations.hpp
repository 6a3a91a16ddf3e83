// Proximal iterations on the forces alone, accelerations at the end.  [cABA] eq. 13, Alg. 4 lines 12-19.
// Departures: (Λ⁻¹ + R⁻¹)λᵏ = R⁻¹λᵏ⁻¹ + y is solved as a correction of λ by the residual r = Λ⁻¹λ - y, which eq. 14
// needs anyway: the same iterates, and rounding does not pile up. Where the accelerations then show a larger residual
// than the forces promised, y is corrected by the difference and the iterations go on. Rows that contradict each other
// make λ grow by -R r: what no force can change is put into y, and the iterations start anew.
#pragma once

#include "constrained/proximal.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class S>
struct DualState {
  int rows;
  const S* R;
  S *lambda, *y, *r, *before, *step, *start;  // rows; y = target - J v̇₀
  double largest = 0;                         // diagonal entry of R Λ⁻¹
};

// apply(λ, r): r = Λ⁻¹λ.   solve(x): x <- (Λ⁻¹ + R⁻¹)⁻¹x.   roll_out(r): v̇ of λ, and r = J v̇ - target of that v̇.
template <class S, class Apply, class Solve, class RollOut>
SolveReport dual_iterations(const DualState<S>& s, double tolerance, int max_iterations, Apply&& apply, Solve&& solve,
                            RollOut&& roll_out) {
  // λ of contradicting rows is of the size of R r, and so rounding in Λ⁻¹λ is that of R Λ⁻¹r.
  ProximalLoop loop(tolerance, max_iterations, 32 * s.rows * s.largest * std::numeric_limits<double>::epsilon());
  const auto residual = [&] {
    apply(s.lambda, s.r);
    for (int a = 0; a < s.rows; ++a) s.r[a] -= s.y[a];
  };
  const auto iterate = [&] {
    do {
      for (int a = 0; a < s.rows; ++a) s.before[a] = s.r[a], s.step[a] = -s.r[a];
      solve(s.step);
      for (int a = 0; a < s.rows; ++a) s.lambda[a] += s.step[a];
      residual();
    } while (loop.goes_on(s.rows, s.R, s.r, distance(s.rows, s.r, s.before)));
  };
  for (int a = 0; a < s.rows; ++a) s.start[a] = s.lambda[a];
  residual();
  iterate();
  // R⁻¹(Λ⁻¹ + R⁻¹)⁻¹ keeps what no force can change, and little else: twice is enough.
  bool infeasible = false;
  for (int pass = 0; pass < 2 && loop.report().status == SolveStatus::infeasible && loop.restarts(); ++pass) {
    infeasible = true;
    for (int a = 0; a < s.rows; ++a) s.step[a] = s.r[a];
    solve(s.step);
    for (int a = 0; a < s.rows; ++a) s.y[a] += s.step[a] / s.R[a], s.lambda[a] = s.start[a];
    residual();
    iterate();
  }
  for (;;) {
    roll_out(s.step);
    if (infeasible) loop.report().status = SolveStatus::infeasible;
    if (!loop.again(s.rows, s.step)) break;
    for (int a = 0; a < s.rows; ++a) s.y[a] += s.r[a] - s.step[a], s.r[a] = s.step[a];
    iterate();
  }
  if (loop.report().status == SolveStatus::infeasible) {  // what the last pass still added to λ in vain
    solve(s.r);
    for (int a = 0; a < s.rows; ++a) s.lambda[a] = mul_add(S(loop.iterations_since_start()), s.r[a], s.lambda[a]);
  }
  return loop.report();
}

}  // namespace TENON_ISA
}  // namespace tenon
