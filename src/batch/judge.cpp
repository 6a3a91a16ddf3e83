// Samples in and out of a batch's arrays, for their verdict.
#include "batch/judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "batch/numbers.hpp"
#include "dynamics/kernels_walk.hpp"
#include "model/arguments.hpp"
#include "model/compiled.hpp"
#include "tenon/configuration.hpp"

namespace tenon {
namespace {

// Floats cannot meet the tolerance of doubles: what is left of their rows needs no second look then.
template <class T>
bool only_rounding(const SolveReport& report, std::span<const double> x) {
  if (sizeof(T) == sizeof(double) || report.status == SolveStatus::infeasible) return false;
  double most = 1;
  for (const double xi : x) most = std::max(most, std::fabs(xi));
  return report.residual <= 64 * static_cast<double>(std::numeric_limits<T>::epsilon()) * most;
}

// Far enough from length 1 for calls of single samples, which square in another order, to refuse it.
bool needs_unit_length(const Model& model, std::span<const double> q) {
  return std::ranges::any_of(model.compiled().unit_numbers, [&](const UnitNumbers& unit) {
    double sum = 0;
    for (int k = 0; k < unit.size; ++k)
      sum += q[static_cast<std::size_t>(unit.begin + k)] * q[static_cast<std::size_t>(unit.begin + k)];
    return std::abs(sum - 1) > 1e-6;
  });
}

}  // namespace

BatchJudge::Memory::Memory(const Model& model, const BatchOptions& options)
    : verdict(model),
      tree(model),
      q(static_cast<std::size_t>(model.nq())),
      v(static_cast<std::size_t>(model.nv())),
      tau(v.size()),
      x(v.size()) {
  for (const FrameId frame : options.wrench_frames) wrenches.push_back({frame, {}});
}

BatchJudge::BatchJudge(const Model& model, const BatchOptions& options, int threads) {
  for (int t = 0; t < threads; ++t) memory_.emplace_back(model, options);
}

void BatchJudge::make_room(std::size_t rows) {
  for (Memory& m : memory_) {
    m.verdict.make_room(rows, m.v.size());
    if (m.lambda.size() < rows) m.lambda.resize(rows), m.R.resize(rows);
  }
}

template <class T>
std::ptrdiff_t BatchJudge::judge(const Model& model, const ConstraintSet& set, const BatchJob<T>& job,
                                 std::ptrdiff_t lanes, bool grows, std::ptrdiff_t first, std::ptrdiff_t last,
                                 int thread) {
  Memory& m = memory_[static_cast<std::size_t>(thread)];
  const auto rows = static_cast<std::size_t>(set.rows());
  const std::span<double> lambda = std::span(m.lambda).first(rows), R = std::span(m.R).first(rows);
  for (std::size_t a = 0; a < rows; ++a) R[a] = static_cast<double>(job.R[a]);
  for (std::ptrdiff_t s = first; s < last; ++s) {
    const auto at = [&](std::size_t size, std::size_t k) {
      return number_at(job.layout, lanes, static_cast<int>(size), s, static_cast<int>(k));
    };
    const auto read = [&](const T* from, std::span<double> to) {
      for (std::size_t k = 0; k < to.size(); ++k) to[k] = static_cast<double>(from[at(to.size(), k)]);
    };
    const auto write = [&](std::span<const double> from, T* to) {
      for (std::size_t k = 0; k < from.size(); ++k) to[at(from.size(), k)] = static_cast<T>(from[k]);
    };
    SolveReport& report = job.reports[s];
    read(job.out, m.x), read(job.lambda, lambda);
    const bool finite = all_finite(m.x) && all_finite(lambda);
    if (finite && (report.status == SolveStatus::converged || report.iterations < 2 || only_rounding<T>(report, m.x)))
      continue;
    read(job.q, m.q), read(job.v, m.v);
    if (needs_unit_length(model, m.q)) normalize(model, m.q);
    if (!finite) {
      read(job.x, m.tau);
      for (std::size_t w = 0; job.wrenches && w < m.wrenches.size(); ++w)
        for (std::size_t k = 0; k < 6; ++k)
          m.wrenches[w].wrench[k] = static_cast<double>(job.wrenches[at(6 * m.wrenches.size(), 6 * w + k)]);
      const Force<double>* external =
          job.wrenches ? body_wrenches(model, m.tree, m.wrenches) : body_wrenches(model, m.tree, {});
      TENON_ISA_CHOICE(walk_kernels)
          .aba(model.compiled(), *m.tree.walks.limbs, m.tree.walk.data(), m.q.data(), m.v.data(), m.tau.data(),
               external, m.x.data());
      write(m.x, job.out), read(job.out, m.x);
      if (!all_finite(m.x)) return s;
      report.status = SolveStatus::stalled, report.dual_residual = -1;
    }
    m.verdict.judge(model, set,
                    {.q = m.q,
                     .v = m.v,
                     .x = m.x,
                     .target = {},
                     .R = R,
                     .lambda = lambda,
                     .warm = job.settings->warm_start,
                     .grows = grows,
                     .epsilon = static_cast<double>(std::numeric_limits<T>::epsilon())},
                    job.settings->tolerance, report);
    if (!finite) std::fill(lambda.begin(), lambda.end(), 0.0);
    write(lambda, job.lambda);
  }
  return last;
}

template std::ptrdiff_t BatchJudge::judge(const Model&, const ConstraintSet&, const BatchJob<double>&, std::ptrdiff_t,
                                          bool, std::ptrdiff_t, std::ptrdiff_t, int);
template std::ptrdiff_t BatchJudge::judge(const Model&, const ConstraintSet&, const BatchJob<float>&, std::ptrdiff_t,
                                          bool, std::ptrdiff_t, std::ptrdiff_t, int);

std::size_t BatchJudge::bytes() const {
  std::size_t sum = 0;
  for (const Memory& m : memory_)
    sum += sizeof m + m.verdict.bytes() + m.tree.bytes() + sizeof(m.wrenches[0]) * m.wrenches.size() +
           sizeof(double) * (m.q.size() + 3 * m.v.size() + 2 * m.lambda.size());
  return sum;
}

}  // namespace tenon
