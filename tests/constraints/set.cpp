// The set itself: order of rows, capacity, what is refused and how it is said.
#include <gtest/gtest.h>

#include <limits>

#include "support/allocations.hpp"
#include "support/constraints.hpp"
#include "tenon/configuration.hpp"

namespace tenon::test {
namespace {

// Its row would be 0 / 0.
TEST(ConstraintSet, TheCentreOfMassOfNothingIsRefused) {
  RobotDescription rotor = generators::chain(1);
  for (Link& link : rotor.links) link.inertia = {};
  for (Joint& joint : rotor.joints) joint.armature = 1;
  for (const Model& model : {Model(RobotDescription{}), Model(rotor)}) {
    try {
      const ConstraintSet set(model, std::vector<Constraint>{centre_of_mass_at({0, 0, 0})});
      FAIL();
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find("found nothing that moves and has mass"), std::string::npos) << e.what();
    }
  }
}

struct Quadruped : ::testing::Test {
  Model model{generators::quadruped_standin()};
};

template <class Work>
std::string said(Work&& work) {
  try {
    work();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}
std::string refused(const Model& model, const Constraint& constraint) {
  return said([&] { ConstraintSet set(model, {connect("FL_foot"), constraint}); });
}
void expect_words(const std::string& message, std::initializer_list<const char*> words) {
  for (const char* word : words) EXPECT_NE(message.find(word), std::string::npos) << word << " in: " << message;
}

TEST_F(Quadruped, RowsFollowTheOrderOfTheConstraints) {
  Constraint masked = weld("HR_foot");
  masked.mask = {false, true, false, false, false, true};
  const ConstraintSet set(model, {weld("HL_foot"), masked, connect("FL_foot")});
  EXPECT_EQ(set.rows(), 11);
  EXPECT_EQ(set.first_row(1), 6);
  EXPECT_EQ(set.rows(1), 2);
  EXPECT_EQ(set.first_row(2), 8);
}

TEST_F(Quadruped, BadInputNamesTheConstraint) {
  expect_words(refused(model, weld("FL_fot")), {"constraint 1", "weld of \"FL_fot\"", "nearest", "\"FL_foot\""});
  Constraint c = weld("FR_foot");
  c.mask.assign(6, false);
  expect_words(refused(model, c), {"constraint 1", "FR_foot", "mask", "no row"});
  c.mask.assign(4, true);
  expect_words(refused(model, c), {"constraint 1", "mask", "found 4", "expected 6"});
  expect_words(refused(model, weld(FrameId{0})), {"constraint 1", "fixed to the world"});
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    c = weld("FR_foot");
    c.kp = bad;
    expect_words(refused(model, c), {"constraint 1", "FR_foot", "kp is"});
    c.kp = 0, c.kd = bad;
    expect_words(refused(model, c), {"constraint 1", "FR_foot", "kd is"});
    c.kd = 0, c.reference = {0, 0, bad, 0, 0, 0};
    expect_words(refused(model, c), {"constraint 1", "FR_foot", "reference is"});
  }
  c = weld("FR_foot");
  c.reference = {1, 2};
  expect_words(refused(model, c), {"constraint 1", "reference", "found 2", "expected 6"});
  c = weld("FR_foot");
  c.stiffness = {-1};
  expect_words(refused(model, c), {"constraint 1", "stiffness", "> 0"});
  c = weld("FR_foot");
  c.target = Placement{.rotation = {2, 0, 0, 0, 1, 0, 0, 0, 1}};
  expect_words(refused(model, c), {"constraint 1", "FR_foot", "target is not a rotation"});
  c.target = {}, c.in_frame = Placement{.rotation = {-1, 0, 0, 0, 1, 0, 0, 0, 1}};
  expect_words(refused(model, c), {"constraint 1", "FR_foot", "in_frame is a reflection"});
  c = weld("FR_foot", FrameId{0});
  c.target = Placement{};
  expect_words(refused(model, c), {"constraint 1", "target and a second frame"});
  c = weld("FR_foot");
  c.axes = Axes::world;
  expect_words(refused(model, c), {"constraint 1", "world_aligned"});
  expect_words(refused(model, weld("FR_foot", "FR_foot")), {"constraint 1", "one body"});
  expect_words(refused(model, coupling("FL_hip", "FL_hip")), {"constraint 1", "coupling", "twice"});
  expect_words(refused(model, locked("FL_hop")), {"constraint 1", "locked", "\"FL_hip\""});
  expect_words(refused(model, held_at("root_joint", 0)), {"constraint 1", "root_joint", "free"});
}

TEST_F(Quadruped, ASetOfAnotherModelIsRefused) {
  const Model other(generators::arm7_standin());
  const ConstraintSet set(model, {weld("FL_foot")});
  Kinematics kinematics(other);
  Vector out(6);
  try {
    constraint_bias(other, set, kinematics, out);
    FAIL();
  } catch (const Error& e) {
    expect_words(e.what(), {"constraint 0", "FL_foot", "another model"});
  }
}

TEST_F(Quadruped, NumbersThatAreSetLaterAreCheckedToo) {
  ConstraintSet set(model, {connect("FL_foot"), locked("FL_hip")});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect_words(said([&] { set.set_gains(0, nan, 0); }), {"constraint 0", "FL_foot", "kp", "nan"});
  expect_words(said([&] { set.set_reference(0, Vector{0, nan, 0}); }), {"constraint 0", "FL_foot", "reference", "nan"});
  expect_words(said([&] { set.set_reference(0, Vector{0, 0}); }), {"constraint 0", "reference", "expected 3"});
  Placement bad;
  bad.translation[1] = nan;
  expect_words(said([&] { set.set_target(0, bad); }), {"constraint 0", "FL_foot", "target"});
  expect_words(said([&] { set.set_target(1, Placement{}); }), {"constraint 1", "FL_hip", "to the world"});
  expect_words(said([&] { set.remove(7); }), {"constraint 7", "expected 0 to 1"});
}

TEST_F(Quadruped, NegativeGainsAreRefused) {
  Constraint c = weld("FR_foot");
  c.kp = -2;
  expect_words(refused(model, c), {"constraint 1", "FR_foot", "kp is -2", "expected a number >= 0"});
  c.kp = 0, c.kd = -3;
  expect_words(refused(model, c), {"constraint 1", "FR_foot", "kd is -3", "expected a number >= 0"});
  ConstraintSet set(model, {connect("FL_foot")});
  expect_words(said([&] { set.set_gains(0, 0, -3); }), {"constraint 0", "FL_foot", "-3", "expected numbers >= 0"});
}

// A pull to nowhere would be one to the world's origin.
TEST_F(Quadruped, GainsOfPositionAskForATarget) {
  const Vector q = neutral_configuration(model), v(static_cast<std::size_t>(model.nv()), 0.0);
  Kinematics kinematics(model);
  forward_kinematics(model, {q, v}, kinematics);
  Vector out(6);
  const auto asked = [&](const ConstraintSet& set) {
    return said([&] { constraint_target(model, set, kinematics, {q, v}, out); });
  };
  ConstraintSet set(model, {connect("FL_foot"), connect("FR_foot")});
  set.set_gains(1, 0, 20);
  EXPECT_EQ(asked(set), "");
  set.set_gains(1, 100, 20);
  expect_words(asked(set), {"constraint 1", "FR_foot", "kp is 100", "expected a target, or a call of hold(q)"});
  ConstraintSet held = set;
  held.hold(q);
  EXPECT_EQ(asked(held), "");
  EXPECT_NE(asked(set), "");  // a copy is its own
  set.set_target(1, Placement{});
  EXPECT_EQ(asked(set), "");
}

TEST_F(Quadruped, ComesAndGoesWithinItsCapacityWithoutAllocation) {
  const FrameId foot = model.frame("FL_foot"), other = model.frame("HR_foot");
  ConstraintSet set(model, {}, {4, 18});
  EXPECT_EQ(set.rows(), 0);
  {
    const Allocations heap;
    for (int round = 0; round < 3; ++round) {
      set.add(weld(foot));
      set.add(connect(other));
      set.add(connect(other));
      EXPECT_EQ(set.rows(), 12);
      set.remove(0);
      EXPECT_EQ(set.first_row(1), 3);
      set.clear();
    }
    EXPECT_EQ(heap.count(), 0);
  }
  for (int k = 0; k < 3; ++k) set.add(weld(foot));
  try {
    set.add(connect(other));
    FAIL();
  } catch (const Error& e) {
    expect_words(e.what(), {"constraint 3", "connect of \"HR_foot\"", "capacity"});
  }
  EXPECT_EQ(set.size(), 3);  // as it was
}

TEST_F(Quadruped, ChangedInPlaceItEqualsASetMadeAnew) {
  for (const auto seed : seeds(50)) {
    Random random(seed);
    const auto list = random_constraints(model, random, {.most = 6, .loops = true, .joints = true});
    ConstraintSet changed(model, {}, {20, 120});
    for (const Constraint& c : random_constraints(model, random)) changed.add(c);
    const int old = changed.size();
    for (const Constraint& c : list) changed.add(c);
    for (int k = 0; k < old; ++k) changed.remove(0);
    const ConstraintSet anew(model, list);
    Kinematics kinematics(model);
    forward_kinematics(model, {random_configuration(model, seed)}, kinematics);
    const auto size = static_cast<std::size_t>(anew.rows()) * static_cast<std::size_t>(model.nv());
    const ConstraintSet copy = changed;
    Vector a(size), b(size), c(size);
    constraint_jacobian(model, changed, kinematics, a);
    constraint_jacobian(model, anew, kinematics, b);
    constraint_jacobian(model, copy, kinematics, c);
    EXPECT_EQ(a, b) << seed;
    EXPECT_EQ(a, c) << seed;
  }
}

TEST_F(Quadruped, StiffnessIsPerRowOrOneForAll) {
  Constraint soft = connect("FL_foot"), rows = connect("FR_foot");
  soft.stiffness = {1000};
  rows.stiffness = {1, 2, 3};
  const ConstraintSet set(model, {soft, connect("HL_foot"), rows});
  Vector R(9);
  set.stiffness(R);
  const double rigid = std::numeric_limits<double>::infinity();
  EXPECT_EQ(R, (Vector{1000, 1000, 1000, rigid, rigid, rigid, 1, 2, 3}));
}

}  // namespace
}  // namespace tenon::test
