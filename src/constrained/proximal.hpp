// When the proximal iterations stop, and what the report says.  [cABA] eq. 14 and Alg. 3 line 6.
// With r = J v̇ - target, an iteration gives Λ⁻¹R rᵏ = rᵏ⁻¹ - rᵏ: eq. 14 times μ is how far the residual still moves. So
//   ‖r‖ <= tolerance               all rows are met, and v̇ has settled (Refinement)                       converged
//   ‖rᵏ⁻¹ - rᵏ‖ <= noise ‖r‖       what is left of r no force can change: least squares                  infeasible
//                                  (if it once moved twice as far: rows that R is too small for move evenly; and if
//                                  v̇ has settled)
//   six iterations without a smaller rᵀR r, which exact ones always make smaller: rounding               stalled
//                                  (infeasible where it moves r by less than 1e-6)
// noise: 1e-9, or what rounding makes of the differences if that is more. Norms are the largest entry. Where
// max_iterations come first, a motion that would add up to 1e-6 is infeasible too.
// Counted numbers run all iterations: a count is that of a general state.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "constrained/settings.hpp"
#include "spatial/counted.hpp"
#include "tenon/constrained.hpp"

namespace tenon {

inline double plain_value(double x) { return x; }
inline double plain_value(const Counted& x) { return x.value; }
// A sum of squares that is nothing but rounding; for Counted numbers, which stand for a general state, a known zero.
inline bool vanishes(double x, double least) { return !(x > least); }
inline bool vanishes(const Counted& x, double) { return x.is(0); }
template <class S>
constexpr bool stops_early = true;
template <>
inline constexpr bool stops_early<Counted> = false;

inline namespace TENON_ISA {

template <class S>
double largest(int rows, const S* x) {
  double most = 0;
  for (int a = 0; a < rows; ++a) {
    const double size = std::fabs(plain_value(x[a]));
    if (size > most || std::isnan(size)) most = size;  // a NaN stays
  }
  return most;
}
// How far x is from y.
inline double distance(int rows, const double* x, const double* y) {
  double most = 0;
  for (int a = 0; a < rows; ++a) {
    const double size = std::fabs(x[a] - y[a]);
    if (size > most || std::isnan(size)) most = size;
  }
  return most;
}
inline double distance(int, const Counted*, const Counted*) { return 1; }

// Whether refinement has settled v̇: what corrections that shrink as the last one did would still change of it is below
// 1e-9 of it (1e-5 in float), or below the tolerance.
template <class T>
class Refinement {
 public:
  bool settles(double correction, double size, double tolerance) {
    const double before = last_ < 0 ? size : last_;
    last_ = correction;
    return correction * correction <= std::max((sizeof(T) < sizeof(double) ? 1e-5 : 1e-9) * size, tolerance) * before;
  }

 private:
  double last_ = -1;
};

class ProximalLoop {
 public:
  explicit ProximalLoop(double tolerance = 1e-10, int max_iterations = 50, double noise = 1e-9)
      : tolerance_(tolerance), noise_(std::max(1e-9, noise)), max_iterations_(max_iterations) {}

  // After an iteration that left the residual r; `moved` is ‖rᵏ⁻¹ - rᵏ‖, negative where it is not known. `settled`: the
  // answer may be taken if r is small enough.
  template <class S>
  bool goes_on(int rows, const S* R, const S* r, double moved, bool settled = true) {
    if constexpr (stops_early<S>) {
      double energy = 0;
      for (int a = 0; a < rows; ++a) energy += R[a] * r[a] * r[a];
      return goes_on(largest(rows, r), energy, moved, settled);
    }
    ++report_.iterations;
    report_.residual = largest(rows, r);
    report_.dual_residual = moved;
    return report_.iterations < max_iterations_ || ends(SolveStatus::max_iterations);
  }
  // The same with ‖r‖ and rᵀR r at hand.
  bool goes_on(double residual, double energy, double moved, bool settled) {
    ++report_.iterations;
    report_.residual = residual;
    report_.dual_residual = moved;
    if (settled && residual <= tolerance_) return ends(SolveStatus::converged);
    const double before = last_moved_;
    const bool slows = settled && (moved <= 0.5 * most_moved_ || moved <= 1e-13 * residual);
    last_moved_ = moved, most_moved_ = std::max(most_moved_, moved);
    if (moved >= 0 && moved <= noise_ * residual && slows && residual > tolerance_)
      return ends(SolveStatus::infeasible);
    idle_ = energy < best_ ? 0 : idle_ + 1;
    best_ = std::min(best_, energy);
    if (idle_ == 6) return ends(moved <= 1e-6 * residual && slows ? SolveStatus::infeasible : SolveStatus::stalled);
    if (report_.iterations < max_iterations_) return true;
    // What iterations that slow down as these two did would still move r by.
    const bool nearly = settled && moved >= 0 && moved < before && moved * moved <= 1e-6 * residual * (before - moved);
    return ends(nearly ? SolveStatus::infeasible : SolveStatus::max_iterations);
  }

  // The accelerations of a λ that was good enough leave the residual r: whether to go on from there.
  template <class S>
  bool again(int rows, const S* r) {
    report_.residual = largest(rows, r);
    if constexpr (!stops_early<S>) return false;
    if (report_.status != SolveStatus::converged || report_.residual <= tolerance_) return false;
    const bool helps = report_.residual < 0.5 * measured_ && report_.iterations < max_iterations_;
    measured_ = report_.residual;
    if (!helps) report_.status = SolveStatus::stalled;
    return helps && restarts();
  }

  // Room for iterations on another question.
  bool restarts() {
    idle_ = 0, best_ = std::numeric_limits<double>::infinity(), most_moved_ = last_moved_ = -1;
    if (report_.iterations >= max_iterations_) return false;
    started_ = report_.iterations;
    return true;
  }

  // λ of contradicting rows grows by -R r in every iteration, which no motion feels (JᵀR r = 0): taken out again.
  template <class S>
  void take_out_what_nothing_feels(int rows, const S* R, const S* r, S* lambda) const {
    if (vain_iterations() == 0) return;
    const S times(vain_iterations());
    for (int a = 0; a < rows; ++a) lambda[a] = mul_add(times * R[a], r[a], lambda[a]);
  }

  // How often -R r was added in vain. Where max_iterations ended it: taken out, it unbalances the rows by k ‖rᵏ⁻¹ -
  // rᵏ‖. Two iterations that know of one motion only do not see it slow down, and are judged more strictly.
  double vain_iterations() const {
    const double k = iterations_since_start(), moved = report_.dual_residual;
    if (report_.status == SolveStatus::infeasible) return k;
    if (report_.status != SolveStatus::max_iterations || moved < 0) return 0;
    const bool slows = moved < most_moved_ ? moved <= 0.1 * most_moved_ && k * moved <= 1e-2 * report_.residual
                                           : k == 2 && moved <= 1e-3 * report_.residual;
    return slows ? k : 0;
  }
  double iterations_since_start() const { return report_.iterations - started_; }
  const SolveReport& report() const { return report_; }
  SolveReport& report() { return report_; }

 private:
  bool ends(SolveStatus status) {
    report_.status = status;
    return false;
  }

  double tolerance_, noise_;
  double best_ = std::numeric_limits<double>::infinity(), measured_ = std::numeric_limits<double>::infinity();
  double most_moved_ = -1, last_moved_ = -1;
  int max_iterations_, idle_ = 0, started_ = 0;
  SolveReport report_;
};

}  // namespace TENON_ISA
}  // namespace tenon
