// What [cABA] says about the operations of the damped inverse, and what `automatic` makes of them, on exact counts.
#include <gtest/gtest.h>

#include <algorithm>

#include "delassus/damped_automatic.hpp"
#include "support/constraints.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/delassus.hpp"

namespace tenon::test {
namespace {

long operations(const Model& model, const ConstraintSet& set, const char* family, std::string_view name) {
  Question question;
  question.constraints = &set;
  const OperationCount n = algorithm(model, family, name).count(model, question);
  return n.add + n.mul + n.div + n.sqrt + 2 * n.trig;
}

// Welds on every link of a chain, in general frames: m = 6 n.
long on_chain(int n, const char* name) {
  const Model model(generators::chain(n), {.screw_frames = false});
  std::vector<Constraint> list;
  for (int f = 0; f < static_cast<int>(model.frames().size()); ++f) {
    const FrameInfo& frame = model.frames()[static_cast<std::size_t>(f)];
    if (frame.kind != FrameInfo::Kind::link || frame.parent_joint.index < 0) continue;
    list.push_back(weld(FrameId{f}));
    list.back().in_frame = placement_from_rpy({0.1, -0.2, 0.3}, {0.4, 0.5, -0.6});
  }
  const ConstraintSet set(model, list);
  EXPECT_EQ(set.rows(), 6 * n);
  return operations(model, set, "damped_inverse", name);
}

// Differences of this order of the counts at n = 5, 6, …
long difference(int order, const char* name) {
  std::vector<long> values;
  for (int n = 5; n < 6 + order; ++n) values.push_back(on_chain(n, name));
  while (values.size() > 1) {
    for (std::size_t i = 0; i + 1 < values.size(); ++i) values[i] = values[i + 1] - values[i];
    values.pop_back();
  }
  return values[0];
}

TEST(DampedCounts, AreAPolynomialOfSecondDegreeForCabaOsimAndOfThirdForAFactorization) {
  EXPECT_GT(difference(2, "caba-osim-plain"), 0);
  EXPECT_EQ(difference(3, "caba-osim-plain"), 0);
  EXPECT_GT(difference(3, "pv-osimr-cholesky"), 0);
  EXPECT_EQ(difference(4, "pv-osimr-cholesky"), 0);
}

// A trunk with fingers of two joints at its end, each with a weld on its tip: the rows are fixed, the joints that they
// share grow.
long on_trunk(int joints, int fingers, const char* name) {
  std::vector<int> parents;
  for (int i = 0; i < joints; ++i) parents.push_back(i - 1);
  for (int f = 0; f < fingers; ++f)
    parents.push_back(joints - 1), parents.push_back(static_cast<int>(parents.size()) - 1);
  const Model model(generators::tree("fingers", parents));
  const ConstraintSet set(model, weld_tips(model));
  EXPECT_EQ(set.rows(), 6 * fingers);
  return operations(model, set, "damped_inverse", name);
}

// O(n + m²) of what runs: a joint of the trunk costs the same however many rows it carries, near or far from the base.
TEST(DampedCounts, OfCabaOsimPerSharedJointDoNotDependOnTheRows) {
  const auto per_joint = [](int from, int to, int fingers) {
    return static_cast<double>(on_trunk(to, fingers, "caba-osim") - on_trunk(from, fingers, "caba-osim")) / (to - from);
  };
  // Whole periods of eighteen joints (graded_rows.hpp).
  const double few = per_joint(42, 78, 4), many = per_joint(42, 78, 8), most = per_joint(42, 78, 16);
  EXPECT_NEAR(many / few, 1, 0.01);
  EXPECT_NEAR(most / few, 1, 0.01);
  EXPECT_NEAR(per_joint(78, 150, 8) / many, 1, 0.01);
  EXPECT_LT(few, 1000);
  const double by_joints = static_cast<double>(on_trunk(78, 8, "caba-osim") - on_trunk(42, 8, "caba-osim"));
  EXPECT_LT(by_joints, 36 * 48 * 24);  // rows by rows through 36 joints would take more
}

// The registry counts the walk that runs; the listing has a name of its own.
TEST(DampedCounts, OfCabaOsimAreThoseOfItsWalk) {
  EXPECT_NE(on_trunk(10, 3, "caba-osim"), on_trunk(10, 3, "caba-osim-plain"));
}

// caba-osimf applies Λ_R limb by limb: with more legs on a base the work grows as their number, the matrix as its
// square.
TEST(DampedCounts, OfCabaOsimfAppliedToAVectorGrowLinearlyWithTheLimbs) {
  const auto legs = [](int count, const char* family) {
    std::vector<int> parents{-1};
    for (int f = 0; f < count; ++f) parents.push_back(0), parents.push_back(static_cast<int>(parents.size()) - 1);
    const Model model(generators::tree("legs", parents, true), {.screw_frames = false});
    const ConstraintSet set(model, weld_tips(model));
    return operations(model, set, family, "caba-osimf");
  };
  const auto second = [&](const char* family) { return legs(6, family) - 2 * legs(5, family) + legs(4, family); };
  EXPECT_EQ(second("damped_solve"), 0);
  EXPECT_GT(second("damped_inverse"), 0);
}

// [cABA] section VIII-C: LTL-OSIM is the most expensive, the f-versions win where limbs meet at the base.
TEST(DampedCounts, OfAStandingHumanoidAreInThePapersOrder) {
  const Model model(generators::atlas_standin(2), {.screw_frames = false});
  std::vector<Constraint> list{weld("l_sole"), weld("r_sole")};
  for (const char* finger : {"FF", "LF", "MF", "RF", "TH"})
    for (const char* side : {"l_", "r_"}) list.push_back(connect(std::string(side) + finger + "_tip"));
  const ConstraintSet set(model, list);
  const auto inverse = [&](const char* name) { return operations(model, set, "damped_inverse", name); };
  const auto solve = [&](const char* name) { return operations(model, set, "damped_solve", name); };
  EXPECT_LT(inverse("caba-osim-plain"), inverse("pv-osimr-cholesky"));
  EXPECT_LT(inverse("pv-osimr-cholesky"), inverse("ltl-osim-cholesky"));
  EXPECT_LT(3 * inverse("caba-osim-plain"), inverse("ltl-osim-inverse"));  // "over 3x fewer" (section IX)
  EXPECT_LT(solve("caba-osimf"), solve("caba-osim-plain"));
  EXPECT_LT(solve("caba-osimf"), solve("pv-osimf"));
}

// The formulae behind the choice know no zeros of short propagators, and take caba-osimf for its listing, whose Ω costs
// more than its factor where few joints lie between links: a choice may be wrong by three tenths, all of them together
// by a fortieth.
TEST(DampedCounts, TheLeastEstimateIsTheCheapestPlainKernelOrNearlySo) {
  const char* const names[] = {"caba-osim-plain", "caba-osimf", "pv-osimf", "pv-osimr-cholesky"};
  double all_chosen = 0, all_best = 0;
  const auto expect_cheap = [&](const Model& model, const std::vector<Constraint>& list, const std::string& what) {
    const ConstraintSet set(model, list);
    for (const char* family : {"damped_inverse", "damped_solve"}) {
      const DampedEstimate sum = std::string_view(family) == "damped_inverse" ? estimate_damped_inverse(set.data())
                                                                              : estimate_damped_solve(set.data());
      const double estimates[] = {sum.caba_osim, sum.caba_osimf, sum.pv_osimf, sum.pv_osimr_cholesky};
      const auto least = std::min_element(std::begin(estimates), std::end(estimates)) - std::begin(estimates);
      const auto chosen = static_cast<double>(operations(model, set, family, names[least]));
      double best = chosen;
      for (const char* other : names) best = std::min(best, static_cast<double>(operations(model, set, family, other)));
      EXPECT_LE(chosen, 1.3 * best) << what << " " << family << " " << names[least];
      all_chosen += chosen, all_best += best;
    }
  };
  for (const char* robot : {"branched_stem:2,2", "branched_stem:4,2", "branched_stem:30,3", "square_chain:6",
                            "quadruped_standin", "humanoid_standin", "binary_tree:3", "binary_tree:5",
                            "binary_tree:4,2", "dual_arm_standin", "atlas_standin:2", "shadow_hand_standin"}) {
    const Model model(generators::make(robot));
    expect_cheap(model, weld_tips(model), robot);
  }
  for (const auto seed : seeds(60)) {
    generators::RandomTreeOptions options;
    options.links = 30, options.prismatic = options.helical = options.spherical = options.planar = options.free = 0;
    options.massless = 0;
    const Model model(generators::random_tree(seed, options));
    if (model.nv() > 0) expect_cheap(model, weld_tips(model), "random tree " + std::to_string(seed));
  }
  EXPECT_LE(all_chosen, 1.025 * all_best);
}

// Rows in lanes: Algorithm 5 has the fewest operations, and stiff rows must not lose their digits by it.
TEST(DampedCounts, AutomaticTakesAFastOneThatKeepsItsDigits) {
  const double soft[] = {1e-6}, stiff[] = {1e8};
  const auto expect_fast = [&](const char* robot, const std::vector<Constraint>& list) {
    const Model model(generators::make(robot));
    const ConstraintSet set(model, list);
    EXPECT_EQ(chosen_damped_inverse(set, soft), Damped::caba_osim) << robot;
    EXPECT_EQ(chosen_damped_solve(set, soft), Damped::caba_osim) << robot;
    EXPECT_EQ(chosen_damped_inverse(set, stiff), Damped::pv_osimr_inverse) << robot;
    EXPECT_EQ(chosen_damped_solve(set, stiff), Damped::pv_osimr_inverse) << robot;
  };
  expect_fast("arm7_standin", {weld("tool")});
  expect_fast("quadruped_standin", {connect("FL_foot"), connect("FR_foot"), connect("HL_foot"), connect("HR_foot")});
  expect_fast("humanoid_standin", {weld("left_sole"), weld("right_sole")});
  expect_fast("atlas_standin:2", {weld("l_sole"), weld("r_sole")});
  const Model model(generators::binary_tree(6));
  const ConstraintSet set(model, weld_tips(model));
  EXPECT_EQ(chosen_damped_inverse(set, soft), Damped::caba_osim) << set.rows();
  EXPECT_NE(chosen_damped_inverse(set, stiff), Damped::caba_osim);
}

}  // namespace
}  // namespace tenon::test
