// URDF: random robots come back as they were written, and random damage ends in an Error or in a robot.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/number.hpp"
#include "io/support.hpp"
#include "support/seeds.hpp"

namespace tenon {

namespace {

struct RandomJoint {
  std::string name, type;
  int parent = 0;  // its child is link i + 1
  Vector3 xyz{};
};

std::string numbers(const Vector3& x) {
  return io::shortest(x[0]) + " " + io::shortest(x[1]) + " " + io::shortest(x[2]);
}

std::vector<RandomJoint> random_joints(test::Random& random) {
  const char* const types[] = {"revolute", "continuous", "prismatic", "fixed", "floating", "planar"};
  std::vector<RandomJoint> joints(static_cast<std::size_t>(random.integer(1, 30)));
  for (std::size_t i = 0; i < joints.size(); ++i) {
    // Names in no order, with the index behind to keep them apart.
    joints[i].name = std::string(1, static_cast<char>(random.integer('A', 'z'))) + std::to_string(i);
    std::ranges::replace(joints[i].name, '\\', '/');
    joints[i].type = types[random.integer(0, 5)];
    joints[i].parent = random.integer(0, static_cast<int>(i));
    for (double& x : joints[i].xyz) x = random.uniform(-2, 2);
  }
  return joints;
}

// Links and joints in any order.
std::string written(const std::vector<RandomJoint>& joints, test::Random& random) {
  std::vector<std::string> parts{"<link name='l0'/>\n"};
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const RandomJoint& j = joints[i];
    const std::string child = "l" + std::to_string(i + 1);
    parts.push_back(
        "<link name='" + child +
        "'>\n<inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>"
        "<visual><geometry><box size='1 1 1'/></geometry></visual></link>\n");
    parts.push_back("<joint name='" + j.name + "' type='" + j.type + "'>\n<origin xyz='" + numbers(j.xyz) +
                    "' rpy='0 0 0.5'/><parent link='l" + std::to_string(j.parent) + "'/><child link='" + child +
                    "'/><limit lower='-1' upper='1' effort='1' velocity='1'/></joint>\n");
  }
  for (std::size_t i = parts.size() - 1; i > 0; --i)
    std::swap(parts[i], parts[static_cast<std::size_t>(random.integer(0, static_cast<int>(i)))]);
  std::string text = "<robot name='r'>\n";
  for (const std::string& part : parts) text += part;
  return text + "</robot>\n";
}

// The order by its definition: recursion over the children, sorted by joint name.
void visit(int link, const std::vector<RandomJoint>& joints, std::vector<std::size_t>& order) {
  std::vector<std::size_t> below;
  for (std::size_t i = 0; i < joints.size(); ++i)
    if (joints[i].parent == link) below.push_back(i);
  std::ranges::sort(below, {}, [&](std::size_t i) { return joints[i].name; });
  for (const std::size_t i : below) {
    order.push_back(i);
    visit(static_cast<int>(i) + 1, joints, order);
  }
}

}  // namespace

TEST(UrdfRandom, RobotsComeBackAsTheyWereWrittenInPinocchiosOrder) {
  for (const auto seed : test::seeds(300)) {
    test::Random random(seed);
    const auto joints = random_joints(random);
    const RobotDescription robot = parse_urdf(written(joints, random));
    std::vector<std::size_t> order;
    visit(0, joints, order);
    ASSERT_EQ(robot.joints.size(), order.size()) << seed;
    for (std::size_t k = 0; k < order.size(); ++k) {
      const RandomJoint& expected = joints[order[k]];
      EXPECT_EQ(robot.joints[k].name, expected.name) << seed;
      EXPECT_EQ(robot.joints[k].parent, "l" + std::to_string(expected.parent)) << seed;
      EXPECT_EQ(robot.joints[k].origin.translation, expected.xyz) << seed;  // shortest decimals read back exactly
      EXPECT_EQ(robot.links[k + 1].name, robot.joints[k].child) << seed;
    }
  }
}

TEST(UrdfRandom, DamageEndsInAnErrorOrARobot) {
  const char* const bad[] = {"",
                             "nan",
                             "1e308",
                             "-1e308",
                             "1e-308",
                             "0",
                             "-1",
                             "1 2",
                             "1e400",
                             "l0",
                             "l1",
                             "fixed",
                             "planar",
                             "&#0;",
                             "<",
                             "'/><x y='",
                             "0 0 0",
                             "spherical",
                             "1e200 1e200 1e200",
                             "1e-200 1e-200 1e-200"};
  int robots = 0, errors = 0;
  for (const auto seed : test::seeds(1000)) {
    test::Random random(seed);
    std::string text = written(random_joints(random), random);
    for (int damage = random.integer(1, 3); damage > 0; --damage) {
      // Replace what stands between two quotes.
      const auto at = text.find('\'', static_cast<std::size_t>(random.integer(0, static_cast<int>(text.size()) - 1)));
      if (at == std::string::npos) continue;
      const auto end = text.find('\'', at + 1);
      if (end == std::string::npos) continue;
      text.replace(at + 1, end - at - 1, bad[random.integer(0, std::size(bad) - 1)]);
    }
    try {
      const Model model(parse_urdf(text, "urdf", {.floating_base = seed % 2 == 0}));
      EXPECT_TRUE(std::isfinite(model.mass())) << "seed " << seed << "\n" << text;
      ++robots;
    } catch (const Error&) {
      ++errors;
    } catch (const std::exception& other) {
      ADD_FAILURE() << "seed " << seed << ": " << other.what() << "\n" << text;
    }
  }
  if (errors + robots < 100) return;  // a shortened run says nothing about shares
  EXPECT_GE(errors, 0.9 * 935 / 1000 * (errors + robots));
  EXPECT_GE(robots, 0.9 * 65 / 1000 * (errors + robots));
}

}  // namespace tenon
