// Robot files.
//
//   const tenon::Model robot = tenon::load_urdf("scenes/robots/quadruped.urdf", {.floating_base = true});
//   for (const tenon::Diagnostic& d : robot.diagnostics()) std::printf("%s\n", d.text().c_str());
//
// A std::filesystem::path converts to the strings that name files and folders. Its header takes as long to compile as
// all of tenon's together, and is therefore not included here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tenon/description.hpp"
#include "tenon/model.hpp"

namespace tenon {

struct LoadOptions {
  bool floating_base = false;  // sets RobotDescription::floating_base
  bool strict = false;         // every diagnostic becomes an Error
  // Where package://NAME/ is looked for, beside the file's own parents and ROS_PACKAGE_PATH.
  std::vector<std::string> package_paths{};
};

// Without compiling: what the file says.
RobotDescription read_urdf(const std::string& file, const LoadOptions& options = {});
RobotDescription read_mjcf(const std::string& file, const LoadOptions& options = {});
RobotDescription read_robot(const std::string& file, const LoadOptions& options = {});  // by content
// From memory; `name` stands for the file in messages, relative paths are resolved against `directory`.
RobotDescription parse_urdf(std::string_view text, const std::string& name = "urdf", const LoadOptions& options = {},
                            const std::string& directory = {});
RobotDescription parse_mjcf(std::string_view text, const std::string& name = "mjcf", const LoadOptions& options = {},
                            const std::string& directory = {});

Model load_urdf(const std::string& file, const LoadOptions& options = {});
Model load_mjcf(const std::string& file, const LoadOptions& options = {});
Model load_robot(const std::string& file, const LoadOptions& options = {});

}  // namespace tenon
