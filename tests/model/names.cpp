// What is said of a name that is not there.
#include <gtest/gtest.h>

#include <tuple>

#include "tenon/error.hpp"
#include "tenon/model.hpp"

namespace tenon {
namespace {

std::string frame_error(const char* name) {
  RobotDescription robot;
  for (const char* link : {"base", "upper", "lower"}) {
    robot.links.emplace_back().name = link;
    robot.links.back().inertia = {1, {}, {1, 0, 0, 1, 0, 1}};
  }
  for (const auto& [joint, parent, child] :
       {std::tuple("shoulder", "base", "upper"), std::tuple("elbow", "upper", "lower")}) {
    Joint& made = robot.joints.emplace_back();
    made.name = joint, made.parent = parent, made.child = child;
    made.kind = JointKind::revolute;
  }
  try {
    Model(robot).frame(name);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(FrameNames, OfAJointAreSuggestedWithTheirPrefix) {
  EXPECT_EQ(frame_error("elbow"), "no frame \"elbow\"; did you mean \"joint:elbow\"?");
  EXPECT_EQ(frame_error("joint:elbow"), "no error");
}

TEST(FrameNames, NearlyOfAJointAreSuggestedToo) {
  EXPECT_EQ(frame_error("elbwo").rfind("no frame \"elbwo\"; the nearest are \"joint:elbow\", ", 0), 0u)
      << frame_error("elbwo");
  EXPECT_EQ(frame_error("joint:elbo").rfind("no frame \"joint:elbo\"; the nearest are \"joint:elbow\", ", 0), 0u);
  EXPECT_EQ(frame_error("uper").rfind("no frame \"uper\"; the nearest are \"upper\", ", 0), 0u) << frame_error("uper");
}

TEST(NearestNames, CountSwappedLettersOnce) {
  EXPECT_EQ(nearest_names("abdc", {"abxy", "abcd"}), "\"abcd\", \"abxy\"");
}

}  // namespace
}  // namespace tenon
