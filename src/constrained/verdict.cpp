// The status of a solve that did not converge, from its rows.
#include "constrained/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "constraints/compiled.hpp"

namespace tenon {
namespace {

constexpr double contradicts = 1e-6;  // so small a share of R r is felt: what is left of r no force changes
constexpr double unbalances = 1e-3;   // of the forces of all rows: so little may taking R r out unbalance
constexpr double largest_judged = 1e100;
constexpr double immovable = 1e-12;  // entries of a row of J that no motion moves
constexpr double right = 1e-6;       // of the largest acceleration: so far off may they be and be called right
constexpr double stands_out = 10;    // times the noise: what a force must be to be told from it
constexpr double met = 1e-8;         // so small a share of the largest violation is one that iterations have left

}  // namespace

void Verdict::make_room(std::size_t rows, std::size_t nv) {
  if (jacobian_.size() < rows * nv) jacobian_.resize(rows * nv);
  if (r_.size() < rows) r_.resize(rows), rounding_.resize(rows), force_noise_.resize(rows), target_.resize(rows);
  forces_.resize(nv), sizes_.resize(nv), noise_.resize(nv);
}

void Verdict::violations(const Solve& solve) {
  const std::size_t nv = solve.x.size();
  for (std::size_t a = 0; a < solve.R.size(); ++a) {
    const double* row = jacobian_.data() + a * nv;
    double size = std::fabs(solve.target[a]);
    r_[a] = -solve.target[a];
    for (std::size_t d = 0; d < nv; ++d) r_[a] += row[d] * solve.x[d], size += std::fabs(row[d] * solve.x[d]);
    rounding_[a] = 64 * solve.epsilon * size;
  }
}

void Verdict::force_noise(const Solve& solve, double tolerance) {
  double most = 0, least = std::numeric_limits<double>::infinity();
  for (std::size_t a = 0; a < solve.R.size(); ++a)
    most = std::max(most, solve.R[a] * std::fabs(r_[a])), least = std::min(least, solve.R[a]);
  for (std::size_t a = 0; a < solve.R.size(); ++a)
    force_noise_[a] = std::max({solve.R[a] * rounding_[a], least * tolerance, std::max(met, 4 * solve.epsilon) * most});
}

double Verdict::felt_share(const Solve& solve, double tolerance) {
  const std::size_t nv = solve.x.size(), rows = solve.R.size();
  for (std::vector<double>* x : {&forces_, &sizes_, &noise_}) std::ranges::fill(*x, 0.0);
  for (std::size_t a = 0; a < rows; ++a) {
    const double* row = jacobian_.data() + a * nv;
    double largest = 0;
    for (std::size_t d = 0; d < nv; ++d) largest = std::max(largest, std::fabs(row[d]));
    const double push = solve.R[a] * std::fabs(r_[a]), unknown = 64 * solve.epsilon * largest;  // of an entry of J
    for (std::size_t d = 0; d < nv; ++d) {
      forces_[d] += row[d] * solve.R[a] * r_[a];
      sizes_[d] += std::fabs(row[d]) * push;
      noise_[d] += std::fabs(row[d]) * force_noise_[a] + unknown * push;
    }
  }
  double share = 0;
  for (std::size_t d = 0; d < nv; ++d)
    if (const double felt = std::fabs(forces_[d]) - noise_[d]; felt > 0) share = std::max(share, felt / sizes_[d]);
  // Skip violated rows whose force is below the rounding error of the others; if all are, nothing is known.
  bool violated = false;
  for (std::size_t a = 0; a < rows; ++a) {
    if (std::fabs(r_[a]) <= std::max(tolerance, rounding_[a])) continue;
    bool pushes = false, moves = false;
    for (std::size_t d = 0; d < nv; ++d) {
      const double J = std::fabs(jacobian_[a * nv + d]);
      moves |= J > immovable;
      pushes |= J * solve.R[a] * std::fabs(r_[a]) > stands_out * noise_[d];
    }
    violated |= pushes || !moves;
  }
  return violated ? share : 1;
}

double Verdict::unbounded_multipliers(const Solve& solve, int iterations) const {
  if (solve.warm) return solve.grows && iterations > 1 ? iterations : 0;
  double along = 0, size = 0;
  for (std::size_t a = 0; a < solve.R.size(); ++a) along += r_[a] * solve.lambda[a], size += r_[a] * solve.R[a] * r_[a];
  return size > 0 ? -along / size : 0;
}

bool Verdict::stays_balanced(const Solve& solve, double times) const {
  const std::size_t nv = solve.x.size(), rows = solve.R.size();
  double most = 0, unbalanced = 0;
  for (std::size_t d = 0; d < nv; ++d) {
    double size = 0;
    for (std::size_t a = 0; a < rows; ++a)
      size += std::fabs(jacobian_[a * nv + d] * (solve.lambda[a] + times * solve.R[a] * r_[a]));
    most = std::max(most, size);
    unbalanced = std::max(unbalanced, std::fabs(times) * (std::fabs(forces_[d]) - noise_[d]));
  }
  return unbalanced <= unbalances * most;
}

double Verdict::rounding(const Solve& solve, int iterations, double lightest) const {
  double most = 0, size = 0;  // accelerations that rows miss count, too: those of a tree that is held may vanish
  for (std::size_t a = 0; a < solve.R.size(); ++a) {
    most = std::max(most, solve.R[a] * std::fabs(r_[a]));
    size = std::max(size, std::fabs(r_[a]));
  }
  for (const double x : solve.x) size = std::max(size, std::fabs(x));
  return solve.epsilon * iterations * most / (lightest * size);
}

void Verdict::judge(const Model& model, const ConstraintSet& set, const Solve& given, double tolerance,
                    SolveReport& report) {
  Solve solve = given;
  const std::size_t rows = solve.R.size(), nv = solve.x.size();
  make_room(rows, nv);
  forward_kinematics(model, {solve.q, solve.v}, kinematics_);
  if (solve.target.empty()) {
    const std::span<double> target = std::span(target_).first(rows);
    constraint_target(model, set, kinematics_, {solve.q, solve.v}, target);
    solve.target = target;
  }
  constraint_jacobian(model, set, kinematics_, std::span(jacobian_).first(rows * nv));
  violations(solve);
  report.residual = 0;
  for (std::size_t a = 0; a < rows; ++a) report.residual = std::max(report.residual, std::fabs(r_[a]));
  force_noise(solve, tolerance);
  // Squares of what is larger would overflow.
  const bool contradict =
      report.residual < largest_judged && felt_share(solve, tolerance) <= std::max(contradicts, 64 * solve.epsilon);
  if (report.status == SolveStatus::infeasible && !contradict) report.status = SolveStatus::stalled;
  if (contradict) {
    const double times = unbounded_multipliers(solve, report.iterations);
    if (std::isfinite(times) && (report.status == SolveStatus::infeasible || stays_balanced(solve, times)))
      for (std::size_t a = 0; a < rows; ++a) solve.lambda[a] += times * solve.R[a] * r_[a];
  }
  if (report.status == SolveStatus::infeasible && solve.grows &&
      rounding(solve, report.iterations, set.data().lightest) > std::max(right, 1e4 * solve.epsilon))
    report.status = SolveStatus::stalled;
}

}  // namespace tenon
