// The public Batch: algorithms of constrained trees.
#include <cmath>

#include "batch/data.hpp"
#include "constrained/settings.hpp"
#include "delassus/automatic.hpp"
#include "delassus/damped_automatic.hpp"
#include "model/number_text.hpp"

namespace tenon {

static void check_batch_takes(const ConstraintSet& set) { check_takes(RowKinds::one_body, set, "a batch"); }

template <class T>
void Batch::Data::delassus(int n, const ConstraintSet& set, std::span<const T> q, std::span<T> out, Layout layout,
                           Delassus algorithm) {
  const ConstraintSet::Data& rows = tenon::checked(model, set);
  const bool ltl = algorithm == Delassus::ltl_osim;
  if (!ltl && algorithm != Delassus::automatic && algorithm != Delassus::pv_osimr)
    throw Error(std::string("delassus of a batch: found ") + to_string(algorithm) + ", expected pv-osimr or ltl-osim");
  check_batch_takes(set);
  BatchHalf<T>& h = half(T{});
  BatchJob<T> j = job(n, layout, q);
  check(n, layout, out, rows.rows * rows.rows, "out");
  if (rows.rows == 0) return;
  sizes.rows = static_cast<std::size_t>(rows.rows);
  if (ltl)
    make_room(h.constrained.ltl_osim_scratch(h.model, sizes));
  else
    compile_plan(h, set, false);
  j.out = out.data(), j.set = &rows, j.plan = &h.plan, j.sizes = &sizes;
  run<T>(ltl ? h.constrained.ltl_osim : h.constrained.pv_osimr, j, "x");
}

template <class T>
void Batch::Data::damped_inverse(int n, const ConstraintSet& set, std::span<const T> q, std::span<const double> own,
                                 std::span<T> out, Layout layout) {
  const ConstraintSet::Data& rows = tenon::checked(model, set);
  check_batch_takes(set);
  check_stiffness(set, own);
  BatchHalf<T>& h = half(T{});
  BatchJob<T> j = job(n, layout, q);
  check(n, layout, out, rows.rows * rows.rows, "out");
  if (rows.rows == 0) return;
  compile_plan(h, set, true);
  h.R.resize(static_cast<std::size_t>(rows.rows));
  for (int r = 0; r < rows.rows; ++r) h.R[static_cast<std::size_t>(r)] = static_cast<T>(row_stiffness(rows, own, r));
  j.out = out.data(), j.set = &rows, j.plan = &h.plan, j.R = h.R.data();
  run<T>(h.constrained.caba_osim, j, "x");
}

template <class T>
void Batch::Data::constrained_dynamics(int n, const ConstraintSet& set, std::span<const T> q, std::span<const T> v,
                                       std::span<const T> tau, const ConstrainedSettings& settings,
                                       std::span<T> acceleration, std::span<T> lambda,
                                       std::span<SolveReport> own_reports, Layout layout, std::span<const T> wrenches,
                                       Constrained algorithm) {
  const ConstraintSet::Data& rows = tenon::checked(model, set);
  const bool pv = algorithm == Constrained::prox_pv;
  if (!pv && algorithm != Constrained::automatic && algorithm != Constrained::constrained_aba)
    throw Error(std::string("constrained_dynamics of a batch: found ") + to_string(algorithm) +
                ", expected constrained-aba or prox-pv");
  check_batch_takes(set);
  check_settings(settings, rows.rows);
  BatchHalf<T>& h = half(T{});
  BatchJob<T> j = job(n, layout, q);
  check(n, layout, v, model.nv(), "v");
  check(n, layout, tau, model.nv(), "tau");
  check(n, layout, acceleration, model.nv(), "acceleration");
  check(n, layout, lambda, rows.rows, "lambda");
  if (!own_reports.empty()) check_size(own_reports.size(), samples(n), "reports");
  j.v = v.data(), j.x = tau.data(), j.out = acceleration.data(), j.lambda = lambda.data();
  if (own_reports.empty() && reports.size() < samples(n)) reports.resize(samples(n));
  j.set = &rows, j.settings = &settings;
  j.reports = own_reports.empty() ? reports.data() : own_reports.data();
  add_wrenches(j, n, layout, wrenches);
  if (pv) compile_plan(h, set, false);
  make_room(h.bound.scratch_size(h.model, rows, pv ? &h.plan : nullptr));
  if (bound.serial != rows.serial) bound.reserve(set.capacity()), bound.compile(rows);
  j.plan = &h.plan, j.bound = &bound;
  stiffness.resize(static_cast<std::size_t>(rows.rows));
  const double mu =
      settings.mu ? *settings.mu : automatic_mu<T>(rows, pv ? Constrained::prox_pv : Constrained::constrained_aba);
  fill_R(set, mu, settings, Constrained::constrained_aba, stiffness);
  for (const double x : stiffness)
    if (!std::isfinite(static_cast<T>(x)) || static_cast<T>(x) < std::numeric_limits<T>::min())
      throw Error("settings: a mu of " + number_text(x) + ", expected one that a " +
                  (sizeof(T) < sizeof(double) ? "float" : "double") + " holds in full");
  h.R.assign(stiffness.begin(), stiffness.end());
  j.R = h.R.data();
  judge.make_room(static_cast<std::size_t>(rows.rows));
  unanswered.assign(static_cast<std::size_t>(threads.count()), j.n);
  const std::ptrdiff_t lanes = h.kernels.lanes;
  run<T>(pv ? h.bound.prox_pv : h.bound.constrained_aba, j, "tau", [&](const BatchJob<T>& mine, int thread) {
    const std::ptrdiff_t end = std::min(mine.n, mine.last * lanes);
    const std::ptrdiff_t at = judge.judge(model, set, mine, lanes, !pv, mine.first * lanes, end, thread);
    if (at < end) unanswered[static_cast<std::size_t>(thread)] = at;
  });
  if (const std::ptrdiff_t first = std::ranges::min(unanswered); first < j.n)
    throw Error("acceleration[" + std::to_string(first) + "] is not finite: the input is too large");
}

void Batch::delassus(int n, const ConstraintSet& set, std::span<const double> q, std::span<double> out, Layout layout,
                     Delassus algorithm) {
  data_->delassus(n, set, q, out, layout, algorithm);
}
void Batch::delassus(int n, const ConstraintSet& set, std::span<const float> q, std::span<float> out, Layout layout,
                     Delassus algorithm) {
  data_->delassus(n, set, q, out, layout, algorithm);
}
void Batch::damped_inverse(int n, const ConstraintSet& set, std::span<const double> q,
                           std::span<const double> stiffness, std::span<double> out, Layout layout) {
  data_->damped_inverse(n, set, q, stiffness, out, layout);
}
void Batch::damped_inverse(int n, const ConstraintSet& set, std::span<const float> q, std::span<const double> stiffness,
                           std::span<float> out, Layout layout) {
  data_->damped_inverse(n, set, q, stiffness, out, layout);
}
void Batch::constrained_dynamics(int n, const ConstraintSet& set, std::span<const double> q, std::span<const double> v,
                                 std::span<const double> tau, const ConstrainedSettings& settings,
                                 std::span<double> acceleration, std::span<double> lambda,
                                 std::span<SolveReport> reports, Layout layout, std::span<const double> wrenches,
                                 Constrained algorithm) {
  data_->constrained_dynamics(n, set, q, v, tau, settings, acceleration, lambda, reports, layout, wrenches, algorithm);
}
void Batch::constrained_dynamics(int n, const ConstraintSet& set, std::span<const float> q, std::span<const float> v,
                                 std::span<const float> tau, const ConstrainedSettings& settings,
                                 std::span<float> acceleration, std::span<float> lambda, std::span<SolveReport> reports,
                                 Layout layout, std::span<const float> wrenches, Constrained algorithm) {
  data_->constrained_dynamics(n, set, q, v, tau, settings, acceleration, lambda, reports, layout, wrenches, algorithm);
}

}  // namespace tenon
