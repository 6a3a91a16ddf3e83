// What [cABA] says about operations, on exact counts of three iterations.
#include <gtest/gtest.h>

#include "support/constraints.hpp"
#include "tenon/algorithms.hpp"

namespace tenon::test {
namespace {

long operations(const Model& model, const ConstraintSet& set, const char* name) {
  Question question;
  question.constraints = &set;
  const OperationCount n = algorithm(model, "constrained_dynamics", name).count(model, question);
  return n.add + n.mul + n.div + n.sqrt + 2 * n.trig;
}

// A chain with a point held on every `step`-th link, in no special place: zeros would fold.
long on_chain(int n, int step, const char* name) {
  const Model model(generators::chain(n), {.screw_frames = false});
  std::vector<Constraint> list;
  for (int f = 0; f < static_cast<int>(model.frames().size()); ++f) {
    const FrameInfo& frame = model.frames()[static_cast<std::size_t>(f)];
    if (frame.kind != FrameInfo::Kind::link || frame.parent_joint.index < 0 ||
        (frame.parent_joint.index + 1) % step != 0)
      continue;
    list.push_back(connect(FrameId{f}));
    list.back().in_frame = placement_from_rpy({0.1, -0.2, 0.3}, {0.4, 0.5, -0.6});
  }
  return operations(model, ConstraintSet(model, list), name);
}

// Twice the links and twice the rows: twice the operations, and more than that for the others (section IV-D, Fig. 6).
TEST(ConstrainedCounts, GrowLinearlyForConstrainedAba) {
  for (const char* name : {"constrained-aba", "constrained-aba-plain", "pv-soft"}) {
    EXPECT_EQ(on_chain(80, 4, name) - on_chain(76, 4, name), on_chain(40, 4, name) - on_chain(36, 4, name)) << name;
  }
  for (const char* name : {"prox-pv", "prox-ltl", "prox-ltls"})
    EXPECT_GT(static_cast<double>(on_chain(80, 4, name)), 3.0 * static_cast<double>(on_chain(40, 4, name))) << name;
}

// Fig. 1: on large robots constrained-aba needs the fewest of the four, prox-ltl the most.
TEST(ConstrainedCounts, RankTheFourAsThePaperDoesOnAHumanoidWithHands) {
  const Model model(generators::make("atlas_standin:2"));
  const ConstraintSet set(model, weld_tips(model));
  EXPECT_LT(operations(model, set, "constrained-aba-plain"), operations(model, set, "prox-ltls"));
  EXPECT_LT(operations(model, set, "constrained-aba-plain"), operations(model, set, "prox-pv"));
  EXPECT_LT(operations(model, set, "prox-pv"), operations(model, set, "prox-ltl"));
  EXPECT_LT(operations(model, set, "prox-ltls"), operations(model, set, "prox-ltl"));
}

}  // namespace
}  // namespace tenon::test
