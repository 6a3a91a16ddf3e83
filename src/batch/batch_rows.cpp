// The public Batch: algorithms of constrained trees.
#include <cmath>

#include "batch/data.hpp"
#include "constrained/settings.hpp"
#include "delassus/damped_automatic.hpp"
#include "model/number_text.hpp"

namespace tenon {

static void check_batch_takes(const ConstraintSet& set) {
  check_takes(RowKinds::frame, set, "a batch", "single calls take every kind");
}

template <class T>
void BatchOf<T>::delassus(const ConstraintSet& set, int n, In q, const DelassusOptions& options, Out out) {
  Data& d = data();
  const ConstraintSet::Data& rows = checked(d.model, set);
  const tenon::Delassus algorithm = find_delassus(options.algorithm);
  const bool ltl = algorithm == tenon::Delassus::ltl_osim;
  if (!ltl && algorithm != tenon::Delassus::automatic && algorithm != tenon::Delassus::pv_osimr)
    throw Error(std::string("delassus of a batch: found ") + to_string(algorithm) + ", expected pv-osimr or ltl-osim");
  check_batch_takes(set);
  BatchJob<T> j = d.job(n, options.layout, q);
  d.check(n, options.layout, out, rows.rows * rows.rows, "out");
  if (rows.rows == 0) return;
  d.sizes.rows = static_cast<std::size_t>(rows.rows);
  if (ltl)
    d.make_room(d.tables.constrained.ltl_osim_scratch(d.lanes_model, d.sizes));
  else
    d.compile_plan(set, false);
  j.out = out.data(), j.set = &rows, j.plan = &d.plan, j.sizes = &d.sizes;
  d.run(ltl ? d.tables.constrained.ltl_osim : d.tables.constrained.pv_osimr, j, "x");
}

template <class T>
void BatchOf<T>::damped_inverse(const ConstraintSet& set, int n, In q, const DampedOptions& options, Out out) {
  Data& d = data();
  const ConstraintSet::Data& rows = checked(d.model, set);
  const std::span<const double> own = options.stiffness.numbers();
  check_batch_takes(set);
  check_stiffness(set, own);
  BatchJob<T> j = d.job(n, options.layout, q);
  d.check(n, options.layout, out, rows.rows * rows.rows, "out");
  if (rows.rows == 0) return;
  d.compile_plan(set, true);
  d.R.resize(static_cast<std::size_t>(rows.rows));
  for (int r = 0; r < rows.rows; ++r) d.R[static_cast<std::size_t>(r)] = static_cast<T>(row_stiffness(rows, own, r));
  j.out = out.data(), j.set = &rows, j.plan = &d.plan, j.R = d.R.data();
  d.run(d.tables.constrained.caba_osim, j, "x");
}

namespace {

// The first sample that has not converged, or the largest residual.
SolveReport worst_of(const SolveReport* reports, std::ptrdiff_t n) {
  SolveReport worst;
  for (std::ptrdiff_t k = 0; k < n; ++k) {
    if (reports[k].status != SolveStatus::converged) return reports[k];
    if (k == 0 || reports[k].residual > worst.residual) worst = reports[k];
  }
  return worst;
}

}  // namespace

template <class T>
SolveReport BatchOf<T>::constrained_dynamics(const ConstraintSet& set, int n, const State& state, In tau,
                                             const ConstrainedOptions& options, const ConstrainedMotion& out) {
  Data& d = data();
  const auto& [acceleration, lambda, own_reports] = out;
  const ConstraintSet::Data& rows = checked(d.model, set);
  Constrained algorithm = find_constrained(options.algorithm);
  if (algorithm == Constrained::automatic) algorithm = Constrained::constrained_aba;
  const bool pv = algorithm == Constrained::prox_pv;
  if (!pv && algorithm != Constrained::constrained_aba)
    throw Error(std::string("constrained_dynamics of a batch: found ") + to_string(algorithm) +
                ", expected constrained-aba or prox-pv");
  check_batch_takes(set);
  check_rigid(set, algorithm, false);
  check_targets(rows);
  const SolverSettings settings{.penalty = options.penalty.numbers(),
                                .tolerance = options.tolerance,
                                .max_iterations = options.max_iterations,
                                .warm_start = options.warm_start};
  check_settings(settings, rows.rows);
  BatchJob<T> j = d.job(n, options.layout, state.q);
  d.check(n, options.layout, state.v, d.model.nv(), "v");
  d.check(n, options.layout, tau, d.model.nv(), "tau");
  d.check(n, options.layout, acceleration, d.model.nv(), "acceleration");
  d.check(n, options.layout, lambda, rows.rows, "lambda");
  if (!own_reports.empty()) check_size(own_reports.size(), samples(n), "reports");
  j.v = state.v.data(), j.x = tau.data(), j.out = acceleration.data(), j.lambda = lambda.data();
  if (own_reports.empty() && d.reports.size() < samples(n)) d.reports.resize(samples(n));
  j.set = &rows, j.settings = &settings;
  j.reports = own_reports.empty() ? d.reports.data() : own_reports.data();
  d.add_wrenches(j, n, options.layout, options.wrenches);
  if (pv) d.compile_plan(set, false);
  d.make_room(d.tables.bound.scratch_size(d.lanes_model, rows, pv ? &d.plan : nullptr));
  if (d.bound.serial != rows.serial) d.bound.reserve(set.capacity()), d.bound.compile(rows);
  j.plan = &d.plan, j.bound = &d.bound;
  d.stiffness.resize(static_cast<std::size_t>(rows.rows));
  const double mu = settings.penalty.empty() ? automatic_mu<T>(rows, algorithm) : settings.penalty[0];
  fill_R(set, mu, settings, Constrained::constrained_aba, d.stiffness);
  for (const double x : d.stiffness)
    if (!std::isfinite(static_cast<T>(x)) || static_cast<T>(x) < std::numeric_limits<T>::min())
      throw Error("penalty is " + number_text(x) + ", expected a number that a " +
                  (sizeof(T) < sizeof(double) ? "float" : "double") + " holds in full");
  d.R.assign(d.stiffness.begin(), d.stiffness.end());
  j.R = d.R.data();
  d.judge.make_room(static_cast<std::size_t>(rows.rows));
  d.unanswered.assign(static_cast<std::size_t>(d.threads.count()), j.n);
  const std::ptrdiff_t lanes = d.tables.kernels.lanes;
  d.run(pv ? d.tables.bound.prox_pv : d.tables.bound.constrained_aba, j, "tau",
        [&](const BatchJob<T>& mine, int thread) {
          const std::ptrdiff_t end = std::min(mine.n, mine.last * lanes);
          const std::ptrdiff_t at = d.judge.judge(d.model, set, mine, lanes, !pv, mine.first * lanes, end, thread);
          if (at < end) d.unanswered[static_cast<std::size_t>(thread)] = at;
        });
  if (const std::ptrdiff_t first = std::ranges::min(d.unanswered); first < j.n)
    throw Error("acceleration[" + std::to_string(first) + "] is not finite: the input is too large");
  return worst_of(j.reports, j.n);
}

template void BatchOf<double>::delassus(const ConstraintSet&, int, In, const DelassusOptions&, Out);
template void BatchOf<float>::delassus(const ConstraintSet&, int, In, const DelassusOptions&, Out);
template void BatchOf<double>::damped_inverse(const ConstraintSet&, int, In, const DampedOptions&, Out);
template void BatchOf<float>::damped_inverse(const ConstraintSet&, int, In, const DampedOptions&, Out);
template SolveReport BatchOf<double>::constrained_dynamics(const ConstraintSet&, int, const State&, In,
                                                           const ConstrainedOptions&, const ConstrainedMotion&);
template SolveReport BatchOf<float>::constrained_dynamics(const ConstraintSet&, int, const State&, In,
                                                          const ConstrainedOptions&, const ConstrainedMotion&);

}  // namespace tenon
