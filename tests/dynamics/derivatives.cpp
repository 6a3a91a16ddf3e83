// Analytic derivatives against dual numbers, on random trees with every joint kind, armature and external wrenches.
#include <gtest/gtest.h>

#include "dynamics/derivatives.hpp"
#include "dynamics/dual_kernels.hpp"
#include "tenon/builder.hpp"

namespace tenon::test {
namespace {

struct Matrices {
  Vector q, v, x;
  explicit Matrices(std::size_t nv) : q(nv * nv), v(nv * nv), x(nv * nv) {}
};

Matrices of_rnea(const Mechanism& m) {
  Workspace ws(m.model);
  Matrices d(m.nv());
  rnea_derivatives(m.model, ws, {m.q, m.v}, m.a, {.wrenches = m.wrenches}, {d.q, d.v, d.x});
  return d;
}
Matrices of_aba(const Mechanism& m, const Vector& tau) {
  Workspace ws(m.model);
  Matrices d(m.nv());
  aba_derivatives(m.model, ws, {m.q, m.v}, tau, {.wrenches = m.wrenches}, {d.q, d.v, d.x});
  return d;
}

// Column by column: derivative(direction) gives one column.
template <class Derivative>
Matrices by_duals(const Mechanism& m, Derivative&& derivative) {
  Matrices d(m.nv());
  for (std::size_t k = 0; k < m.nv(); ++k) {
    Vector unit(m.nv(), 0.0);
    unit[k] = 1;
    const Vector columns[3] = {derivative({configuration_rate(m.model, m.q, unit), {}, {}}), derivative({{}, unit, {}}),
                               derivative({{}, {}, unit})};
    for (std::size_t j = 0; j < m.nv(); ++j)
      d.q[j * m.nv() + k] = columns[0][j], d.v[j * m.nv() + k] = columns[1][j], d.x[j * m.nv() + k] = columns[2][j];
  }
  return d;
}

TEST(RneaDerivatives, EqualDualNumbersOnRandomTrees) {
  for (const auto seed : seeds(1000)) {
    const Mechanism m = random_mechanism(seed);
    const Matrices d = of_rnea(m), e = by_duals(m, [&](const Direction& x) { return rnea_derivative(m, x); });
    EXPECT_LE(distance(d.q, e.q), 1e-12) << seed;
    EXPECT_LE(distance(d.v, e.v), 1e-12) << seed;
    EXPECT_LE(distance(d.x, e.x), 1e-12) << seed;
  }
}

TEST(AbaDerivatives, EqualDualNumbersOnRandomTrees) {
  for (const auto seed : seeds(1000)) {
    const Mechanism m = random_mechanism(seed);
    const Vector tau = Random(seed + 7).vector(m.model.nv());
    const Matrices d = of_aba(m, tau), e = by_duals(m, [&](const Direction& x) { return aba_derivative(m, tau, x); });
    // Relative to numbers that grow with the condition number of M, which light links on long chains make 1e4.
    EXPECT_LE(distance(d.q, e.q), 1e-10) << seed;
    EXPECT_LE(distance(d.v, e.v), 1e-10) << seed;
    EXPECT_LE(distance(d.x, e.x), 1e-10) << seed;
  }
}

// Hundreds of degrees of freedom: several tiles of columns, joints across a tile's edge, many runs of ancestors.
TEST(RneaDerivatives, OfTheFastVersionEqualThePlainOnesOnLargeTrees) {
  for (const auto seed : seeds(60)) {
    generators::RandomTreeOptions options;
    options.links = 30 + 2 * static_cast<int>(seed), options.roots = 1 + static_cast<int>(seed % 3);
    options.branching = 0.2 * static_cast<double>(seed % 6);
    const Mechanism m(generators::random_tree(seed, options), seed);
    const Matrices fast = of_rnea(m);
    Matrices plain(m.nv());
    Workspace ws(m.model);
    DerivativesMemory& w = *ws.data().derivatives;
    const Force<double>* external = body_wrenches(m.model, *ws.data().tree, m.wrenches);
    rnea_derivatives_plain(m.model.compiled(), w, m.q.data(), m.v.data(), m.a.data(), external, plain.q.data(),
                           plain.v.data(), plain.x.data());
    EXPECT_LE(distance(fast.q, plain.q), 1e-12) << seed;
    EXPECT_LE(distance(fast.v, plain.v), 1e-12) << seed;
    EXPECT_LE(distance(fast.x, plain.x), 1e-12) << seed;
  }
}

// M⁻¹ as a product of factors (branched trees) and by sweeps (long chains), each against the plain version.
TEST(AbaDerivatives, ByFactorAndBySweepsEqualThePlainOnesOnLargeTrees) {
  int by_factor = 0, by_sweeps = 0;
  for (const auto seed : seeds(60)) {
    generators::RandomTreeOptions options;
    options.links = 10 + 2 * static_cast<int>(seed), options.roots = 1 + static_cast<int>(seed % 3);
    options.branching = 0.2 * static_cast<double>(seed % 6);
    const Mechanism m(generators::random_tree(seed, options), seed);
    const Vector tau = Random(seed + 7).vector(m.model.nv());
    Workspace ws(m.model);
    DerivativesMemory& w = *ws.data().derivatives;
    Matrices plain(m.nv());
    aba(m.model, ws, {m.q, m.v}, tau, {.wrenches = m.wrenches}, w.a);
    rnea_derivatives_plain(m.model.compiled(), w, m.q.data(), m.v.data(), w.a.data(),
                           body_wrenches(m.model, *ws.data().tree, m.wrenches), plain.q.data(), plain.v.data(),
                           plain.x.data());
    aba_derivatives_plain(m.model.compiled(), w, plain.q.data(), plain.v.data(), plain.x.data());
    for (const bool factor : {true, false}) {
      if (factor && !w.factor.pays) continue;
      w.factor.pays = factor;
      ++(factor ? by_factor : by_sweeps);
      Matrices fast(m.nv());
      aba_derivatives(m.model, ws, {m.q, m.v}, tau, {.wrenches = m.wrenches}, {fast.q, fast.v, fast.x});
      // Relative to numbers that grow with the condition number of M.
      EXPECT_LE(distance(fast.q, plain.q), 1e-10) << seed << factor;
      EXPECT_LE(distance(fast.v, plain.v), 1e-10) << seed << factor;
      EXPECT_LE(distance(fast.x, plain.x), 1e-10) << seed << factor;
    }
  }
  const int trees = static_cast<int>(seeds(60).size());
  EXPECT_GE(by_factor, nearly(49, 60));
  EXPECT_EQ(by_sweeps, trees);
}

// Into matrices that an earlier call at another state has filled.
TEST(RneaDerivatives, WithZerosKeptAreTheSame) {
  for (const auto seed : seeds(60)) {
    generators::RandomTreeOptions options;
    options.links = 5 + static_cast<int>(seed), options.branching = 0.2 * static_cast<double>(seed % 6);
    const RobotDescription robot = generators::random_tree(seed, options);
    const Mechanism m(robot, seed), other(robot, seed + 1);
    Workspace ws(m.model);
    const Matrices whole = of_rnea(m);
    Matrices kept = of_rnea(other);
    rnea_derivatives(m.model, ws, {m.q, m.v}, m.a, {.wrenches = m.wrenches, .zeros = Zeros::kept},
                     {kept.q, kept.v, kept.x});
    EXPECT_EQ(kept.q, whole.q) << seed;
    EXPECT_EQ(kept.v, whole.v) << seed;
    EXPECT_EQ(kept.x, whole.x) << seed;
  }
}

TEST(RneaDerivatives, ByAccelerationAreTheInertiaMatrix) {
  for (const auto seed : seeds(200)) {
    const Mechanism m = random_mechanism(seed);
    Workspace ws(m.model);
    Vector M(m.nv() * m.nv());
    crba(m.model, ws, m.q, M);
    EXPECT_LE(distance(of_rnea(m).x, M), 1e-12) << seed;
  }
}

TEST(Derivatives, DoNotSeeMergingAndScrewFrames) {
  for (const auto seed : seeds(200)) {
    const Mechanism m = random_mechanism(seed),
                    plain = random_mechanism(seed, {.merge_fixed = false, .screw_frames = false});
    const Matrices d = of_rnea(m), e = of_rnea(plain);
    EXPECT_LE(distance(d.q, e.q), 1e-11) << seed;
    EXPECT_LE(distance(d.v, e.v), 1e-11) << seed;
    const Vector tau(m.nv(), 0.1);
    const Matrices f = of_aba(m, tau), g = of_aba(plain, tau);
    EXPECT_LE(distance(f.q, g.q), 1e-10) << seed;
    EXPECT_LE(distance(f.v, g.v), 1e-10) << seed;
    EXPECT_LE(distance(f.x, g.x), 1e-10) << seed;
  }
}

// The origin is the root body: a robot 10 km away has the same derivatives.
TEST(Derivatives, LoseNoDigitsFarFromTheWorldOrigin) {
  generators::RandomTreeOptions options;
  options.floating = 1, options.links = 10;
  for (const auto seed : seeds(20)) {
    Mechanism m(generators::random_tree(seed, options), seed);
    const Matrices near = of_rnea(m);
    for (std::size_t r = 0; r < 3; ++r) m.q[r] += 10000;
    const Matrices far = of_rnea(m);
    EXPECT_LE(distance(far.q, near.q), 1e-13) << seed;
    EXPECT_LE(distance(far.v, near.v), 1e-13) << seed;
  }
}

// m l² a + m g l sin q = tau.
TEST(AbaDerivatives, OfAPendulumAreTheClosedForm) {
  ModelBuilder b;
  b.link("bob", {2, {0, 0, -0.5}, {}});
  b.revolute("pivot", "", "bob", {}, {0, 1, 0});
  Mechanism m(b.description(), 0);
  m.q = {0.4}, m.v = {3}, m.wrenches.clear();
  const Matrices d = of_aba(m, {0.3});
  EXPECT_NEAR(d.q[0], -9.81 / 0.5 * std::cos(0.4), 1e-13);
  EXPECT_NEAR(d.v[0], 0, 1e-13);
  EXPECT_NEAR(d.x[0], 1 / (2 * 0.25), 1e-14);
}

TEST(Derivatives, RefuseWrongSizesAndForeignWorkspaces) {
  const Mechanism m = random_mechanism(5), other = random_mechanism(6);
  Workspace ws(m.model), foreign(other.model);
  Matrices d(m.nv());
  Vector small(1);
  EXPECT_THROW(rnea_derivatives(m.model, ws, {m.q, m.v}, m.a, {small, d.v, d.x}), Error);
  EXPECT_THROW(rnea_derivatives(m.model, ws, {m.q, m.v}, small, {d.q, d.v, d.x}), Error);
  EXPECT_THROW(rnea_derivatives(m.model, foreign, {m.q, m.v}, m.a, {d.q, d.v, d.x}), Error);
  EXPECT_THROW(aba_derivatives(m.model, ws, {m.q, m.v}, m.a, {d.q, d.v, small}), Error);
  EXPECT_THROW(aba_derivatives(m.model, foreign, {m.q, m.v}, m.a, {d.q, d.v, d.x}), Error);
  Vector bad = m.q;
  bad[0] = NAN;
  EXPECT_THROW(aba_derivatives(m.model, ws, {bad, m.v}, m.a, {d.q, d.v, d.x}), Error);
}

}  // namespace
}  // namespace tenon::test
