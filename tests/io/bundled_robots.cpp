// The bundled robot files are what the generators make, and the loaders read them back.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "robots/writers.hpp"
#include "support/source_dir.hpp"
#include "tenon/generators.hpp"
#include "tenon/load.hpp"

namespace tenon {
namespace {

const std::string directory = test::source_dir() + "/scenes/robots/";

std::string text_of(const std::string& file) {
  std::ifstream stream(directory + file, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

struct Bundled {
  const char* file;
  RobotDescription robot;
  bool floating;
};

std::vector<Bundled> urdf_robots() {
  return {{"quadruped.urdf", generators::quadruped_standin(), true},
          {"arm7.urdf", generators::arm7_standin(), false},
          {"humanoid.urdf", generators::humanoid_standin(), true}};
}

// Numbers are written exactly; 1e-15 is for rotations, which go through roll, pitch and yaw.
template <class Range>
void expect_near(const Range& a, const Range& b, const std::string& what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], 1e-15) << what;
}

// `unsaid` is the kind of frame that the format has no word for.
void expect_same_model(const Model& read, const Model& made, FrameInfo::Kind unsaid) {
  ASSERT_EQ(read.nv(), made.nv());
  EXPECT_EQ(read.mass(), made.mass());
  ASSERT_EQ(read.joints().size(), made.joints().size());
  for (std::size_t k = 0; k < made.joints().size(); ++k) {
    const JointInfo &a = read.joints()[k], &b = made.joints()[k];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.kind, b.kind);
    EXPECT_EQ(a.parent, b.parent) << b.name;
    EXPECT_EQ(a.q_index, b.q_index) << b.name;
    EXPECT_EQ(a.damping, b.damping) << b.name;
    EXPECT_EQ(a.friction, b.friction) << b.name;
    EXPECT_EQ(a.lower, b.lower) << b.name;
    EXPECT_EQ(a.upper, b.upper) << b.name;
    EXPECT_EQ(a.effort, b.effort) << b.name;
  }
  for (const FrameInfo& frame : made.frames()) {
    if (frame.kind == unsaid) continue;
    const auto id = read.find_frame(frame.name);
    ASSERT_TRUE(id) << frame.name;
    const FrameInfo& other = read.frames()[static_cast<std::size_t>(id->index)];
    EXPECT_EQ(other.parent_joint, frame.parent_joint) << frame.name;
    expect_near(other.placement.translation, frame.placement.translation, frame.name);
    expect_near(other.placement.rotation, frame.placement.rotation, frame.name);
  }
}

void expect_same_links(const RobotDescription& read, const RobotDescription& made) {
  ASSERT_EQ(read.links.size(), made.links.size());
  for (const Link& link : made.links) {
    const auto other =
        std::find_if(read.links.begin(), read.links.end(), [&](const Link& l) { return l.name == link.name; });
    ASSERT_NE(other, read.links.end()) << link.name;
    EXPECT_EQ(other->inertia.mass, link.inertia.mass) << link.name;
    EXPECT_EQ(other->inertia.com, link.inertia.com) << link.name;
    expect_near(other->inertia.inertia, link.inertia.inertia, link.name);
    EXPECT_EQ(other->geometry.empty(), link.geometry.empty()) << link.name;
  }
}

TEST(BundledRobots, FilesAreWhatTheGeneratorsMake) {
  for (const Bundled& bundled : urdf_robots())
    EXPECT_EQ(text_of(bundled.file), tools::to_urdf(bundled.robot))
        << bundled.file << ": run write_robot all scenes/robots";
  EXPECT_EQ(text_of("quadruped.xml"), tools::to_mjcf(generators::quadruped_standin()));
}

TEST(BundledRobots, UrdfReadsBackAsTheGeneratedRobotWithoutAWarning) {
  for (const Bundled& bundled : urdf_robots()) {
    SCOPED_TRACE(bundled.file);
    const Model read(read_urdf(directory + bundled.file, {.floating_base = bundled.floating, .strict = true}));
    expect_same_model(read, Model(bundled.robot), FrameInfo::Kind::site);
    expect_same_links(read.description(), bundled.robot);
  }
}

TEST(BundledRobots, MjcfReadsBackAsTheSameQuadrupedWithItsMotorsAndItsStand) {
  LoadOptions options;
  options.strict = true;
  const RobotDescription made = generators::quadruped_standin(), read = read_mjcf(directory + "quadruped.xml", options);
  expect_same_model(Model(read), Model(made), FrameInfo::Kind::fixed_joint);  // MJCF's fixed joints have no names
  expect_same_links(read, made);
  ASSERT_EQ(read.keyframes.size(), 1u);
  EXPECT_EQ(read.keyframes[0].name, made.keyframes[0].name);
  EXPECT_EQ(read.keyframes[0].q, made.keyframes[0].q);
  ASSERT_EQ(read.actuators.size(), made.actuators.size());
  for (std::size_t k = 0; k < made.actuators.size(); ++k) {
    EXPECT_EQ(read.actuators[k].name, made.actuators[k].name);
    EXPECT_EQ(read.actuators[k].joint, made.actuators[k].joint);
    EXPECT_EQ(read.actuators[k].control_range, made.actuators[k].control_range);
  }
}

}  // namespace
}  // namespace tenon
