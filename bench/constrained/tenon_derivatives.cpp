// tenon's constrained dynamics and their derivatives, as one question: both sides need the solution first.
#include <tenon/configuration.hpp>
#include <tenon/constrained.hpp>

#include "questions.hpp"

namespace race {
namespace {

// One contest per process.
struct Problem {
  Contest contest;
  tenon::ConstraintSet set;  // points in world axes: their accelerations are then classical ones, as Pinocchio's are
  tenon::Workspace ws;
  std::vector<double> a, lambda, by_a, by_lambda;

  explicit Problem(const Contest& c)
      : contest(c),
        set(*c.model, classical(c)),
        ws(*c.model, set),
        a(c.nv()),
        lambda(c.rows()),
        by_a(3 * c.nv() * c.nv()),
        by_lambda(3 * c.nv() * c.rows()) {}

  static std::vector<tenon::Constraint> classical(const Contest& c) {
    std::vector<tenon::Constraint> list = c.constraints;
    for (tenon::Constraint& constraint : list)
      if (constraint.kind == tenon::ConstraintKind::connect) constraint.axes = tenon::Axes::world_aligned;
    return list;
  }

  void solve_densely(std::span<const double> q, std::span<const double> v, std::span<const double> tau) {
    (void)tenon::constrained_dynamics(*contest.model, set, ws, {q, v}, tau, {.algorithm = "dense"}, {a, lambda});
  }
};
std::unique_ptr<Problem> p;

void run(int k) {
  const Contest& c = p->contest;
  const std::span<double> A(p->by_a), L(p->by_lambda);
  const std::size_t n = c.nv() * c.nv(), m = c.nv() * c.rows();
  (void)tenon::constrained_dynamics_derivatives(
      *c.model, p->set, p->ws, {c.q(k), c.v(k)}, c.tau(k), {.tolerance = tolerance, .max_iterations = most_iterations},
      {p->a, p->lambda, A.first(n), A.subspan(n, n), A.last(n), L.first(m), L.subspan(m, m), L.last(m)});
}

}  // namespace

std::vector<Way> derivative_ways(const Contest& contest) {
  p = std::make_unique<Problem>(contest);
  return {single_way(contest, "derivatives", "dynamics and derivatives", "single", true, p->ws.bytes(), run,
                     [](int, std::vector<double>& to) { to = p->by_a; })};
}

// Central differences of the dense solution, of the accelerations by q, v and tau (exact but for rounding in the last
// two: v̇ is a square in v and linear in tau).
std::vector<double> acceleration_derivatives(const Contest& c, int state) {
  const std::size_t n = c.nv();
  std::vector<double> out(3 * n * n), moved(c.q(state).size()), along(n), plus(n);
  std::vector<double> v(c.v(state).begin(), c.v(state).end()), tau(c.tau(state).begin(), c.tau(state).end());
  const auto column = [&](std::size_t matrix, std::size_t j, double h, auto&& solve_at) {
    solve_at(h), plus = p->a;
    solve_at(-h);
    for (std::size_t i = 0; i < n; ++i) out[(matrix * n + i) * n + j] = (plus[i] - p->a[i]) / (2 * h);
  };
  for (std::size_t j = 0; j < n; ++j) {
    column(0, j, 1e-5, [&](double h) {
      std::fill(along.begin(), along.end(), 0.0), along[j] = h;
      tenon::integrate(*c.model, c.q(state), along, moved);
      p->solve_densely(moved, c.v(state), c.tau(state));
    });
    const auto shift = [&](std::vector<double>& x, const auto& solve) {
      return [&, j](double h) {
        const double before = x[j];
        x[j] += h, solve(), x[j] = before;
      };
    };
    column(1, j, 1.0, shift(v, [&] { p->solve_densely(c.q(state), v, c.tau(state)); }));
    column(2, j, 1.0, shift(tau, [&] { p->solve_densely(c.q(state), c.v(state), tau); }));
  }
  return out;
}

}  // namespace race
