// The Delassus matrix of a batch: the single call's bits, both layouts, floats, threads, sets that change, bad input.
#include <gtest/gtest.h>

#include "batch/samples.hpp"
#include "support/allocations.hpp"
#include "support/constraints.hpp"

namespace tenon::test {
namespace {

struct Rows {
  Model model;
  Samples s;
  Random random;
  ConstraintSet set;
  std::size_t size;

  Rows(const RobotDescription& robot, int n, std::uint64_t seed)
      : model(robot),
        s(model, n, seed),
        random(seed + 7),
        set(model, random_constraints(model, random, {.most = 6})),
        size(static_cast<std::size_t>(set.rows()) * static_cast<std::size_t>(set.rows())) {}
  Vector single(int k) {
    Workspace ws(model, set, {.mode = Mode::single});
    Vector out(size);
    delassus(model, set, ws, sample(s.q, k, s.nq), {.algorithm = "pv-osimr"}, out);
    return out;
  }
};

TEST(BatchDelassus, HasTheBitsOfTheSingleCallInBothLayouts) {
  for (const auto seed : seeds(200)) {
    Rows r(random_robot(seed), 1 + static_cast<int>(seed % 11), seed);
    Batch batch(r.model, {.threads = 1 + static_cast<int>(seed % 2)});
    Vector out = r.s.zeros(r.size);
    batch.delassus(r.set, r.s.n, r.s.q, out);
    const Vector q = packed(batch, r.s.n, r.s.nq, r.s.q);
    Vector turned(batch.packed_size(r.s.n, static_cast<int>(r.size)));
    batch.delassus(r.set, r.s.n, q, {.layout = Layout::packed}, turned);
    EXPECT_EQ(unpacked(batch, r.s.n, r.size, turned), out) << seed;
    for (int k = 0; k < r.s.n; ++k) EXPECT_TRUE(std::ranges::equal(sample(out, k, r.size), r.single(k))) << seed;
  }
}

TEST(BatchDelassus, ByLtlOsimHasTheBitsOfThePlainSingleCall) {
  for (const auto seed : seeds(60)) {
    Rows r(random_robot(seed), 5, seed);
    Batch batch(r.model);
    Vector out = r.s.zeros(r.size), expected(r.size);
    batch.delassus(r.set, 5, r.s.q, {.algorithm = "ltl-osim"}, out);
    Workspace ws(r.model, r.set);
    for (int k = 0; k < 5; ++k) {
      delassus(r.model, r.set, ws, sample(r.s.q, k, r.s.nq), {.algorithm = "ltl-osim-plain"}, expected);
      EXPECT_TRUE(std::ranges::equal(sample(out, k, r.size), expected)) << seed << " " << k;
    }
  }
}

// Single precision: seven digits, less what the robot's inertias, which differ by orders of magnitude, cost.
TEST(BatchDelassus, InFloatIsNearTheSingleCall) {
  for (const char* robot : {"quadruped_standin", "humanoid_standin", "atlas_standin:2", "chain:12"}) {
    Rows r(generators::make(robot), 13, 3);
    FloatBatch batch(r.model);
    Floats out(r.size * 13);
    batch.delassus(r.set, 13, narrow(r.s.q), out);
    for (int k = 0; k < 13; ++k) {
      const Vector expected = r.single(k),
                   got = widen(Floats(sample(out, k, r.size).begin(), sample(out, k, r.size).end()));
      EXPECT_LE(distance(got, expected), 2e-3) << robot << " " << k;
    }
  }
}

TEST(BatchDelassus, FollowsASetThatChangesAndAllocatesNothingWithinItsRoom) {
  const Model model(generators::quadruped_standin());
  const Samples s(model, 21, 1);
  Batch batch(model);
  ConstraintSet set(model, {connect("FL_foot"), connect("FR_foot"), connect("HL_foot"), connect("HR_foot")});
  Vector out = s.zeros(144), again = out, other = s.zeros(81);
  batch.delassus(set, 21, s.q, out);
  const Constraint last = connect(model.frame("HR_foot"));
  const Allocations heap;
  set.remove(3);
  batch.delassus(set, 21, s.q, other);
  set.add(last);
  batch.delassus(set, 21, s.q, again);
  EXPECT_EQ(heap.count(), 0);
  EXPECT_EQ(again, out);
  // Rows of the first three feet do not depend on the fourth.
  for (std::size_t k = 0; k < 21; ++k)
    for (std::size_t i = 0; i < 9; ++i)
      for (std::size_t j = 0; j < 9; ++j) EXPECT_EQ(other[k * 81 + i * 9 + j], out[k * 144 + i * 12 + j]);
}

// CRBA writes into memory that holds zeros where M has none; the Delassus matrix has its own.
TEST(BatchDelassus, LeavesTheOtherCallsAlone) {
  const Model model(generators::quadruped_standin());
  const Samples s(model, 9, 2);
  Batch batch(model);
  const ConstraintSet set(model, {weld("FL_foot"), weld("HR_foot")});
  Vector M = s.zeros(s.nv * s.nv), N = M, out = s.zeros(144);
  batch.crba(9, s.q, M);
  batch.delassus(set, 9, s.q, out);
  batch.crba(9, s.q, N);
  EXPECT_EQ(M, N);
}

TEST(BatchDelassus, RefusesWhatItDoesNotTake) {
  const Model model(generators::quadruped_standin()), stranger(generators::quadruped_standin());
  Samples s(model, 3, 1);
  Batch batch(model);
  const ConstraintSet loop(model, {connect("FL_foot", "HR_foot")}), foreign(stranger, {connect("FL_foot")}),
      foot(model, {connect("FL_foot")}), none(model, {});
  Vector out = s.zeros(9), nothing;
  EXPECT_THROW(batch.delassus(loop, 3, s.q, out), Error);
  EXPECT_THROW(batch.delassus(foreign, 3, s.q, out), Error);
  EXPECT_THROW(batch.delassus(foot, 3, s.q, nothing), Error);
  EXPECT_NO_THROW(batch.delassus(none, 3, s.q, nothing));
  EXPECT_THROW(batch.delassus(foot, 3, s.q, {.algorithm = "efpa"}, out), Error);
  s.q[s.nq + 8] = std::nan("");
  try {
    batch.delassus(foot, 3, s.q, out);
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "q[1][8] is nan, expected a finite number");
  }
}

}  // namespace
}  // namespace tenon::test
