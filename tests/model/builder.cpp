// The builder writes what it is told and refuses the rest at once; the solids' inertias against sampling.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "support/seeds.hpp"
#include "tenon/builder.hpp"

namespace tenon {
namespace {

const MassProperties kilogram{1, {0, 0, 0}, {0.01, 0, 0, 0.01, 0, 0.01}};

TEST(ModelBuilder, WritesLinksJointsAndFramesInTheOrderOfTheCalls) {
  ModelBuilder builder("thing");
  builder.gravity({0, 0, -1.62});
  Link& base = builder.link("base", kilogram);
  for (const char* name : {"a", "b", "c", "d", "e"}) builder.link(name, kilogram);
  builder.free("f", "", "base", placement_at(0, 0, 1));
  builder.revolute("r", "base", "a", placement_at(1, 2, 3), {0, 1, 0}).damping = 0.5;
  builder.prismatic("p", "base", "b").limits.lower = {-1};
  builder.helical("h", "a", "c", 0.02);
  builder.spherical("s", "c", "d");
  builder.planar("x", "d", "e", {}, {1, 0, 0});
  builder.frame("tip", "e", placement_at(0, 0, 1));
  base.geometry.resize(1);

  const RobotDescription d = builder.description();
  EXPECT_EQ(d.name, "thing");
  EXPECT_EQ(d.gravity[2], -1.62);
  ASSERT_EQ(d.links.size(), 6u);
  ASSERT_EQ(d.joints.size(), 6u);
  EXPECT_EQ(d.links[0].geometry.size(), 1u);  // the reference is still good after five more links
  EXPECT_EQ(d.joints[1].kind, JointKind::revolute);
  EXPECT_EQ(d.joints[1].origin.translation, (Vector3{1, 2, 3}));
  EXPECT_EQ(d.joints[1].axis, (Vector3{0, 1, 0}));
  EXPECT_EQ(d.joints[1].damping, 0.5);
  EXPECT_EQ(d.joints[2].limits.lower, std::vector<double>{-1});
  EXPECT_EQ(d.joints[3].pitch, 0.02);
  EXPECT_EQ(d.frames.at(0).link, "e");
}

TEST(ModelBuilder, UniversalAndCylindricalAreTwoJointsWithAMasslessLinkBetween) {
  ModelBuilder builder;
  builder.link("a", kilogram), builder.link("b", kilogram);
  const auto universal = builder.universal("u", "", "a", placement_at(0, 0, 1));
  universal.second.damping = 3;
  builder.cylindrical("c", "a", "b", placement_at(1, 0, 0), {0, 0, 2});
  const RobotDescription d = builder.description();
  ASSERT_EQ(d.joints.size(), 4u);
  EXPECT_EQ(d.links[2].name, "u_cross");
  EXPECT_EQ(d.links[2].inertia.mass, 0);
  EXPECT_EQ(d.joints[0].name, "u_1");
  EXPECT_EQ(d.joints[0].child, "u_cross");
  EXPECT_EQ(d.joints[0].origin.translation, (Vector3{0, 0, 1}));
  EXPECT_EQ(d.joints[1].parent, "u_cross");
  EXPECT_EQ(d.joints[1].child, "a");
  EXPECT_EQ(d.joints[1].damping, 3);
  EXPECT_EQ(d.joints[2].kind, JointKind::revolute);
  EXPECT_EQ(d.joints[3].name, "c_slide");
  EXPECT_EQ(d.joints[3].kind, JointKind::prismatic);
  EXPECT_EQ(d.joints[3].axis, d.joints[2].axis);
}

TEST(ModelBuilder, BuildsModelsOfEveryKindOfJoint) {
  ModelBuilder builder;
  const auto next = [&](const std::string& name) { return builder.link(name, solid_box(1, {0.1, 0.2, 0.3})).name; };
  builder.free("free", "", next("a"));
  builder.revolute("revolute", "a", next("b"));
  builder.prismatic("prismatic", "b", next("c"), {}, {1, 0, 0});
  builder.helical("helical", "c", next("d"), 0.1, placement_at(0.1, 0, 0), {0, 1, 0});
  builder.spherical("spherical", "d", next("e"));
  builder.planar("planar", "e", next("f"));
  builder.fixed("fixed", "f", next("g"));
  builder.universal("universal", "g", next("h"));
  builder.cylindrical("cylindrical", "h", next("i"), placement_at(0.1, 0.2, 0));
  const Model model = builder.build();
  EXPECT_EQ(model.nv(), 6 + 1 + 1 + 1 + 3 + 3 + 0 + 2 + 2);
  EXPECT_EQ(model.nq(), 7 + 1 + 1 + 1 + 4 + 4 + 0 + 2 + 2);
  EXPECT_NEAR(model.mass(), 9, 1e-12);
}

TEST(ModelBuilder, TheFloatingBaseIsAMemberOfTheDescription) {
  ModelBuilder builder;
  builder.link("base", kilogram);
  EXPECT_EQ(builder.build().nv(), 0);
  builder.floating_base();
  EXPECT_TRUE(builder.description().floating_base);
  EXPECT_EQ(builder.build().nv(), 6);
}

TEST(ModelBuilder, ACopyIsARobotOfItsOwn) {
  ModelBuilder builder("one");
  builder.link("base", kilogram);
  ModelBuilder copy = builder;
  copy.link("other", kilogram);
  EXPECT_EQ(builder.description().links.size(), 1u);
  EXPECT_EQ(copy.description().links.size(), 2u);
  EXPECT_EQ(copy.description().name, "one");
  EXPECT_THROW(copy.link("base", kilogram), Error);
  builder = copy;
  EXPECT_EQ(builder.description().links.size(), 2u);
  EXPECT_EQ(ModelBuilder(std::move(builder)).description().links.size(), 2u);
}

TEST(ModelBuilder, RefusesBadPartsAtOnceAndNamesThem) {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  ModelBuilder builder;
  builder.link("a", kilogram), builder.link("b", kilogram), builder.link("c", kilogram);
  builder.revolute("ab", "a", "b");
  Placement reflection, squeezed;
  reflection.rotation = {1, 0, 0, 0, 1, 0, 0, 0, -1};
  squeezed.rotation = {0, 0, 0, 0, 0, 0, 0, 0, 0};
  const auto refused = [&](const std::string& part, const std::function<void()>& call) {
    const std::size_t links = builder.description().links.size(), joints = builder.description().joints.size();
    try {
      call();
      ADD_FAILURE() << "accepted; expected an error about " << part;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
    EXPECT_EQ(builder.description().links.size(), links) << part;  // a refused call leaves nothing behind
    EXPECT_EQ(builder.description().joints.size(), joints) << part;
  };
  refused("no name", [&] { builder.link(""); });
  refused("link \"a\": the name is taken", [&] { builder.link("a"); });
  refused("mass is -1", [&] { builder.link("d", {-1, {}, {}}); });
  refused("mass is nan", [&] { builder.link("d", {nan, {}, {}}); });
  refused("not finite", [&] { builder.link("d", {1, {infinity, 0, 0}, {}}); });
  refused("joint \"ab\": the name is taken", [&] { builder.revolute("ab", "a", "c"); });
  refused("parent link \"z\" does not exist", [&] { builder.revolute("j", "z", "c"); });
  refused("child link \"z\" does not exist", [&] { builder.revolute("j", "a", "z"); });
  refused("hangs from \"a\" already", [&] { builder.revolute("j", "c", "b"); });
  refused("cycle", [&] { builder.revolute("j", "b", "a"); });
  refused("cycle", [&] { builder.revolute("j", "c", "c"); });
  refused("axis is (0.0", [&] { builder.revolute("j", "a", "c", {}, {0, 0, 0}); });
  refused("axis is (nan", [&] { builder.prismatic("j", "a", "c", {}, {nan, 0, 1}); });
  refused("a reflection", [&] { builder.fixed("j", "a", "c", reflection); });
  refused("not a rotation", [&] { builder.fixed("j", "a", "c", squeezed); });
  refused("placement is nan", [&] { builder.fixed("j", "a", "c", placement_at(0, nan, 0)); });
  refused("pitch", [&] { builder.helical("j", "a", "c", infinity); });
  refused("parallel", [&] { builder.universal("j", "a", "c", {}, {1, 0, 0}, {-2, 0, 0}); });
  refused("parent link \"z\"", [&] { builder.universal("j", "z", "c"); });
  refused("child link \"z\"", [&] { builder.cylindrical("j", "a", "z"); });
  refused("link \"z\" does not exist", [&] { builder.frame("f", "z"); });
  refused("gravity", [&] { builder.gravity({0, 0, nan}); });
  EXPECT_NO_THROW(builder.revolute("j", "a", "c"));
}

// Mass properties of unit density inside a region of the cube [-1, 1]³, by the midpoint rule.
MassProperties integrated(const std::function<bool(double, double, double)>& inside) {
  const int n = 100;
  const double h = 2.0 / n;
  MassProperties sum;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        const double x = -1 + (i + 0.5) * h, y = -1 + (j + 0.5) * h, z = -1 + (k + 0.5) * h;
        if (!inside(x, y, z)) continue;
        sum.mass += 1;
        sum.inertia[0] += y * y + z * z, sum.inertia[3] += x * x + z * z, sum.inertia[5] += x * x + y * y;
      }
  for (double& I : sum.inertia) I /= sum.mass;
  return sum;
}

// Grid cells of 1/50 at the surface: half a percent is what the midpoint rule can give.
void expect_same_inertia(const MassProperties& solid, const MassProperties& grid) {
  for (const int i : {0, 3, 5}) EXPECT_NEAR(solid.inertia[i], grid.inertia[i], 5e-3 * grid.inertia[i]);
  EXPECT_EQ(solid.mass, 1);
}

TEST(Solids, InertiasAgreeWithIntegrationOverAGrid) {
  expect_same_inertia(solid_box(1, {1, 1.6, 0.8}), integrated([](double x, double y, double z) {
                        return std::abs(x) < 0.5 && std::abs(y) < 0.8 && std::abs(z) < 0.4;
                      }));
  expect_same_inertia(solid_sphere(1, 0.9),
                      integrated([](double x, double y, double z) { return x * x + y * y + z * z < 0.81; }));
  expect_same_inertia(solid_cylinder(1, 0.6, 1.6), integrated([](double x, double y, double z) {
                        return x * x + y * y < 0.36 && std::abs(z) < 0.8;
                      }));
  expect_same_inertia(solid_capsule(1, 0.4, 1), integrated([](double x, double y, double z) {
                        const double over = std::max(std::abs(z) - 0.5, 0.0);
                        return x * x + y * y + over * over < 0.16;
                      }));
}

TEST(Solids, PlacementMovesTheCentreAndTurnsTheInertia) {
  const MassProperties moved = solid_box(2, {1, 2, 3}, placement_from_rpy({1, 2, 3}, {0, 0, std::acos(-1.0) / 2}));
  const MassProperties still = solid_box(2, {1, 2, 3});
  EXPECT_EQ(moved.com, (Vector3{1, 2, 3}));
  EXPECT_NEAR(moved.inertia[0], still.inertia[3], 1e-14);  // a quarter turn about z swaps x and y
  EXPECT_THROW(solid_sphere(1, 0), Error);
  EXPECT_THROW(solid_box(-1, {1, 1, 1}), Error);
}

}  // namespace
}  // namespace tenon
