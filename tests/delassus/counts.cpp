// What [PVr] says about operations, on exact counts.
#include <gtest/gtest.h>

#include "delassus/automatic.hpp"
#include "support/constraints.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/delassus.hpp"

namespace tenon::test {
namespace {

long operations(const Model& model, const ConstraintSet& set, const char* name) {
  Question question;
  question.constraints = &set;
  const OperationCount n = algorithm(model, "delassus", name).count(model, question);
  return n.add + n.mul + n.div + n.sqrt + 2 * n.trig;
}

// Welds on the links first, first + step, … of a chain, counted from 1.
std::vector<Constraint> on_chain(const Model& model, int first, int step) {
  std::vector<Constraint> list;
  for (int f = 0; f < static_cast<int>(model.frames().size()); ++f) {
    const FrameInfo& frame = model.frames()[static_cast<std::size_t>(f)];
    const int link = frame.parent_joint.index + 1;
    if (frame.kind == FrameInfo::Kind::link && link >= first && (link - first) % step == 0)
      list.push_back(weld(FrameId{f}));
    // Aligned with no link: rows that are unit vectors would fold.
    if (!list.empty()) list.back().in_frame = placement_from_rpy({0.1, -0.2, 0.3}, {0.4, 0.5, -0.6});
  }
  return list;
}

long on_square_chain(int k, const char* name) {
  const Model model(generators::square_chain(k), {.screw_frames = false});
  const ConstraintSet set(model, on_chain(model, k, k));
  EXPECT_EQ(set.rows(), 6 * k);
  return operations(model, set, name);
}
long on_full_chain(int n, const char* name) {
  const Model model(generators::chain(n), {.screw_frames = false});
  const ConstraintSet set(model, on_chain(model, 1, 1));
  EXPECT_EQ(set.rows(), 6 * n);
  return operations(model, set, name);
}

// The counts are a polynomial of this degree: its differences of the next order vanish, those of its own do not.
void expect_degree(int degree, std::vector<long> values, const char* what) {
  ASSERT_GT(static_cast<int>(values.size()), degree + 2) << what;
  for (int order = 0; order <= degree; ++order) {
    EXPECT_NE(values, std::vector<long>(values.size(), 0)) << what << ": differences of order " << order;
    for (std::size_t i = 0; i + 1 < values.size(); ++i) values[i] = values[i + 1] - values[i];
    values.pop_back();
  }
  EXPECT_EQ(values, std::vector<long>(values.size(), 0)) << what;
}

std::vector<long> along(int first, int count, long (*of)(int, const char*), const char* name) {
  std::vector<long> values;
  for (int k = first; k < first + count; ++k) values.push_back(of(k, name));
  return values;
}

// Fig. 4a. Short chains, whose propagators keep zeros of the start, are left out.
TEST(DelassusCounts, OnAChainOfSquareLengthGrowWithThePapersDegrees) {
  expect_degree(2, along(4, 6, on_square_chain, "pv-osimr-plain"), "pv-osimr-plain");
  expect_degree(3, along(4, 7, on_square_chain, "efpa"), "efpa");
  expect_degree(4, along(4, 8, on_square_chain, "pv-osim"), "pv-osim");
}

// Fig. 4b. [PVr] section IV-B prints PV-OSIMr for the cubic one, which is PV-OSIM.
TEST(DelassusCounts, OnAChainConstrainedAtEveryLinkGrowWithThePapersDegrees) {
  expect_degree(2, along(4, 6, on_full_chain, "pv-osimr-plain"), "pv-osimr-plain");
  expect_degree(2, along(4, 6, on_full_chain, "efpa"), "efpa");
  expect_degree(3, along(4, 7, on_full_chain, "pv-osim"), "pv-osim");
}

// Fig. 3a: no row is carried together with another, so nothing can be saved.
TEST(DelassusCounts, OfPvOsimAndPvOsimrAgreeOnAChainWeldedAtBothTips) {
  for (const int stem : {1, 5, 20})
    for (const int base : {0, stem / 2}) {
      const Model model(generators::branched_stem(stem, 1, base));
      const ConstraintSet set(model, weld_tips(model));
      EXPECT_EQ(operations(model, set, "pv-osim"), operations(model, set, "pv-osimr-plain")) << stem;
    }
}

const char* cheaper_listing(const ConstraintSet& set) {
  const DelassusEstimate sum = estimate_delassus(set.data());
  return sum.pv_osim < sum.pv_osimr ? "pv-osim" : "pv-osimr-plain";
}

// The formulae behind the choice know no zeros of short propagators: a choice may be wrong by a few percent, all of
// them together by less than one.
TEST(DelassusCounts, EstimatesNameTheCheaperListingOrNearlySo) {
  double all_chosen = 0, all_best = 0;
  const auto expect_cheap = [&](const Model& model, const std::vector<Constraint>& list, const std::string& what) {
    const ConstraintSet set(model, list);
    const long chosen = operations(model, set, cheaper_listing(set));
    const long best = std::min(operations(model, set, "pv-osim"), operations(model, set, "pv-osimr-plain"));
    EXPECT_LE(static_cast<double>(chosen), 1.1 * static_cast<double>(best)) << what;
    all_chosen += static_cast<double>(chosen), all_best += static_cast<double>(best);
  };
  for (const char* robot : {"branched_stem:2,2", "branched_stem:4,2", "branched_stem:30,3", "square_chain:6",
                            "quadruped_standin", "humanoid_standin", "binary_tree:3", "binary_tree:5",
                            "binary_tree:4,2", "dual_arm_standin", "atlas_standin:2", "shadow_hand_standin"}) {
    const Model model(generators::make(robot));
    expect_cheap(model, weld_tips(model), robot);
  }
  for (const auto seed : seeds(100)) {
    generators::RandomTreeOptions options;
    options.links = 30, options.prismatic = options.helical = options.spherical = options.planar = options.free = 0;
    const Model model(generators::random_tree(seed, options));
    if (model.nv() > 0) expect_cheap(model, weld_tips(model), "random tree " + std::to_string(seed));
  }
  EXPECT_LE(all_chosen, 1.01 * all_best);
}

// Screw frames leave fewer operations than the listing's general placements. (Not so on Atlas, whose frames are all
// aligned: there most of a general placement is zeros and ones.)
TEST(DelassusCounts, OfTheFastVersionAreBelowThePlainOnes) {
  for (const char* robot : {"branched_stem:30,3", "square_chain:6", "quadruped_standin", "humanoid_standin",
                            "dual_arm_standin", "shadow_hand_standin", "chain:30"}) {
    const Model model(generators::make(robot));
    const ConstraintSet set(model, weld_tips(model));
    EXPECT_LT(operations(model, set, "pv-osimr"), operations(model, set, "pv-osimr-plain")) << robot;
  }
}

// [PVr] section IV-E: three back joints lie between hips and shoulders.
TEST(DelassusCounts, EstimatesKnowThePapersCaveat) {
  const Model model(generators::atlas_standin());
  const ConstraintSet feet(model, {weld("l_sole"), weld("r_sole")});
  const ConstraintSet all(model, {weld("l_sole"), weld("r_sole"), weld("l_arm_wry2_link"), weld("r_arm_wry2_link")});
  EXPECT_STREQ(cheaper_listing(feet), "pv-osimr-plain");
  EXPECT_STREQ(cheaper_listing(all), "pv-osim");
  EXPECT_LT(operations(model, all, "pv-osim"), operations(model, all, "pv-osimr-plain"));
}

}  // namespace
}  // namespace tenon::test
