// A lane of doubles is the single body-by-body walk to the bit, whatever n, layout, neighbours and threads.
#include <gtest/gtest.h>

#include "batch/samples.hpp"
#include "batch/tables.hpp"
#include "dynamics/kernels_walk.hpp"
#include "dynamics/workspace.hpp"
#include "spatial/isa.hpp"
#include "tenon/factorization.hpp"
#include "walk/tree_walks.hpp"

namespace tenon::test {
namespace {

const WalkKernels& single_walk() { return TENON_ISA_CHOICE(walk_kernels); }

Vector single(const Model& model, const Samples& s, bool inverse) {
  const CompiledModel& m = model.compiled();
  AlignedVector scratch(single_walk().scratch_size(m, choose_walks(m, Mode::single)));
  Vector out = s.zeros(s.nv);
  for (int k = 0; k < s.n; ++k)
    (inverse ? single_walk().rnea : single_walk().aba)(m, m.walks->bodies, scratch.data(), sample(s.q, k, s.nq).data(),
                                                       sample(s.v, k, s.nv).data(), sample(s.a, k, s.nv).data(),
                                                       nullptr, out.data() + static_cast<std::size_t>(k) * s.nv);
  return out;
}

TEST(BatchBits, AreThoseOfTheSingleWalkInBothLayouts) {
  for (const auto seed : seeds(1000)) {
    const Model model(random_robot(seed));
    Batch batch(model);
    const Samples s(model, 1 + static_cast<int>(seed % 19), seed);
    const Vector tau = single(model, s, true), a = single(model, s, false);
    Vector out = s.zeros(s.nv);
    batch.rnea(s.n, {s.q, s.v}, s.a, out);
    EXPECT_EQ(out, tau) << seed;
    batch.aba(s.n, {s.q, s.v}, s.a, out);
    EXPECT_EQ(out, a) << seed;

    const Vector q = packed(batch, s.n, s.nq, s.q), v = packed(batch, s.n, s.nv, s.v),
                 x = packed(batch, s.n, s.nv, s.a);
    Vector y(x.size());
    batch.rnea(s.n, {q, v}, x, {.layout = Layout::packed}, y);
    EXPECT_EQ(unpacked(batch, s.n, s.nv, y), tau) << seed;
    batch.aba(s.n, {q, v}, x, {.layout = Layout::packed}, y);
    EXPECT_EQ(unpacked(batch, s.n, s.nv, y), a) << seed;
  }
}

// M⁻¹x of the public call, body by body.
TEST(BatchBits, OfMinverseAreThoseOfTheSingleCallBodyByBody) {
  for (const auto seed : seeds(1000)) {
    const Model model(random_robot(seed));
    Batch batch(model);
    Workspace ws(model, {.mode = Mode::single});
    const Samples s(model, 6, seed);
    Vector y = s.zeros(s.nv), y1(s.nv);
    batch.minverse_apply(s.n, s.q, s.a, y);
    for (int k = 0; k < s.n; ++k) {
      minverse_apply(model, ws, sample(s.q, k, s.nq), sample(s.a, k, s.nv), y1);
      EXPECT_TRUE(std::ranges::equal(sample(y, k, s.nv), y1)) << seed << " " << k;
    }
  }
}

// Wrenches are summed per body, and frames placed, by the same instruction set.
TEST(BatchBits, OfWrenchesAndPlacementsAreThoseOfSingleCallsBodyByBody) {
  for (const auto seed : seeds(300)) {
    const Model model(random_robot(seed));
    Random random(seed);
    std::vector<FrameId> frames(3);
    for (FrameId& frame : frames) frame.index = random.integer(1, static_cast<int>(model.frames().size()) - 1);
    Batch batch(model, {.threads = 1, .wrench_frames = frames, .placement_frames = frames});
    Workspace ws(model, {.mode = Mode::single});
    Kinematics kinematics(model, {.mode = Mode::single});
    const Samples s(model, 5, seed);
    const Vector wrenches = random.vector(5 * 18);
    Vector tau = s.zeros(s.nv), a = s.zeros(s.nv), X = s.zeros(36), one(s.nv);
    batch.rnea(s.n, {s.q, s.v}, s.a, {.wrenches = wrenches}, tau);
    batch.aba(s.n, {s.q, s.v}, s.a, {.wrenches = wrenches}, a);
    batch.frame_placements(s.n, s.q, X);
    for (int k = 0; k < s.n; ++k) {
      std::vector<ExternalWrench> list;
      forward_kinematics(model, {sample(s.q, k, s.nq)}, kinematics);
      Vector placed;
      for (std::size_t f = 0; f < 3; ++f) {
        list.push_back({frames[f], {}});
        std::ranges::copy(sample(wrenches, k, 18).subspan(6 * f, 6), list.back().wrench.begin());
        const Placement at = frame_placement(model, kinematics, frames[f]);
        placed.insert(placed.end(), at.rotation.begin(), at.rotation.end());
        placed.insert(placed.end(), at.translation.begin(), at.translation.end());
      }
      rnea(model, ws, {sample(s.q, k, s.nq), sample(s.v, k, s.nv)}, sample(s.a, k, s.nv), {.wrenches = list}, one);
      EXPECT_TRUE(std::ranges::equal(sample(tau, k, s.nv), one)) << seed << " " << k;
      aba(model, ws, {sample(s.q, k, s.nq), sample(s.v, k, s.nv)}, sample(s.a, k, s.nv), {.wrenches = list}, one);
      EXPECT_TRUE(std::ranges::equal(sample(a, k, s.nv), one)) << seed << " " << k;
      EXPECT_TRUE(std::ranges::equal(sample(X, k, 36), placed)) << seed << " " << k;
    }
  }
}

// M of the public call, body by body: entry by entry, by rows, and where `automatic` works in the root's frame.
void expect_the_bits_of_crba(const Model& model, std::uint64_t seed) {
  Batch batch(model);
  Workspace ws(model, {.mode = Mode::single});
  const Samples s(model, 6, seed);
  const std::size_t size = s.nv * s.nv;
  Vector M1(size);
  for (const Triangle triangle : {Triangle::both, Triangle::lower, Triangle::upper}) {
    Vector M = s.zeros(size);
    batch.crba(s.n, s.q, {.triangle = triangle}, M);
    for (int k = 0; k < s.n; ++k) {
      crba(model, ws, sample(s.q, k, s.nq), {.triangle = triangle}, M1);
      for (std::size_t i = 0; i < s.nv; ++i)
        for (std::size_t j = triangle == Triangle::upper ? i : 0; j < (triangle == Triangle::lower ? i + 1 : s.nv); ++j)
          ASSERT_EQ(M[static_cast<std::size_t>(k) * size + i * s.nv + j], M1[i * s.nv + j])
              << seed << " " << i << " " << j;
    }
  }
}
TEST(BatchBits, OfCrbaAreThoseOfTheSingleCallBodyByBody) {
  for (const auto seed : seeds(1000)) expect_the_bits_of_crba(Model(random_robot(seed)), seed);
  for (const char* robot : {"chain:60", "chain:200", "binary_tree:5", "humanoid_standin"})
    expect_the_bits_of_crba(Model(generators::make(robot)), 1);
}

// M y = x of a Factorization that is forced to go row by row.
TEST(BatchBits, OfSolveAreThoseOfTheFactorizationRowByRow) {
  const auto expect_the_bits = [](const Model& model, std::uint64_t seed) {
    Batch batch(model);
    Workspace ws(model);
    Factorization factors(model, {.mode = Mode::single});
    const Samples s(model, 6, seed);
    Vector M = s.zeros(s.nv * s.nv), y = s.zeros(s.nv), y1(s.nv);
    batch.crba(s.n, s.q, M);
    batch.solve(s.n, M, s.a, y);
    for (int k = 0; k < s.n; ++k) {
      ASSERT_TRUE(factors.factorize(sample(M, k, s.nv * s.nv)));
      factors.solve(sample(s.a, k, s.nv), y1);
      EXPECT_TRUE(std::ranges::equal(sample(y, k, s.nv), y1)) << seed << " " << k;
    }
  };
  for (const auto seed : seeds(1000)) expect_the_bits(Model(random_robot(seed)), seed);
  for (const char* robot : {"chain:7", "chain:60", "binary_tree:5", "quadruped_standin", "humanoid_standin"})
    expect_the_bits(Model(generators::make(robot)), 1);
}

// The same of the baseline set, whatever set is active.
TEST(BatchBits, OfCrbaAndMinverseAreThoseOfTheSingleWalkOnTheBaselineToo) {
  for (const auto seed : seeds(1000)) {
    const Model model(random_robot(seed));
    const CompiledModel& m = model.compiled();
    const BatchKernels<double>& kernels = batch_double_isa_baseline;
    const BatchModel<double> batch = make_batch_model<double>(m, BatchOptions{}, kernels.lanes);
    const Samples s(model, 5, seed);
    const std::size_t size = s.nv * s.nv;
    Vector M = s.zeros(size), y = s.zeros(s.nv);
    AlignedVector memory(kernels.scratch_size(batch), 0.0);
    BatchJob<double> job;
    job.n = s.n, job.last = (s.n + kernels.lanes - 1) / kernels.lanes;
    job.q = s.q.data(), job.x = s.a.data();
    job.out = M.data();
    EXPECT_EQ(kernels.crba(batch, memory.data(), job), job.last);
    job.out = y.data();
    EXPECT_EQ(articulated_double_isa_baseline.minverse_apply(batch, memory.data(), job), job.last);

    const WalkKernels& walk = walk_kernels_isa_baseline;
    AlignedVector scratch(walk.scratch_size(m, choose_walks(m, Mode::single)));
    for (int k = 0; k < s.n; ++k) {
      Vector M1(size, 0.0), y1(s.nv);
      walk.crba(m, m.walks->bodies, scratch.data(), sample(s.q, k, s.nq).data(), M1.data(), true, true, true);
      walk.minverse_apply(m, m.walks->bodies, scratch.data(), sample(s.q, k, s.nq).data(), sample(s.a, k, s.nv).data(),
                          y1.data());
      EXPECT_TRUE(std::ranges::equal(sample(M, k, size), M1)) << seed << " " << k;
      EXPECT_TRUE(std::ranges::equal(sample(y, k, s.nv), y1)) << seed << " " << k;
    }
  }
}

std::uint64_t hash_of(const Vector& x) {
  std::uint64_t hash = 1469598103934665603ULL;
  for (const double xi : x) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &xi, sizeof bits);
    hash = (hash ^ bits) * 1099511628211ULL;
  }
  return hash;
}

TEST(BatchBits, DoNotDependOnTheNumberOfThreads) {
  const Model model(generators::humanoid_standin());
  const Samples s(model, 203, 1);
  std::vector<std::uint64_t> hashes;
  for (const int threads : {1, 2, 3, 7, 0}) {
    Batch batch(model, {.threads = threads, .wrench_frames = {}, .placement_frames = {FrameId{5}}});
    if (threads > 0) EXPECT_EQ(batch.threads(), threads);
    Vector tau = s.zeros(s.nv), a = s.zeros(s.nv), y = s.zeros(s.nv), M = s.zeros(s.nv * s.nv);
    batch.rnea(s.n, {s.q, s.v}, s.a, tau);
    batch.aba(s.n, {s.q, s.v}, tau, a);
    batch.crba(s.n, s.q, M);
    batch.minverse_apply(s.n, s.q, s.a, y);
    Vector X = s.zeros(12), z = s.zeros(s.nv), A = s.zeros(36);
    batch.frame_placements(s.n, s.q, X);
    batch.solve(s.n, M, s.a, z);
    batch.delassus(ConstraintSet(model, {weld(FrameId{static_cast<int>(model.frames().size()) - 1})}), s.n, s.q, A);
    hashes.push_back(hash_of(tau) ^ 3 * hash_of(a) ^ 5 * hash_of(y) ^ 7 * hash_of(M) ^ 11 * hash_of(X) ^
                     13 * hash_of(z) ^ 17 * hash_of(A));
    EXPECT_EQ(hashes.back(), hashes.front()) << threads << " threads";
  }
}

TEST(BatchBits, DoNotDependOnTheNeighboursInTheOtherLanes) {
  const Model model(generators::quadruped_standin());
  Batch batch(model);
  const Samples s(model, 2 * batch.lanes() + 1, 4);
  Vector all = s.zeros(s.nv), one(s.nv);
  batch.aba(s.n, {s.q, s.v}, s.a, all);
  for (int k = 0; k < s.n; ++k) {
    batch.aba(1, {sample(s.q, k, s.nq), sample(s.v, k, s.nv)}, sample(s.a, k, s.nv), one);
    EXPECT_TRUE(std::ranges::equal(sample(all, k, s.nv), one)) << k;
  }
}

}  // namespace
}  // namespace tenon::test
