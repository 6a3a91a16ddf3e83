// Bad input to impulses, inverse dynamics, projections and derivatives: the message names the argument, and nothing is
// written.
#include <cmath>

#include "constrained/question.hpp"
#include "tenon/constrained_derivatives.hpp"
#include "tenon/operational.hpp"

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
  ConstrainedWorkspace ws(s.m.model, s.set);
  Vector after(s.m.nv(), 7.0), impulse(3, 7.0);
  const auto ask = [&](const Vector& q, const Vector& v, const ConstrainedSettings& settings, std::size_t n,
                       double restitution) {
    constrained_impulse(s.m.model, s.set, ws, q, v, settings, std::span(after).first(n), impulse,
                        Constrained::automatic, restitution);
  };
  const std::size_t nv = s.m.nv();
  expect_named("q[1]", [&] { ask(s.spoilt(s.m.q), s.m.v, {}, nv, 0); });
  expect_named("v[1]", [&] { ask(s.m.q, s.spoilt(s.m.v), {}, nv, 0); });
  expect_named("v", [&] { ask(s.m.q, s.shorter(s.m.v), {}, nv, 0); });
  expect_named("velocity", [&] { ask(s.m.q, s.m.v, {}, 3, 0); });
  expect_named("settings.mu", [&] { ask(s.m.q, s.m.v, {.mu = -1}, nv, 0); });
  expect_named("restitution", [&] { ask(s.m.q, s.m.v, {}, nv, 1.5); });
  expect_named("restitution", [&] { ask(s.m.q, s.m.v, {}, nv, NAN); });
  EXPECT_EQ(after, Vector(nv, 7.0));
  EXPECT_EQ(impulse, Vector(3, 7.0));
}

TEST(BadInput, OfProjectionsIsNamed) {
  const Standing s;
  OperationalWorkspace ws(s.m.model, s.set);
  Vector out(s.m.nv(), 7.0);
  for (const auto project : {project_velocity, project_force}) {
    const auto ask = [&](const Vector& q, const Vector& x, std::size_t n, const ConstrainedSettings& settings) {
      project(s.m.model, s.set, ws, q, x, std::span(out).first(n), settings);
    };
    const std::size_t nv = s.m.nv();
    expect_named("q[1]", [&] { ask(s.spoilt(s.m.q), s.m.v, nv, {}); });
    expect_named("x[1]", [&] { ask(s.m.q, s.spoilt(s.m.v), nv, {}); });
    expect_named("x", [&] { ask(s.m.q, s.shorter(s.m.v), nv, {}); });
    expect_named("out", [&] { ask(s.m.q, s.m.v, 3, {}); });
    expect_named("settings.tolerance", [&] { ask(s.m.q, s.m.v, nv, {.tolerance = 0}); });
  }
  EXPECT_EQ(out, Vector(s.m.nv(), 7.0));
}

TEST(BadInput, OfDerivativesIsNamed) {
  const Standing s;
  ConstrainedDerivativesWorkspace ws(s.m.model, s.set);
  const std::size_t nv = s.m.nv();
  Vector matrix(nv * nv, 7.0);
  const std::span<double> square(matrix), wide = square.first(3 * nv);
  const auto ask = [&](const Vector& q, const Vector& v, const Vector& a, const Vector& lambda,
                       std::span<double> da_dq) {
    constrained_dynamics_derivatives(s.m.model, s.set, ws, q, v, a, lambda, {da_dq, square, square, wide, wide, wide});
  };
  const Vector three(3, 0.1);
  expect_named("q[1]", [&] { ask(s.spoilt(s.m.q), s.m.v, s.m.a, three, square); });
  expect_named("v[1]", [&] { ask(s.m.q, s.spoilt(s.m.v), s.m.a, three, square); });
  expect_named("a[1]", [&] { ask(s.m.q, s.m.v, s.spoilt(s.m.a), three, square); });
  expect_named("lambda[1]", [&] { ask(s.m.q, s.m.v, s.m.a, s.spoilt(three), square); });
  expect_named("lambda", [&] { ask(s.m.q, s.m.v, s.m.a, s.shorter(three), square); });
  expect_named("da_dq", [&] { ask(s.m.q, s.m.v, s.m.a, three, wide); });
  EXPECT_EQ(matrix, Vector(nv * nv, 7.0));
}

}  // namespace
}  // namespace tenon::test
