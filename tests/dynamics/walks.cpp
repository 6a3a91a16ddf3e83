// The fast sweeps against the plain ones, on random trees with every joint kind: body by body, and with limbs in two,
// four and eight lanes whether that pays or not.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "dynamics/fast/aba.hpp"
#include "dynamics/fast/crba.hpp"
#include "dynamics/fast/crba_blocks.hpp"
#include "dynamics/fast/crba_root.hpp"
#include "dynamics/fast/rnea.hpp"
#include "dynamics/paper/crba.hpp"
#include "dynamics/workspace.hpp"
#include "support/mechanism.hpp"
#include "support/tilted_arms.hpp"
#include "walk/tree_walks.hpp"

namespace tenon::test {
namespace {

constexpr double rounding = 1e-12;  // sums of some hundred terms in another order, over the largest number

LaneSchedule forced_schedule(const CompiledModel& model, int width, int most_levels) {
  LaneCosts free_lanes;
  free_lanes.group = 0, free_lanes.join = 0;
  return schedule_of(model, width, free_lanes, most_levels);
}

struct Forces {
  explicit Forces(const Mechanism& m) : ws(m.model), external(body_wrenches(m.model, *ws.data().tree, m.wrenches)) {}
  Workspace ws;
  const Force<double>* external;
};

template <class Cut>
AlignedVector memory_for(Cut&& cut) {
  Arena measure;
  cut(measure);
  return AlignedVector(measure.used(), std::nan(""));
}

template <int W>
Vector rnea_on(const Mechanism& m, const Walk<W>& walk, const Force<double>* external) {
  const CompiledModel& model = m.model.compiled();
  AlignedVector memory = memory_for([&](Arena& arena) { rnea_scratch<double>(model, walk, arena); });
  Arena arena(memory.data());
  Vector tau(m.nv());
  rnea_walk<double>(model, walk, rnea_scratch<double>(model, walk, arena), m.q.data(), m.v.data(), m.a.data(), external,
                    tau.data());
  return tau;
}

template <int W>
Vector aba_on(const Mechanism& m, const Walk<W>& walk, const Vector& tau, const Force<double>* external) {
  const CompiledModel& model = m.model.compiled();
  AlignedVector memory = memory_for([&](Arena& arena) { aba_scratch<double>(model, walk, arena); });
  Arena arena(memory.data());
  Vector a(m.nv());
  aba_walk<double>(model, walk, aba_scratch<double>(model, walk, arena), m.q.data(), m.v.data(), tau.data(), external,
                   a.data());
  return a;
}

template <int W>
Vector minverse_on(const Mechanism& m, const Walk<W>& walk, const Vector& x) {
  const CompiledModel& model = m.model.compiled();
  AlignedVector memory = memory_for([&](Arena& arena) { aba_scratch<double>(model, walk, arena); });
  Arena arena(memory.data());
  Vector y(m.nv());
  minverse_walk<double>(model, walk, aba_scratch<double>(model, walk, arena), m.q.data(), x.data(), y.data());
  return y;
}

template <int W>
Vector crba_on(const Mechanism& m, const Walk<W>& walk) {
  const CompiledModel& model = m.model.compiled();
  AlignedVector memory = memory_for([&](Arena& arena) { crba_scratch<double>(model, walk, arena); });
  Arena arena(memory.data());
  Vector M(m.nv() * m.nv(), std::nan(""));
  crba_walk(model, walk, crba_scratch<double>(model, walk, arena), m.q.data(),
            MassMatrix(model, M.data(), true, true, true));
  return M;
}

Vector crba_in_root_frame(const Mechanism& m, Triangle triangle) {
  const CompiledModel& model = m.model.compiled();
  const RootWalk walk = make_root_walk(model);
  AlignedVector memory = memory_for([&](Arena& arena) { RootScratch::cut(model, walk, arena); });
  Arena arena(memory.data());
  Vector M(m.nv() * m.nv(), std::nan(""));
  crba_blocks(model, walk, RootScratch::cut(model, walk, arena), m.q.data(), M.data(), triangle != Triangle::upper,
              triangle != Triangle::lower, true);
  return M;
}

// M y, by the plain M.
Vector times(const Vector& M, const Vector& y) {
  Vector x(y.size(), 0.0);
  for (std::size_t i = 0; i < y.size(); ++i)
    for (std::size_t j = 0; j < y.size(); ++j) x[i] += M[i * y.size() + j] * y[j];
  return x;
}

// What the plain kernels and the walks say: limbs for all but CRBA, which walks `columns`.
template <int W>
void expect_plain_answers_on(const Mechanism& m, const Walk<W>& limbs, const Walk<W>& columns,
                             const std::string& which) {
  const CompiledModel& model = m.model.compiled();
  Forces forces(m);
  TreeMemory& w = *forces.ws.data().tree;
  Vector tau(m.nv()), a(m.nv()), M(m.nv() * m.nv());
  std::vector<RneaBody<double>> rnea_body(model.bodies.size());
  std::vector<CrbaBody<double>> crba_body(model.bodies.size());
  rnea_kernel(model, rnea_body.data(), w.sine.data(), w.cosine.data(), m.q.data(), m.v.data(), m.a.data(),
              forces.external, tau.data());
  aba_kernel(model, w.aba.data(), w.axes.data(), w.sine.data(), w.cosine.data(), m.q.data(), m.v.data(), tau.data(),
             forces.external, a.data());
  crba_kernel(model, crba_body.data(), w.sine.data(), w.cosine.data(), m.q.data(), M.data());  // the lower triangle
  for (std::size_t i = 0; i < m.nv(); ++i)
    for (std::size_t j = 0; j < i; ++j) M[j * m.nv() + i] = M[i * m.nv() + j];

  EXPECT_LE(distance(rnea_on(m, limbs, forces.external), tau), rounding) << which;
  EXPECT_LE(distance(crba_on(m, columns), M), rounding) << which;
  // Both lose digits with the condition of M, each in its own way: compare what they are solutions of.
  EXPECT_LE(distance(times(M, aba_on(m, limbs, tau, forces.external)), times(M, a)), rounding) << which;
  EXPECT_LE(distance(times(M, minverse_on(m, limbs, tau)), tau), rounding) << which;
}

template <int W>
Walk<W> forced_limbs(const Mechanism& m) {
  return make_walk<W>(m.model.compiled(), forced_schedule(m.model.compiled(), W, 1000));
}
template <int W>
void expect_plain_answers(const Mechanism& m, std::uint64_t seed) {
  const CompiledModel& model = m.model.compiled();
  expect_plain_answers_on(m, forced_limbs<W>(m), make_walk<W>(model, forced_schedule(model, W, 1)),
                          "seed " + std::to_string(seed) + ", lanes " + std::to_string(W));
}

TEST(Walks, WithTwoLanesGiveThePlainAnswers) {
  for (const auto seed : seeds(1000)) expect_plain_answers<2>(random_mechanism(seed), seed);
}
TEST(Walks, WithFourLanesGiveThePlainAnswers) {
  for (const auto seed : seeds(1000)) expect_plain_answers<4>(random_mechanism(seed), seed);
}
TEST(Walks, WithEightLanesGiveThePlainAnswers) {
  for (const auto seed : seeds(1000)) expect_plain_answers<8>(random_mechanism(seed), seed);
}

template <class Expect>
void for_each_width(const Mechanism& m, Expect&& expect) {
  expect.template operator()<2>(m);
  expect.template operator()<4>(m);
  expect.template operator()<8>(m);
}

// Limbs are chains of joints of one degree of freedom: a tree of spherical joints has none.
TEST(Walks, OfAllTrunkGiveThePlainAnswers) {
  generators::RandomTreeOptions spherical{.links = 12, .floating = 0, .fixed = 0, .revolute = 0, .prismatic = 0};
  spherical.helical = spherical.planar = spherical.free = 0, spherical.spherical = 1;
  for (const auto seed : seeds(20))
    for_each_width(Mechanism(generators::random_tree(seed, spherical), seed), [&]<int W>(const Mechanism& m) {
      EXPECT_TRUE(forced_limbs<W>(m).groups.empty());
      expect_plain_answers<W>(m, seed);
    });
}

// Lanes that cost nothing take chains and bushes whole; of a forest every root is a limb.
TEST(Walks, OfOneBodyAndOfAllLimbsGiveThePlainAnswers) {
  std::vector<RobotDescription> robots;
  for (const char* robot : {"chain:1", "chain:9", "binary_tree:4", "fea05_grid:4"})
    robots.push_back(generators::make(robot));
  for (const int roots : {1, 3, 4, 9})
    robots.push_back(generators::random_tree(
        5,
        {.links = 3 * roots, .roots = roots, .branching = 0, .floating = 0, .spherical = 0, .planar = 0, .free = 0}));
  for (const RobotDescription& robot : robots)
    for_each_width(Mechanism(robot, 5), []<int W>(const Mechanism& m) {
      EXPECT_TRUE(forced_limbs<W>(m).trunk.empty());
      expect_plain_answers<W>(m, 5);
    });
}

// What the public calls run on arms and chains: a trunk whose steps are SIMD inside.
TEST(Walks, WithWideStepsGiveThePlainAnswers) {
  std::vector<RobotDescription> robots = tilted_arms();
  for (const int links : {2, 3, 7, 30, 100}) robots.push_back(generators::chain(links));
  robots.push_back(generators::chain(12, true)), robots.push_back(generators::arm7_standin());
  for (const auto seed : seeds(200))  // chains of every joint kind
    robots.push_back(generators::random_tree(seed, {.links = 9, .branching = 0, .spherical = 0.1, .planar = 0.1}));
  int wide = 0;
  for (const RobotDescription& robot : robots)
    for (const std::uint64_t seed : {1, 2}) {
      const Mechanism m(robot, seed);
      const CompiledModel& model = m.model.compiled();
      if (model.walks->limbs.wide.empty()) continue;
      ++wide;
      expect_plain_answers_on(m, model.walks->limbs, model.walks->columns, robot.name);
    }
  EXPECT_GE(wide, nearly(400, 200) + 190);
}

TEST(Walks, BodyByBodyGiveThePlainAnswers) {
  for (const auto seed : seeds(1000)) {
    const Mechanism m = random_mechanism(seed);
    Forces forces(m);
    const Walk<4>& walk = m.model.compiled().walks->bodies;
    ASSERT_TRUE(walk.groups.empty());
    EXPECT_LE(distance(rnea_on(m, walk, forces.external), m.rnea()), rounding) << seed;
    Mechanism check = m;
    check.a = aba_on(m, walk, m.rnea(), forces.external);
    EXPECT_LE(distance(check.rnea(), m.rnea()), rounding) << seed;
  }
}

// Every way that the public calls choose between: entry by entry, by rows, and in the root's frame.
void expect_inertia_matrix_of_rnea(const RobotDescription& robot) {
  const Mechanism m(robot, 7);
  Workspace ws(m.model);
  Vector still(m.nv(), 0.0), gravity(m.nv()), column(m.nv());
  rnea(m.model, ws, {m.q, still}, still, gravity);
  for (const Triangle triangle : {Triangle::both, Triangle::lower, Triangle::upper}) {
    Vector M(m.nv() * m.nv(), std::nan(""));
    crba(m.model, ws, m.q, {.triangle = triangle}, M);
    for (std::size_t k = 0; k < m.nv(); ++k) {
      Vector unit = still;
      unit[k] = 1;
      rnea(m.model, ws, {m.q, still}, unit, column);
      const std::size_t begin = triangle == Triangle::lower ? k : 0, end = triangle == Triangle::upper ? k + 1 : m.nv();
      for (std::size_t j = begin; j < end; ++j)
        ASSERT_NEAR(M[j * m.nv() + k], column[j] - gravity[j], 1e-10 * (1 + std::abs(gravity[j]))) << j << " " << k;
    }
  }
}
TEST(Walks, FillTheInertiaMatrixOfASmallRobot) { expect_inertia_matrix_of_rnea(generators::quadruped_standin()); }
TEST(Walks, FillTheInertiaMatrixOfALargeRobot) { expect_inertia_matrix_of_rnea(generators::atlas_standin(2)); }
TEST(Walks, FillTheInertiaMatrixOfALargeTree) { expect_inertia_matrix_of_rnea(generators::binary_tree(5)); }
TEST(Walks, FillTheInertiaMatrixOfALongChain) { expect_inertia_matrix_of_rnea(generators::chain(200)); }

// One sample per lane: what a lane answers is the single walk's answer to the bit.
TEST(Walks, InBatchesAnswerTheBitsOfTheSingleWalk) {
  using P = Pack<double, 4>;
  for (const auto seed : seeds(100)) {
    Mechanism m = random_mechanism(seed);
    const CompiledModel& model = m.model.compiled();
    const Walk<4>& walk = model.walks->bodies;
    Random random(seed);
    std::vector<P> q(m.q.size()), v(m.nv()), a(m.nv()), tau(m.nv()), qdd(m.nv());
    std::vector<Vector> single_tau, single_qdd;
    for (int lane = 0; lane < 4; ++lane) {
      m.q = random_q(m.model, random);
      for (std::size_t k = 0; k < m.nv(); ++k) m.v[k] *= -1.25, m.a[k] *= 0.75;
      for (std::size_t k = 0; k < m.q.size(); ++k) q[k].set(lane, m.q[k]);
      for (std::size_t k = 0; k < m.nv(); ++k) v[k].set(lane, m.v[k]), a[k].set(lane, m.a[k]);
      single_tau.push_back(rnea_on(m, walk, nullptr));
      single_qdd.push_back(aba_on(m, walk, single_tau.back(), nullptr));
    }
    AlignedVector memory = memory_for([&](Arena& arena) { aba_scratch<P>(model, walk, arena); });
    AlignedVector more = memory_for([&](Arena& arena) { rnea_scratch<P>(model, walk, arena); });
    Arena for_aba(memory.data()), for_rnea(more.data());
    rnea_walk<P>(model, walk, rnea_scratch<P>(model, walk, for_rnea), q.data(), v.data(), a.data(), nullptr,
                 tau.data());
    aba_walk<P>(model, walk, aba_scratch<P>(model, walk, for_aba), q.data(), v.data(), tau.data(), nullptr, qdd.data());
    for (int lane = 0; lane < 4; ++lane)
      for (std::size_t k = 0; k < m.nv(); ++k) {
        EXPECT_EQ(tau[k][lane], single_tau[static_cast<std::size_t>(lane)][k]) << seed << " " << lane << " " << k;
        EXPECT_EQ(qdd[k][lane], single_qdd[static_cast<std::size_t>(lane)][k]) << seed << " " << lane << " " << k;
      }
  }
}

// The setting that forces a mode, in every public call that has one.
TEST(Walks, OfAForcedModeAgree) {
  int in_lanes = 0;
  for (const auto seed : seeds(100)) {
    const Mechanism m = random_mechanism(seed);
    Workspace single(m.model, {.mode = Mode::single}), lanes(m.model, {.mode = Mode::lanes});
    EXPECT_TRUE(single.data().tree->walks.limbs->groups.empty());
    if (!lanes.data().tree->walks.limbs->groups.empty()) ++in_lanes;
    Vector x(m.nv()), y(m.nv()), M(m.nv() * m.nv()), N(m.nv() * m.nv());
    rnea(m.model, single, {m.q, m.v}, m.a, x), rnea(m.model, lanes, {m.q, m.v}, m.a, y);
    EXPECT_LE(distance(x, y), rounding) << seed;
    crba(m.model, single, m.q, M), crba(m.model, lanes, m.q, N);
    EXPECT_LE(distance(M, N), rounding) << seed;
    minverse_apply(m.model, single, m.q, m.a, x), minverse_apply(m.model, lanes, m.q, m.a, y);
    EXPECT_LE(distance(times(M, x), times(M, y)), rounding) << seed;
    aba(m.model, single, {m.q, m.v}, m.a, x), aba(m.model, lanes, {m.q, m.v}, m.a, y);
    EXPECT_LE(distance(times(M, x), times(M, y)), rounding) << seed;
  }
  EXPECT_GE(in_lanes, nearly(94, 100));
}

// Bodies four at a time and M in tiles, on trees of any shape and with every joint kind, whether that pays or not.
TEST(Walks, InTheRootsFrameGiveTheInertiaMatrixOfTheWalkBodyByBody) {
  int in_tiles = 0;
  const auto expect_same = [&](const Mechanism& m, std::uint64_t seed) {
    const CompiledModel& model = m.model.compiled();
    if (!has_tiles(model)) return;
    ++in_tiles;
    const Vector M = crba_on(m, model.walks->bodies);
    for (const Triangle triangle : {Triangle::both, Triangle::lower, Triangle::upper}) {
      Vector N = crba_in_root_frame(m, triangle);
      for (std::size_t i = 0; i < m.nv(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
          if (triangle == Triangle::lower) N[j * m.nv() + i] = N[i * m.nv() + j];
          if (triangle == Triangle::upper) N[i * m.nv() + j] = N[j * m.nv() + i];
        }
      EXPECT_LE(distance(N, M), rounding) << seed;
      for (int j = 0; j < model.nv; ++j)
        for (int i = subtree_end(model, j); i < model.nv; ++i)
          ASSERT_EQ(N[static_cast<std::size_t>(j * model.nv + i)], 0) << seed << ", entry " << j << " " << i;
    }
  };
  for (const auto seed : seeds(1000)) expect_same(random_mechanism(seed), seed);
  for (int links = 4; links < 16; ++links) expect_same(Mechanism(generators::chain(links, links % 2 == 0), 1), 1);
  expect_same(Mechanism(forked_chain(63), 1), 1);
  EXPECT_GE(in_tiles, nearly(906, 1000));
}

TEST(Walks, OfTheInertiaMatrixInTheRootFrameEqualTheirPlainVersion) {
  for (const auto seed : seeds(200)) {
    const Mechanism m = random_mechanism(seed);
    const CompiledModel& model = m.model.compiled();
    std::vector<RootBody<double>> body(model.bodies.size());
    Vector axes(6 * m.nv()), sine(m.q.size()), cosine(m.q.size()), plain(m.nv() * m.nv()), fast = plain;
    crba_root_kernel(model, body.data(), axes.data(), sine.data(), cosine.data(), m.q.data(), plain.data());
    if (!has_tiles(model)) continue;
    fast = crba_in_root_frame(m, Triangle::both);
    for (std::size_t i = 0; i < m.nv(); ++i)
      for (std::size_t j = 0; j <= i; ++j)
        EXPECT_NEAR(fast[i * m.nv() + j], plain[i * m.nv() + j], rounding * (1 + std::fabs(plain[i * m.nv() + j])))
            << seed << ", entry " << i << " " << j;
  }
}

// CRBA of a chain is in the root's frame unless a mode is forced: then it walks, too.
TEST(Walks, OfAForcedModeAgreeOnDeepTrees) {
  for (const RobotDescription& robot : {generators::chain(200), generators::fea05_side_branches(400)}) {
    const Mechanism m(robot, 3);
    Workspace automatic(m.model), single(m.model, {.mode = Mode::single}), lanes(m.model, {.mode = Mode::lanes});
    EXPECT_TRUE(automatic.data().tree->in_root_frame);
    EXPECT_FALSE(single.data().tree->in_root_frame || lanes.data().tree->in_root_frame);
    Vector M(m.nv() * m.nv()), N(M.size()), O(M.size());
    crba(m.model, automatic, m.q, M), crba(m.model, single, m.q, N), crba(m.model, lanes, m.q, O);
    EXPECT_LE(distance(M, N), rounding);
    EXPECT_LE(distance(M, O), rounding);
  }
}

// The triangle that is not asked for holds nan.
TEST(Walks, KeepTheZerosOfTheInertiaMatrixThatTheCallerHas) {
  const auto expect_kept = [](const RobotDescription& robot, std::uint64_t seed) {
    const Mechanism m(robot, seed);
    for (const Mode mode : {Mode::automatic, Mode::single, Mode::lanes}) {
      Workspace ws(m.model, {.mode = mode});
      Vector M(m.nv() * m.nv()), N(M.size(), 0.0);
      crba(m.model, ws, m.q, M);
      for (int twice = 0; twice < 2; ++twice) crba(m.model, ws, m.q, {.zeros = Zeros::kept}, N);
      EXPECT_EQ(N, M) << seed;
      for (const Triangle triangle : {Triangle::lower, Triangle::upper}) {
        const auto asked = [&](std::size_t e) {
          const std::size_t i = e / m.nv(), j = e % m.nv();
          return triangle == Triangle::lower ? i >= j : i <= j;
        };
        for (std::size_t e = 0; e < N.size(); ++e) N[e] = asked(e) ? 0.0 : std::nan("");
        crba(m.model, ws, m.q, {.triangle = triangle, .zeros = Zeros::kept}, N);
        for (std::size_t e = 0; e < N.size(); ++e)
          if (asked(e)) ASSERT_EQ(N[e], M[e]) << "seed " << seed << ", entry " << e / m.nv() << " " << e % m.nv();
      }
    }
  };
  for (const auto seed : seeds(100)) expect_kept(random_robot(seed), seed);
  for (const int length : {60, 61, 62, 63}) expect_kept(forked_chain(length), 1);  // too deep to go entry by entry
  expect_kept(generators::fea05_side_branches(120), 1);
  expect_kept(forked_chain(200), 2);
}

TEST(Walks, AnswerTheSameBitsEveryTime) {
  for (const auto seed : seeds(50)) {
    const Mechanism m = random_mechanism(seed);
    Forces forces(m);
    const Walk<4>& walk = m.model.compiled().walks->limbs;
    EXPECT_EQ(aba_on(m, walk, m.rnea(), forces.external), aba_on(m, walk, m.rnea(), forces.external)) << seed;
    EXPECT_EQ(crba_on(m, m.model.compiled().walks->columns), crba_on(m, m.model.compiled().walks->columns)) << seed;
  }
}

}  // namespace
}  // namespace tenon::test
