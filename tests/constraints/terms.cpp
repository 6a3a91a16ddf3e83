// Terms as forces on bodies are J: walked to the root they give its entries, and those of fixed axes are constants.
#include <gtest/gtest.h>

#include "constraints/compiled.hpp"
#include "model/each_axis.hpp"
#include "support/constraints.hpp"
#include "tenon/configuration.hpp"

namespace tenon::test {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct Terms {
  Mechanism m;
  Random random;
  ConstraintSet set;
  Kinematics kinematics{m.model};

  explicit Terms(std::uint64_t seed)
      : m(random_mechanism(seed)),
        random(seed + 1),
        set(m.model, random_constraints(m.model, random, {.most = 6, .loops = true, .joints = true})) {
    forward_kinematics(m.model, {m.q, m.v}, kinematics);
  }
  const KinematicBody<double>* bodies() const { return kinematics.data().body.data(); }
};

TEST(ConstraintTerms, WalkedToTheRootAreTheJacobian) {
  int terms = 0, entries = 0;
  for (const auto seed : seeds(100)) {
    Terms x(seed);
    const CompiledModel& tree = x.m.model.compiled();
    const ConstraintSet::Data& set = x.set.data();
    Vector J(at(set.rows) * x.m.nv()), walked(J.size(), 0.0);
    constraint_jacobian(x.m.model, x.set, x.kinematics, J);
    for (const CompiledConstraint& c : set.constraints) {
      for (int t = 0; t < c.terms; ++t) {
        const BodyTerm& term = set.terms_of(c)[at(t)];
        EXPECT_EQ(term.row, c.row);
        const PlacedTerm place = placed(c, term, t, x.bodies());
        for (int r = 0; r < c.rows; ++r) {
          Force<double> f = body_force(place, r, x.bodies()[term.body]);
          for (int i = term.body; i > 0; i = tree.bodies[at(i)].parent) {
            each_axis(tree.bodies[at(i)], [&](int dof, const Motion<double>& s) {
              walked[at(c.row + r) * x.m.nv() + at(dof)] += dot(s, f);
            });
            const int up = tree.bodies[at(i)].parent;
            f = act(inverse(x.bodies()[up].X_wb) * x.bodies()[i].X_wb, f);
          }
        }
        ++terms;
      }
      for (const JointEntry& e : set.entries_of(c))
        walked[at(c.row + e.row) * x.m.nv() + at(e.dof)] += e.coefficient, ++entries;
    }
    EXPECT_LE(distance(walked, J), 1e-12) << seed;
  }
  EXPECT_GE(terms, 2 * static_cast<int>(seeds(100).size()));
  EXPECT_GE(entries, static_cast<int>(seeds(100).size()) / 3);
}

TEST(ConstraintTerms, WithAxesOfTheirBodyAreConstant) {
  int compared = 0;
  for (const auto seed : seeds(50)) {
    Terms x(seed);
    const ConstraintSet::Data& set = x.set.data();
    for (const CompiledConstraint& c : set.constraints)
      for (int t = 0; t < c.terms; ++t) {
        const BodyTerm& term = set.terms_of(c)[at(t)];
        if (term.axes != TermAxes::body) continue;
        ArticulatedInertia<double> square{};
        for (int r = 0; r < c.rows; ++r) {
          const Force<double> f = body_force(placed(c, term, t, x.bodies()), r, x.bodies()[term.body]);
          const Force<double>&K = term.K[at(r)], gap{f.linear - K.linear, f.angular - K.angular};
          EXPECT_LE(dot(gap.linear, gap.linear) + dot(gap.angular, gap.angular), 1e-24) << seed;
          square = rank_one_downdate(square, -1.0, K);
          ++compared;
        }
        const Motion<double> v{{1, 2, 3}, {-1, 0.5, 2}};
        EXPECT_EQ(dot(v, square * v), dot(v, term.square * v)) << seed;
      }
  }
  EXPECT_GE(compared, 3 * static_cast<int>(seeds(50).size()));
}

// A robot with several kinds: each needs what its parts are, and an error names the first that does not fit.
TEST(ConstraintTerms, SayWhatAnAlgorithmMustTake) {
  const Model model(generators::quadruped_standin());
  const auto kinds = [&](const Constraint& c) { return row_kinds(ConstraintSet(model, {c})); };
  EXPECT_EQ(kinds(weld("FL_foot")), RowKinds::frame);
  EXPECT_EQ(kinds(connect("FL_foot", FrameId{0})), RowKinds::frame);  // held to the world
  EXPECT_EQ(kinds(connect("FL_foot", "FR_foot")), RowKinds::several_bodies);
  EXPECT_EQ(kinds(coupling("FL_hip", "FR_hip")), RowKinds::joints);
  EXPECT_EQ(kinds(held_at("FL_hip", 0)), RowKinds::joints);
  EXPECT_EQ(kinds(held_still("FL_hip")), RowKinds::joints);
  EXPECT_EQ(kinds(locked("root_joint")), RowKinds::joints);
  EXPECT_EQ(kinds(centre_of_mass_at({0, 0, 0})), RowKinds::all_bodies);
  EXPECT_EQ(row_kinds(ConstraintSet(model, {})), RowKinds::none);
  const ConstraintSet set(model, {weld("FL_foot"), locked("FL_hip"), centre_of_mass_at({0, 0, 0})});
  EXPECT_EQ(row_kinds(set), RowKinds::frame | RowKinds::joints | RowKinds::all_bodies);
  EXPECT_FALSE(set.data().rows_on_effectors());
  EXPECT_NO_THROW(check_takes(RowKinds::every, set, "all"));
  try {
    check_takes(RowKinds::one_body | RowKinds::joints, set, "some", "all takes it");
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(),
                 "constraint 2 (centre_of_mass): some takes frames held to the world, joints only; all takes it");
  }
  EXPECT_EQ(to_text(RowKinds::one_body), "frames held to the world");
  EXPECT_EQ(to_text(RowKinds::frame), "welds and connects to the world");
  EXPECT_EQ(to_text(RowKinds::every), "every kind of row");
  EXPECT_EQ(to_text(RowKinds::none), "none");
}

// Rows that are masked away need no support.
TEST(ConstraintTerms, OfAMaskedLockHoldTheFirstDegreeAlone) {
  const Model model(generators::quadruped_standin());
  Constraint c = locked("root_joint");
  c.mask = {true, false, false, false, false, false};
  const ConstraintSet set(model, {c});
  ASSERT_EQ(set.data().support_of(0).size(), 1u);
  EXPECT_EQ(set.data().support_of(0)[0], 0);
}

}  // namespace
}  // namespace tenon::test
