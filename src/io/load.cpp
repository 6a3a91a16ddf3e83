// Files to descriptions and Models.
#include "tenon/load.hpp"

#include <filesystem>

#include "io/xml.hpp"

namespace tenon {

namespace {

using Parse = RobotDescription (*)(std::string_view, const std::string&, const LoadOptions&, const std::string&);

std::string folder_of(const std::string& file) { return std::filesystem::path(file).parent_path().string(); }

RobotDescription read_with(Parse parse, const std::string& file, const LoadOptions& options) {
  return parse(io::read_text(file), file, options, folder_of(file));
}

// The compiler's diagnostics count for `strict` too.
Model compiled(RobotDescription robot, const LoadOptions& options) {
  Model model(std::move(robot));
  io::throw_if_strict(options.strict, model.diagnostics());
  return model;
}

}  // namespace

RobotDescription read_urdf(const std::string& file, const LoadOptions& options) {
  return read_with(parse_urdf, file, options);
}

RobotDescription read_mjcf(const std::string& file, const LoadOptions& options) {
  return read_with(parse_mjcf, file, options);
}

RobotDescription read_robot(const std::string& file, const LoadOptions& options) {
  const std::string text = io::read_text(file);
  const std::string tag = io::root_tag(text);
  if (tag == "robot") return parse_urdf(text, file, options, folder_of(file));
  if (tag == "mujoco") return parse_mjcf(text, file, options, folder_of(file));
  // Anything else is for the XML reader to refuse, or it is XML but no robot.
  io::XmlDocument(text, file).root().fail("root element is <" + tag + ">, expected <robot> (URDF) or <mujoco> (MJCF)");
}

Model load_urdf(const std::string& file, const LoadOptions& options) {
  return compiled(read_urdf(file, options), options);
}

Model load_mjcf(const std::string& file, const LoadOptions& options) {
  return compiled(read_mjcf(file, options), options);
}

Model load_robot(const std::string& file, const LoadOptions& options) {
  return compiled(read_robot(file, options), options);
}

}  // namespace tenon
