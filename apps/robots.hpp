// The ROBOT argument: a URDF or MJCF file, a bundled robot by name, or generator:NAME[:ARGUMENTS].
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tenon/description.hpp"
#include "tenon/model.hpp"

namespace tenon::cli {

RobotDescription describe_robot(const std::string& robot, bool floating_base = false);
// Says so on standard error where a floating base has no effect.
Model make_model(const std::string& robot, bool floating_base, const std::optional<Vector3>& gravity = {});

// Names of the robots that come with tenon: scenes/robots beside the sources, share/tenon/robots where it is installed.
std::vector<std::string> bundled_robots();
std::filesystem::path bundled_robot(const std::string& name);  // empty if there is none of that name

// The text under --help that lists both.
std::string robots_help();

}  // namespace tenon::cli
