// What the parts of the MJCF loader share while they read one model.
#pragma once

#include <map>
#include <set>

#include "io/mjcf_assets.hpp"
#include "io/mjcf_orientation.hpp"

namespace tenon::io::mjcf {

struct Site {
  std::string link;  // empty: the world
  Placement placement;
};

struct Context {
  std::filesystem::path directory;
  bool floating_base = false;
  Remarks remarks;
  Defaults defaults;
  Compiler compiler;
  Assets assets;
  RobotDescription robot;

  // Filled by the tree, used by the sections after it; keys are names of the file.
  std::map<std::string, Placement> bodies;  // in the world, in the pose of the file
  std::map<std::string, Site> sites;
  std::map<std::string, std::size_t> joints;  // index into robot.joints
  std::set<std::string> geoms;
  std::vector<std::vector<double>> reference;  // q of each joint of robot.joints in the pose of the file
  std::set<std::size_t> added_joints;          // of a floating base: not in the file's keyframes
};

}  // namespace tenon::io::mjcf
