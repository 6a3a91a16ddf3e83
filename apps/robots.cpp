// Finds robots: files, those that come with tenon, and generators.
#include "robots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_set>

#include "tenon/error.hpp"
#include "tenon/generators.hpp"
#include "tenon/load.hpp"
#include "terminal.hpp"

namespace tenon::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view generator_prefix = "generator:";

// An installed tenon finds its robots relative to itself; a build finds those of its sources.
fs::path robots_directory() {
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  if (!failed) {
    const fs::path installed = program.parent_path().parent_path() / "share" / "tenon" / "robots";
    if (fs::is_directory(installed, failed)) return installed;
  }
  return TENON_ROBOTS_DIRECTORY;
}

bool is_robot_file(const fs::path& path) { return path.extension() == ".urdf" || path.extension() == ".xml"; }

Error no_such_robot(const std::string& robot) {
  const bool looks_like_path = robot.find('/') != std::string::npos || fs::path(robot).has_extension();
  if (looks_like_path) return Error(Source{robot, 0, ""}, "found no such file, expected a URDF or MJCF file");
  return Error(fmt::format("robot \"{}\": found no such file or bundled robot; nearest bundled: {}; or generator:NAME",
                           robot, nearest_names(robot, bundled_robots())));
}

// A link that no joint carries: it would get a free joint.
bool has_root_link(const RobotDescription& robot) {
  std::unordered_set<std::string_view> carried;
  for (const Joint& joint : robot.joints) carried.insert(joint.child);
  return std::ranges::any_of(robot.links, [&](const Link& link) { return !carried.contains(link.name); });
}
auto free_joints(const RobotDescription& robot) {
  return std::ranges::count(robot.joints, JointKind::free, &Joint::kind);
}

}  // namespace

std::vector<std::string> bundled_robots() {
  std::vector<std::string> names;
  std::error_code failed;
  for (fs::recursive_directory_iterator it(robots_directory(), failed), end; !failed && it != end; it.increment(failed))
    if (is_robot_file(it->path())) names.push_back(it->path().stem().string());
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

fs::path bundled_robot(const std::string& name) {
  std::vector<fs::path> found;
  std::error_code failed;
  for (fs::recursive_directory_iterator it(robots_directory(), failed), end; !failed && it != end; it.increment(failed))
    if (is_robot_file(it->path()) && it->path().stem() == name) found.push_back(it->path());
  if (found.empty()) return {};
  return *std::min_element(found.begin(), found.end());
}

RobotDescription describe_robot(const std::string& robot, bool floating_base) {
  if (robot.starts_with(generator_prefix)) {
    RobotDescription made = generators::make(robot.substr(generator_prefix.size()));
    made.floating_base = floating_base;
    return made;
  }
  const LoadOptions options{.floating_base = floating_base};
  std::error_code failed;
  if (fs::exists(robot, failed)) return read_robot(robot, options);
  if (const fs::path bundled = bundled_robot(robot); !bundled.empty()) return read_robot(bundled, options);
  throw no_such_robot(robot);
}

Model make_model(const std::string& robot, bool floating_base, const std::optional<Vector3>& gravity) {
  RobotDescription description = describe_robot(robot, floating_base);
  if (floating_base && !has_root_link(description) &&
      free_joints(description) == free_joints(describe_robot(robot, false)))
    fmt::print(stderr, "{} {}: a floating base has no effect: what stands in the world has its joint already\n",
               paint(stderr, Ink::cyan, "note:"), robot);
  if (gravity) description.gravity = *gravity;
  return Model(std::move(description));
}

std::string robots_help() {
  std::string out = "ROBOT is a URDF or MJCF file, a bundled robot, or generator:NAME[:ARGUMENTS].\n";
  std::string names;
  for (const std::string& name : bundled_robots()) names += (names.empty() ? "" : " ") + name;
  if (!names.empty())
    out += "Bundled:    " + wrapped(names + " (stand-ins for real robots)", 68, "            ") + "\n";
  names.clear();
  for (const generators::Entry& g : generators::catalogue())
    names += (names.empty() ? "" : " ") + std::string(g.example);
  return out + "Generators: " + wrapped(names, 68, "            ") + "\n";
}

}  // namespace tenon::cli
