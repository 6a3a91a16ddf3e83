// Bad input to impulses, inverse dynamics, projections and derivatives: the message names the argument, and nothing is
// written.
#include <cmath>

#include "constrained/question.hpp"
#include "tenon/constrained.hpp"

namespace tenon::test {
namespace {

template <class Call>
void expect_named(const char* argument, Call&& call) {
  try {
    call();
    ADD_FAILURE() << argument;
  } catch (const Error& e) {
    EXPECT_TRUE(std::string(e.what()).starts_with(argument)) << argument << ": " << e.what();
  }
}

struct Standing {
  Mechanism m{generators::quadruped_standin(), 5};
  ConstraintSet set{m.model, {connect("FL_foot")}};
  Vector spoilt(Vector x) const { return x[1] = NAN, x; }
  Vector shorter(Vector x) const { return x.pop_back(), x; }
};

TEST(BadInput, OfImpulsesIsNamed) {
  const Standing s;
  Workspace ws(s.m.model, s.set);
  Vector after(s.m.nv(), 7.0), impulse(3, 7.0);
  const auto ask = [&](const Vector& q, const Vector& v, const ImpulseOptions& options, std::size_t n) {
    (void)constrained_impulse(s.m.model, s.set, ws, {q, v}, options, {std::span(after).first(n), impulse});
  };
  const std::size_t nv = s.m.nv();
  expect_named("q[1]", [&] { ask(s.spoilt(s.m.q), s.m.v, {}, nv); });
  expect_named("v[1]", [&] { ask(s.m.q, s.spoilt(s.m.v), {}, nv); });
  expect_named("v", [&] { ask(s.m.q, s.shorter(s.m.v), {}, nv); });
  expect_named("velocity", [&] { ask(s.m.q, s.m.v, {}, 3); });
  expect_named("penalty", [&] { ask(s.m.q, s.m.v, {.penalty = -1}, nv); });
  expect_named("restitution", [&] { ask(s.m.q, s.m.v, {.restitution = 1.5}, nv); });
  expect_named("restitution", [&] { ask(s.m.q, s.m.v, {.restitution = NAN}, nv); });
  EXPECT_EQ(after, Vector(nv, 7.0));
  EXPECT_EQ(impulse, Vector(3, 7.0));
}

TEST(BadInput, OfProjectionsIsNamed) {
  const Standing s;
  Workspace ws(s.m.model, s.set);
  Vector out(s.m.nv(), 7.0);
  for (const bool force : {false, true}) {
    const auto ask = [&](const Vector& q, const Vector& x, std::size_t n, const ProjectionOptions& options) {
      const std::span<double> first = std::span(out).first(n);
      (void)(force ? project_force(s.m.model, s.set, ws, q, x, options, first)
                   : project_velocity(s.m.model, s.set, ws, q, x, options, first));
    };
    const std::size_t nv = s.m.nv();
    expect_named("q[1]", [&] { ask(s.spoilt(s.m.q), s.m.v, nv, {}); });
    expect_named("x[1]", [&] { ask(s.m.q, s.spoilt(s.m.v), nv, {}); });
    expect_named("x", [&] { ask(s.m.q, s.shorter(s.m.v), nv, {}); });
    expect_named("out", [&] { ask(s.m.q, s.m.v, 3, {}); });
    expect_named("tolerance", [&] { ask(s.m.q, s.m.v, nv, {.tolerance = 0}); });
  }
  EXPECT_EQ(out, Vector(s.m.nv(), 7.0));
}

TEST(BadInput, OfDerivativesIsNamed) {
  const Standing s;
  Workspace ws(s.m.model, s.set);
  const std::size_t nv = s.m.nv();
  Vector matrix(6 * nv * nv, 7.0);
  const auto part = [&](std::size_t k, std::size_t rows) { return std::span(matrix).subspan(k * nv * nv, rows * nv); };
  const std::span<double> square = part(0, nv);
  // At accelerations and forces that are found already.
  const auto ask = [&](const Vector& q, const Vector& v, const Vector& a, const Vector& lambda,
                       std::span<double> da_dq) {
    differentiate_constrained_dynamics(s.m.model, s.set, ws, {q, v}, a, lambda, {},
                                       {{}, {}, da_dq, part(1, nv), part(2, nv), part(3, 3), part(4, 3), part(5, 3)});
  };
  const Vector three(3, 0.1);
  expect_named("q[1]", [&] { ask(s.spoilt(s.m.q), s.m.v, s.m.a, three, square); });
  expect_named("v[1]", [&] { ask(s.m.q, s.spoilt(s.m.v), s.m.a, three, square); });
  expect_named("a[1]", [&] { ask(s.m.q, s.m.v, s.spoilt(s.m.a), three, square); });
  expect_named("lambda[1]", [&] { ask(s.m.q, s.m.v, s.m.a, s.spoilt(three), square); });
  expect_named("lambda", [&] { ask(s.m.q, s.m.v, s.m.a, s.shorter(three), square); });
  expect_named("da_dq", [&] { ask(s.m.q, s.m.v, s.m.a, three, part(0, 3)); });
  // The public call, which finds these.
  Vector a(nv, 7.0), lambda(3, 7.0);
  const auto solve = [&](const Vector& q, const Vector& v, const Vector& tau, const ConstrainedOptions& options,
                         std::size_t rows) {
    (void)constrained_dynamics_derivatives(
        s.m.model, s.set, ws, {q, v}, tau, options,
        {a, std::span(lambda).first(rows), part(0, nv), part(1, nv), part(2, nv), part(3, 3), part(4, 3), part(5, 3)});
  };
  expect_named("q[1]", [&] { solve(s.spoilt(s.m.q), s.m.v, s.m.a, {}, 3); });
  expect_named("v[1]", [&] { solve(s.m.q, s.spoilt(s.m.v), s.m.a, {}, 3); });
  expect_named("tau[1]", [&] { solve(s.m.q, s.m.v, s.spoilt(s.m.a), {}, 3); });
  expect_named("tau", [&] { solve(s.m.q, s.m.v, s.shorter(s.m.a), {}, 3); });
  expect_named("lambda", [&] { solve(s.m.q, s.m.v, s.m.a, {}, 2); });
  expect_named("penalty", [&] { solve(s.m.q, s.m.v, s.m.a, {.penalty = -1}, 3); });
  EXPECT_EQ(a, Vector(nv, 7.0));
  EXPECT_EQ(lambda, Vector(3, 7.0));
  EXPECT_EQ(matrix, Vector(6 * nv * nv, 7.0));
}

}  // namespace
}  // namespace tenon::test
