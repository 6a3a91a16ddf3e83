// MJCF files to descriptions. [docs/mjcf.md] says what is kept, changed and left out.
// Order of work: includes, <compiler>, <default>, <asset>, <worldbody>, then the sections that refer to the tree.
#include "io/mjcf_actuator.hpp"
#include "io/mjcf_body.hpp"
#include "io/mjcf_sections.hpp"
#include "io/mjcf_spelling.hpp"
#include "tenon/load.hpp"

namespace tenon {

namespace {

using namespace io::mjcf;

void for_each(const Node& root, const char* tag, auto&& read) {
  for (const Node& section : root.children)
    if (section.is(tag)) read(section);
}

void read_model(const Node& root, const std::string& name, Context& context) {
  context.robot.name = root.element.find_string("model").value_or(std::filesystem::path(name).stem().string());
  context.compiler = read_compiler(root, context.remarks);
  for_each(root, "default", [&](const Node& node) { context.defaults.read(node, context.remarks); });
  for_each(root, "asset", [&](const Node& node) {
    node.element.mark();
    context.assets.read(node, context.defaults, context.compiler, context.directory, context.remarks);
  });
  for_each(root, "option", [&](const Node& node) { read_option(node, context); });
  read_tree(root, context);
  for_each(root, "contact", [&](const Node& node) { read_contact(node, context); });
  for_each(root, "equality", [&](const Node& node) { read_equality(node, context); });
  for_each(root, "actuator", [&](const Node& node) { read_actuators(node, context); });
  for_each(root, "keyframe", [&](const Node& node) { read_keyframes(node, context); });
  add_reference_keyframe(context);
  for (const Node& section : root.children) remark_on(section, context);
}

}  // namespace

RobotDescription parse_mjcf(std::string_view text, const std::string& name, const LoadOptions& options,
                            const std::string& directory) {
  Files files;
  Context context;
  context.directory = directory;
  context.floating_base = options.floating_base;
  const Node root = files.read(text, name, directory);
  refuse_misspelled_names(root);
  read_model(root, name, context);
  context.remarks.write_notes();
  context.robot.floating_base = options.floating_base;
  context.robot.diagnostics = files.take_diagnostics();
  io::throw_if_strict(options.strict, context.robot.diagnostics);
  return std::move(context.robot);
}

}  // namespace tenon
