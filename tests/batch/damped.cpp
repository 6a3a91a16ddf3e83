// The damped inverse of a batch: the single call's bits, both layouts, floats, bad input.
#include "tenon/delassus.hpp"

#include <gtest/gtest.h>

#include "batch/samples.hpp"
#include "support/allocations.hpp"
#include "support/constraints.hpp"

namespace tenon::test {
namespace {

struct Stiff {
  Model model;
  Samples s;
  Random random;
  ConstraintSet set;
  std::size_t size;
  Vector R;

  Stiff(const RobotDescription& robot, int n, std::uint64_t seed)
      : model(robot),
        s(model, n, seed),
        random(seed + 7),
        set(model, random_constraints(model, random)),
        size(static_cast<std::size_t>(set.rows()) * static_cast<std::size_t>(set.rows())) {
    for (int r = 0; r < set.rows(); ++r) R.push_back(random.uniform(1, 20));
  }
  // By caba-osim; factorized where that leaves less than √ε of a stiffness.
  Vector single(int k) const {
    Workspace ws(model, set, {.mode = Mode::single});
    Vector out(size);
    const std::size_t rows = R.size();
    bool left = true;
    try {
      damped_inverse(model, set, ws, sample(s.q, k, s.nq), {.algorithm = "caba-osim", .stiffness = R}, out);
      for (std::size_t a = 0; a < rows; ++a)
        left = left && out[a * (rows + 1)] > 1.5e-8 * R[a] && out[a * (rows + 1)] <= 1.001 * R[a];
    } catch (const Error&) {
      left = false;
    }
    if (!left)
      damped_inverse(model, set, ws, sample(s.q, k, s.nq), {.algorithm = "pv-osimr-inverse", .stiffness = R}, out);
    return out;
  }
};

TEST(BatchDamped, HasTheBitsOfTheSingleCallInBothLayouts) {
  for (const auto seed : seeds(200)) {
    const Stiff r(random_robot(seed), 1 + static_cast<int>(seed % 11), seed);
    Batch batch(r.model, {.threads = 1 + static_cast<int>(seed % 2)});
    Vector out = r.s.zeros(r.size);
    batch.damped_inverse(r.set, r.s.n, r.s.q, {.stiffness = r.R}, out);
    const Vector q = packed(batch, r.s.n, r.s.nq, r.s.q);
    Vector turned(batch.packed_size(r.s.n, static_cast<int>(r.size)));
    batch.damped_inverse(r.set, r.s.n, q, {.layout = Layout::packed, .stiffness = r.R}, turned);
    EXPECT_EQ(unpacked(batch, r.s.n, r.size, turned), out) << seed;
    for (int k = 0; k < r.s.n; ++k) EXPECT_TRUE(std::ranges::equal(sample(out, k, r.size), r.single(k))) << seed;
  }
}

// One lane is factorized and its neighbours are not: R leaves about √ε here.
TEST(BatchDamped, HasTheBitsOfTheSingleCallWhereOnlySomeLanesAreFactorized) {
  for (const auto seed : seeds(30)) {
    Stiff r(random_robot(seed), 13, seed);
    Batch batch(r.model);
    Vector out = r.s.zeros(r.size);
    for (const double scale : {1e4, 1e5, 1e6, 1e7}) {
      for (double& R : r.R) R *= scale;
      batch.damped_inverse(r.set, r.s.n, r.s.q, {.stiffness = r.R}, out);
      for (int k = 0; k < r.s.n; ++k)
        EXPECT_TRUE(std::ranges::equal(sample(out, k, r.size), r.single(k))) << seed << " " << scale;
      for (double& R : r.R) R /= scale;
    }
  }
}

// Seven digits, less what R - R L R cancels.
TEST(BatchDamped, InFloatIsNearTheSingleCall) {
  const Model model(generators::quadruped_standin());
  const Samples s(model, 13, 3);
  const ConstraintSet set(model, {connect("FL_foot"), connect("HR_foot")});
  const Vector stiffness{10};
  FloatBatch batch(model);
  Floats out(36 * 13);
  batch.damped_inverse(set, 13, narrow(s.q), {.stiffness = stiffness}, out);
  Workspace ws(model, set);
  Vector expected(36);
  for (int k = 0; k < 13; ++k) {
    damped_inverse(model, set, ws, sample(s.q, k, s.nq), {.algorithm = "dense", .stiffness = stiffness}, expected);
    EXPECT_LE(distance(Vector(sample(out, k, 36).begin(), sample(out, k, 36).end()), expected), 1e-4) << k;
  }
}

// Several constraints on a limb, where cABA-OSIM would lose the square of their stiffness.
TEST(BatchDamped, KeepsTheDigitsOfStiffRows) {
  const Model model(generators::quadruped_standin());
  const Samples s(model, 13, 3);
  const ConstraintSet set(model, {connect("FL_foot"), weld("FL_thigh_link"), connect("HR_foot"), connect("HL_foot")});
  Batch batch(model);
  FloatBatch floats(model);
  Workspace ws(model, set);
  const auto rows = static_cast<std::size_t>(set.rows());
  Vector expected(rows * rows), out(13 * rows * rows);
  Floats single(13 * rows * rows);
  for (const double R : {1e6, 1e8, 1e10}) {
    const Vector stiffness{R};
    batch.damped_inverse(set, 13, s.q, {.stiffness = stiffness}, out);
    if (R < 1e7) floats.damped_inverse(set, 13, narrow(s.q), {.stiffness = 1e3}, single);
    for (int k = 0; k < 13; ++k) {
      const auto own = sample(out, k, rows * rows);
      damped_inverse(model, set, ws, sample(s.q, k, s.nq), {.algorithm = "dense", .stiffness = stiffness}, expected);
      const double largest = *std::ranges::max_element(expected);
      for (std::size_t e = 0; e < expected.size(); ++e) EXPECT_NEAR(own[e], expected[e], 1e-14 * R * largest) << k;
      if (R > 1e7) continue;
      damped_inverse(model, set, ws, sample(s.q, k, s.nq), {.algorithm = "dense", .stiffness = 1e3}, expected);
      for (std::size_t e = 0; e < expected.size(); ++e)
        EXPECT_NEAR(sample(single, k, rows * rows)[e], expected[e], 1e-2 * *std::ranges::max_element(expected)) << k;
    }
  }
}

TEST(BatchDamped, FollowsASetThatChangesAndAllocatesNothingWithinItsRoom) {
  const Model model(generators::quadruped_standin());
  const Samples s(model, 21, 1);
  Batch batch(model);
  ConstraintSet set(model, {connect("FL_foot"), connect("FR_foot"), connect("HL_foot"), connect("HR_foot")});
  const Vector stiffness{5};
  Vector out = s.zeros(144), again = out, other = s.zeros(81), plain = out;
  batch.damped_inverse(set, 21, s.q, {.stiffness = stiffness}, out);
  const Constraint last = connect(model.frame("HR_foot"));
  const Allocations heap;
  set.remove(3);
  batch.damped_inverse(set, 21, s.q, {.stiffness = stiffness}, other);
  set.add(last);
  batch.delassus(set, 21, s.q, plain);
  batch.damped_inverse(set, 21, s.q, {.stiffness = stiffness}, again);
  EXPECT_EQ(heap.count(), 0);
  EXPECT_EQ(again, out);
}

TEST(BatchDamped, RefusesWhatItDoesNotTake) {
  const Model model(generators::quadruped_standin());
  Samples s(model, 3, 1);
  Batch batch(model);
  const ConstraintSet loop(model, {connect("FL_foot", "HR_foot")}), foot(model, {connect("FL_foot")}), none(model, {});
  const Vector soft{10}, two{1, 1}, negative{-1};
  Vector out = s.zeros(9), nothing;
  EXPECT_THROW(batch.damped_inverse(loop, 3, s.q, {.stiffness = soft}, out), Error);
  EXPECT_THROW(batch.damped_inverse(foot, 3, s.q, {.stiffness = two}, out), Error);
  EXPECT_THROW(batch.damped_inverse(foot, 3, s.q, {.stiffness = negative}, out), Error);
  EXPECT_THROW(batch.damped_inverse(foot, 3, s.q, {.stiffness = soft}, nothing), Error);
  EXPECT_NO_THROW(batch.damped_inverse(none, 3, s.q, {.stiffness = soft}, nothing));
  const Vector hopeless{1e200};
  EXPECT_NO_THROW(
      batch.damped_inverse(foot, 3, s.q, {.stiffness = hopeless}, out));  // independent rows keep their digits
  const ConstraintSet twice(model, {connect("FL_foot"), connect("FL_foot")});
  try {
    Vector many = s.zeros(36);
    batch.damped_inverse(twice, 3, s.q, {.stiffness = hopeless}, many);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("no digit of the damped inverse is left"), std::string::npos) << e.what();
  }
  s.q[s.nq + 8] = std::nan("");
  try {
    batch.damped_inverse(foot, 3, s.q, {.stiffness = soft}, out);
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "q[1][8] is nan, expected a finite number");
  }
}

}  // namespace
}  // namespace tenon::test
