// Compiling a description: order, frames, screw frames, checks.
#include <gtest/gtest.h>

#include <cmath>

#include "model/compiled.hpp"
#include "support/seeds.hpp"
#include "tenon/builder.hpp"
#include "tenon/generators.hpp"
#include "tenon/tenon.hpp"

namespace tenon {
namespace {

std::string error_of(const RobotDescription& d, const CompileOptions& options = {}) {
  try {
    const Model model(d, options);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

RobotDescription two_links() {
  ModelBuilder b("two");
  b.link("upper", solid_box(1, {0.1, 0.1, 0.4}));
  b.link("lower", solid_box(1, {0.1, 0.1, 0.4}));
  b.revolute("shoulder", "", "upper", placement_at(0, 0, 1), {0, 1, 0});
  b.revolute("elbow", "upper", "lower", placement_at(0, 0, -0.4), {0, 1, 0});
  return b.description();
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Compile, BodiesAreDepthFirstAndSubtreesAreRanges) {
  for (const auto seed : test::seeds(200)) {
    const Model model(generators::random_tree(seed));
    const CompiledModel& m = model.compiled();
    for (int i = 1; i < m.body_count(); ++i) {
      EXPECT_LT(m.bodies[i].parent, i) << seed;
      for (int j = i + 1; j < m.body_count(); ++j) {
        int up = j;
        while (up > i) up = m.bodies[up].parent;
        EXPECT_EQ(up == i, j < m.end[i]) << seed;
      }
    }
    for (int d = 1; d <= m.nv; ++d) EXPECT_LT(m.lambda[d], d) << seed;
  }
}

TEST(Compile, ScrewPlacementsReproduceTheirTransform) {
  int screws = 0;
  for (const auto seed : test::seeds(200)) {
    const Model model(generators::random_tree(seed));
    for (const Body& body : model.compiled().bodies) {
      if (body.tag != PlacementTag::x_screw) continue;
      ++screws;
      const ScrewPlacement& s = body.screw;
      const Transform<double> x{
          {1, 0, 0, 0, std::cos(s.alpha), -std::sin(s.alpha), 0, std::sin(s.alpha), std::cos(s.alpha)}, {s.a, 0, 0}},
          z{{std::cos(s.theta), -std::sin(s.theta), 0, std::sin(s.theta), std::cos(s.theta), 0, 0, 0, 1}, {0, 0, s.d}};
      const Transform<double> X = x * z;
      EXPECT_NEAR(X.R.xx, body.X_pj.R.xx, 1e-12) << seed;
      EXPECT_NEAR(X.R.xy, body.X_pj.R.xy, 1e-12) << seed;
      EXPECT_NEAR(X.R.zy, body.X_pj.R.zy, 1e-12) << seed;
      EXPECT_NEAR(X.p.x, body.X_pj.p.x, 1e-12) << seed;
      EXPECT_NEAR(X.p.y, body.X_pj.p.y, 1e-12) << seed;
      EXPECT_NEAR(X.p.z, body.X_pj.p.z, 1e-12) << seed;
    }
  }
  EXPECT_GE(screws, test::nearly(805, 200));  // 4.9 in a tree, on average
}

TEST(Compile, AChainIsAllScrewsButItsFirstBody) {
  const Model model(generators::chain(10));
  for (int i = 2; i <= 10; ++i) EXPECT_EQ(model.compiled().bodies[i].tag, PlacementTag::x_screw) << i;
}

TEST(Compile, EveryLinkJointAndSiteIsAFrameThatIsFoundByName) {
  RobotDescription d = two_links();
  d.frames.push_back({"tip", "lower", placement_at(0, 0, -0.4), {}});
  const Model model(d);
  for (const char* name : {"upper", "lower", "joint:shoulder", "joint:elbow", "tip", "world"})
    EXPECT_TRUE(model.find_frame(name)) << name;
  EXPECT_FALSE(model.find_frame("elbow"));
  try {
    (void)model.frame("lowre");
    FAIL();
  } catch (const Error& e) {
    EXPECT_TRUE(contains(e.what(), "\"lower\"")) << e.what();
  }
  EXPECT_THROW((void)model.joint("sholder"), Error);
}

TEST(Compile, AFloatingBaseIsARootJoint) {
  ModelBuilder b("ball");
  b.link("ball", solid_sphere(1, 0.1));
  RobotDescription ball = b.description();
  ball.floating_base = true;
  const Model model(ball);
  ASSERT_EQ(model.joints().size(), 1u);
  EXPECT_EQ(model.joints()[0].name, "root_joint");
  EXPECT_EQ(model.nq(), 7);
  EXPECT_EQ(model.nv(), 6);
  EXPECT_DOUBLE_EQ(model.mass(), 1);
}

TEST(Compile, WhatCannotBeIsAnErrorThatNamesIt) {
  RobotDescription d = two_links();
  d.links[1].inertia.mass = -0.3;
  d.links[1].source = {"arm.urdf", 42, "link \"lower\""};
  EXPECT_EQ(error_of(d), "arm.urdf:42: link \"lower\": mass is -0.3 kg, expected >= 0");

  d = two_links();
  d.links[1].inertia.mass = std::nan("");
  EXPECT_TRUE(contains(error_of(d), "link \"lower\": mass, centre of mass or inertia is not finite")) << error_of(d);

  d = two_links();
  d.links[1].inertia.inertia = {-1, 0, 0, 1, 0, 1};
  EXPECT_TRUE(contains(error_of(d), "negative principal moment")) << error_of(d);

  d = two_links();
  d.joints[1].parent = "nobody";
  EXPECT_TRUE(contains(error_of(d), "joint \"elbow\": parent link \"nobody\" does not exist")) << error_of(d);

  d = two_links();
  d.joints[0].parent = "lower";
  EXPECT_TRUE(contains(error_of(d), "cycle")) << error_of(d);

  d = two_links();
  d.joints[1].axis = {0, 0, 0};
  EXPECT_TRUE(contains(error_of(d), "joint \"elbow\": axis cannot be normalised")) << error_of(d);

  d = two_links();
  d.joints[1].limits.lower = {1}, d.joints[1].limits.upper = {-1};
  EXPECT_TRUE(contains(error_of(d), "joint \"elbow\": limits are reversed")) << error_of(d);

  d = two_links();
  d.links[1].name = "upper";
  EXPECT_TRUE(contains(error_of(d), "used by two links")) << error_of(d);

  d = two_links();
  d.joints[1].origin.rotation[0] = 2;
  EXPECT_TRUE(contains(error_of(d), "joint \"elbow\": origin is not a rotation")) << error_of(d);
}

TEST(Compile, AMasslessTipIsAnErrorThatNamesItsJointUnlessItHasArmature) {
  RobotDescription d = two_links();
  d.links[1].inertia = {};
  EXPECT_TRUE(contains(error_of(d), "joint \"elbow\": nothing with mass or inertia moves along it")) << error_of(d);
  d.joints[1].armature = 0.01;
  EXPECT_EQ(error_of(d), "");
  // A massless link between massive ones is legal.
  d = two_links();
  d.links[0].inertia = {};
  EXPECT_EQ(error_of(d), "");
}

TEST(Compile, AnInertiaThatBreaksTheTriangleInequalityIsAWarning) {
  RobotDescription d = two_links();
  d.links[1].inertia.inertia = {1, 0, 0, 1, 0, 2.1};
  const Model model(d);
  ASSERT_EQ(model.diagnostics().size(), 1u);
  EXPECT_TRUE(contains(model.diagnostics()[0].text(), "triangle inequality"));
}

TEST(Compile, AChainOfTenThousandBodiesCompilesAndRuns) {
  const Model model(generators::chain(10000));
  Workspace ws(model);
  const auto q = random_configuration(model, 1), v = random_velocity(model, 2), a = random_velocity(model, 3);
  std::vector<double> tau(a.size()), back(a.size());
  rnea(model, ws, {q, v}, a, tau);
  aba(model, ws, {q, v}, tau, back);
  for (const double x : back) ASSERT_TRUE(std::isfinite(x));
}

}  // namespace
}  // namespace tenon
