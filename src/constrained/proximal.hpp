// When the proximal iterations stop, and what the report says.  [cABA] eq. 14 and Alg. 3 line 6.
// With r = J v̇ - target, an iteration gives Λ⁻¹R rᵏ = rᵏ⁻¹ - rᵏ: eq. 14 times μ is how far the residual still moves. So
//   ‖r‖ <= tolerance               all rows are met, and v̇ has settled (settling.hpp)                     converged
//   ‖rᵏ⁻¹ - rᵏ‖ <= still ‖r‖       what is left of r no force seems to change                            infeasible
//                                  (if it once moved twice as far: rows that R is too small for move evenly; and if
//                                  v̇ has settled)
//   six iterations without a smaller rᵀR r, which exact ones always make smaller: rounding               stalled
//                                  (infeasible where it moves r by less than 1e-6, or the rounding of floats)
// Norms are the largest entry. Where max_iterations come first, a motion that would add up to 1e-6 is infeasible too.
// `infeasible` is a guess until verdict.hpp has looked at the rows themselves.
// Counted numbers run all iterations: a count is that of a general state.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

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

// What an iteration has left.
struct ProximalStep {
  double residual = 0, energy = 0;  // ‖r‖, rᵀR r
  double moved = -1;                // ‖rᵏ⁻¹ - rᵏ‖; negative where it is not known
  bool settled = true;              // v̇ may be taken if r is small enough
  double noise = 0;                 // what rounding may move r by
  double felt = 0;                  // share of R r that motions feel, 0 where that is not known: contradicting rows
};

class ProximalLoop {
 public:
  // epsilon: of the numbers of the sweeps.
  explicit ProximalLoop(double tolerance = 1e-10, int max_iterations = 50,
                        double epsilon = std::numeric_limits<double>::epsilon())
      : tolerance_(tolerance), nearly_still_(std::max(1e-6, 64 * epsilon)), max_iterations_(max_iterations) {}

  template <class S>
  bool goes_on(int rows, const S* R, const S* r, ProximalStep step) {
    step.residual = largest(rows, r);
    if constexpr (stops_early<S>) {
      for (int a = 0; a < rows; ++a) step.energy += R[a] * r[a] * r[a];
      return goes_on(step);
    }
    take(step);
    return report_.iterations < max_iterations_ || ends(SolveStatus::max_iterations);
  }
  bool goes_on(const ProximalStep& step) {
    take(step);
    const auto [residual, energy, moved, settled, noise, felt] = step;
    if (settled && residual <= tolerance_) return ends(SolveStatus::converged);
    const double before = last_moved_;
    const bool stands_out = settled && felt <= unfelt && residual >= 30 * noise;
    const bool slows = stands_out && (moved <= 0.5 * most_moved_ || moved <= 1e-13 * residual);
    last_moved_ = moved, most_moved_ = std::max(most_moved_, moved);
    if (moved >= 0 && moved <= std::max(still * residual, noise) && slows && residual > tolerance_)
      return ends(SolveStatus::infeasible);
    idle_ = energy < best_ ? 0 : idle_ + 1;
    best_ = std::min(best_, energy);
    if (idle_ == 6)
      return ends(moved <= nearly_still_ * residual && slows ? SolveStatus::infeasible : SolveStatus::stalled);
    if (report_.iterations < max_iterations_) return true;
    // What iterations that slow down as these two did would still move r by.
    const bool nearly =
        stands_out && moved >= 0 && moved < before && moved * moved <= nearly_still_ * residual * (before - moved);
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

  double iterations_since_start() const { return report_.iterations - started_; }
  const SolveReport& report() const { return report_; }
  SolveReport& report() { return report_; }

  static constexpr double still = 1e-9;   // share of r that an iteration moves
  static constexpr double unfelt = 1e-6;  // share of R r

 private:
  void take(const ProximalStep& step) {
    ++report_.iterations;
    report_.residual = step.residual;
    report_.dual_residual = step.moved;
  }
  bool ends(SolveStatus status) {
    report_.status = status;
    return false;
  }

  double tolerance_, nearly_still_;  // nearly_still_: a share of r, too
  double best_ = std::numeric_limits<double>::infinity(), measured_ = std::numeric_limits<double>::infinity();
  double most_moved_ = -1, last_moved_ = -1;
  int max_iterations_, idle_ = 0, started_ = 0;
  SolveReport report_;
};

}  // namespace TENON_ISA
}  // namespace tenon
