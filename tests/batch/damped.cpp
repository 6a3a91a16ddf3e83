// The damped inverse of a batch: the single call's bits, both layouts, floats, bad input.
#include "tenon/damped.hpp"

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
    DampedWorkspace ws(model, set, Damped::caba_osim, Mode::single);
    Vector out(size);
    const std::size_t rows = R.size();
    bool left = true;
    try {
      damped_inverse(model, set, ws, sample(s.q, k, s.nq), R, out, Damped::caba_osim);
      for (std::size_t a = 0; a < rows; ++a)
        left = left && out[a * (rows + 1)] > 1.5e-8 * R[a] && out[a * (rows + 1)] <= 1.001 * R[a];
    } catch (const Error&) {
      left = false;
    }
    if (!left) damped_inverse(model, set, ws, sample(s.q, k, s.nq), R, out, Damped::pv_osimr_inverse);
    return out;
  }
};

TEST(BatchDamped, HasTheBitsOfTheSingleCallInBothLayouts) {
  for (const auto seed : seeds(200)) {
    const Stiff r(random_robot(seed), 1 + static_cast<int>(seed % 11), seed);
    Batch batch(r.model, {.threads = 1 + static_cast<int>(seed % 2)});
    Vector out = r.s.zeros(r.size);
    batch.damped_inverse(r.s.n, r.set, r.s.q, r.R, out);
    const Vector q = packed(batch, r.s.n, r.s.nq, r.s.q);
    Vector turned(batch.packed_size_double(r.s.n, static_cast<int>(r.size)));
    batch.damped_inverse(r.s.n, r.set, q, r.R, turned, Layout::packed);
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
      batch.damped_inverse(r.s.n, r.set, r.s.q, r.R, out);
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
  Batch batch(model);
  Floats out(36 * 13);
  batch.damped_inverse(13, set, narrow(s.q), stiffness, out);
  DampedWorkspace ws(model, set);
  Vector expected(36);
  for (int k = 0; k < 13; ++k) {
    damped_inverse(model, set, ws, sample(s.q, k, s.nq), stiffness, expected, Damped::dense);
    EXPECT_LE(distance(Vector(sample(out, k, 36).begin(), sample(out, k, 36).end()), expected), 1e-4) << k;
  }
}

// Several constraints on a limb, where cABA-OSIM would lose the square of their stiffness.
TEST(BatchDamped, KeepsTheDigitsOfStiffRows) {
  const Model model(generators::quadruped_standin());
  const Samples s(model, 13, 3);
  const ConstraintSet set(model, {connect("FL_foot"), weld("FL_thigh_link"), connect("HR_foot"), connect("HL_foot")});
  Batch batch(model);
  DampedWorkspace ws(model, set);
  const auto rows = static_cast<std::size_t>(set.rows());
  Vector expected(rows * rows), out(13 * rows * rows);
  Floats single(13 * rows * rows);
  for (const double R : {1e6, 1e8, 1e10}) {
    const Vector stiffness{R};
    batch.damped_inverse(13, set, s.q, stiffness, out);
    if (R < 1e7) batch.damped_inverse(13, set, narrow(s.q), Vector{1e3}, single);
    for (int k = 0; k < 13; ++k) {
      const auto own = sample(out, k, rows * rows);
      damped_inverse(model, set, ws, sample(s.q, k, s.nq), stiffness, expected, Damped::dense);
      const double largest = *std::ranges::max_element(expected);
      for (std::size_t e = 0; e < expected.size(); ++e) EXPECT_NEAR(own[e], expected[e], 1e-14 * R * largest) << k;
      if (R > 1e7) continue;
      damped_inverse(model, set, ws, sample(s.q, k, s.nq), Vector{1e3}, expected, Damped::dense);
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
  batch.damped_inverse(21, set, s.q, stiffness, out);
  const Constraint last = connect(model.frame("HR_foot"));
  const Allocations heap;
  set.remove(3);
  batch.damped_inverse(21, set, s.q, stiffness, other);
  set.add(last);
  batch.delassus(21, set, s.q, plain);
  batch.damped_inverse(21, set, s.q, stiffness, again);
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
  EXPECT_THROW(batch.damped_inverse(3, loop, s.q, soft, out), Error);
  EXPECT_THROW(batch.damped_inverse(3, foot, s.q, two, out), Error);
  EXPECT_THROW(batch.damped_inverse(3, foot, s.q, negative, out), Error);
  EXPECT_THROW(batch.damped_inverse(3, foot, s.q, soft, nothing), Error);
  EXPECT_NO_THROW(batch.damped_inverse(3, none, s.q, soft, nothing));
  const Vector hopeless{1e200};
  EXPECT_NO_THROW(batch.damped_inverse(3, foot, s.q, hopeless, out));  // independent rows keep their digits
  const ConstraintSet twice(model, {connect("FL_foot"), connect("FL_foot")});
  try {
    Vector many = s.zeros(36);
    batch.damped_inverse(3, twice, s.q, hopeless, many);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("no digit of the damped inverse is left"), std::string::npos) << e.what();
  }
  s.q[s.nq + 8] = std::nan("");
  try {
    batch.damped_inverse(3, foot, s.q, soft, out);
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "q[1][8] is nan, expected a finite number");
  }
}

}  // namespace
}  // namespace tenon::test
