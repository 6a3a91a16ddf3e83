// Reads <compiler>'s attributes; later sections override earlier ones.
#include "io/mjcf_compiler.hpp"

#include <algorithm>

#include "io/number.hpp"

namespace tenon::io::mjcf {

namespace {

void read_section(const Attributes& section, Compiler& compiler, std::string& asset_directory) {
  const Element& element = section.element();
  if (element.has("angle"))
    compiler.angle = section.keyword("angle", "", {"radian", "degree"}) == "radian" ? 1 : 0.017453292519943295;
  if (section.keyword("coordinate", "local", {"local", "global"}) == "global")
    element.fail("coordinate", "local: MuJoCo dropped global coordinates too");
  compiler.euler_sequence = section.string("eulerseq", compiler.euler_sequence);
  if (compiler.euler_sequence.size() != 3 || compiler.euler_sequence.find_first_not_of("xyzXYZ") != std::string::npos)
    element.fail("eulerseq", "three letters out of x y z X Y Z");
  compiler.auto_limits = section.boolean("autolimits", compiler.auto_limits);
  if (element.has("inertiafromgeom")) {
    const std::string word = section.keyword("inertiafromgeom", "", {"false", "true", "auto"});
    using enum Compiler::FromGeom;
    compiler.inertia_from_geom = word == "auto" ? automatic : word == "true" ? yes : no;
  }
  if (const auto groups = section.numbers("inertiagrouprange", 2, 2)) {
    compiler.first_inertia_group = static_cast<int>(std::clamp((*groups)[0], -1e9, 1e9));
    compiler.last_inertia_group = static_cast<int>(std::clamp((*groups)[1], -1e9, 1e9));
  }
  compiler.bound_mass = section.magnitude("boundmass", compiler.bound_mass);
  compiler.bound_inertia = section.magnitude("boundinertia", compiler.bound_inertia);
  compiler.balance_inertia = section.boolean("balanceinertia", compiler.balance_inertia);
  compiler.total_mass = section.number("settotalmass", compiler.total_mass);
  compiler.strip_path = section.boolean("strippath", compiler.strip_path);
  compiler.fit_to_aabb = section.boolean("fitaabb", compiler.fit_to_aabb);
  compiler.mesh_directory = section.string("meshdir", compiler.mesh_directory.string());
  asset_directory = section.string("assetdir", asset_directory);
}

}  // namespace

Compiler read_compiler(const Node& root, Remarks& remarks) {
  Compiler compiler;
  std::string asset_directory;
  for (const Node& section : root.children) {
    if (!section.is("compiler")) continue;
    section.element.mark();
    remarks.attributes(section.element, "compiler");
    read_section(Attributes(section.element), compiler, asset_directory);
    for (const Node& child : section.children)
      if (child.is("lengthrange"))
        remarks.left_out(child.element, Diagnostic::Severity::note, "lengths of actuators are not computed");
  }
  if (compiler.mesh_directory.empty()) compiler.mesh_directory = asset_directory;
  return compiler;
}

bool read_range(const Attributes& attributes, const char* range_attribute, const char* limited_attribute,
                const Compiler& compiler, std::array<double, 2>& range) {
  const std::string limited = attributes.keyword(limited_attribute, "auto", {"true", "false", "auto"});
  const auto written = attributes.numbers(range_attribute, 2, 2);
  if (limited == "false") return false;
  if (limited == "true" && !written)
    attributes.holder(limited_attribute)
        .fail(std::string(range_attribute) + " is missing, expected one because " + limited_attribute + " is true");
  if (!written) return false;
  const Element at = attributes.holder(range_attribute);
  if (limited == "auto" && !compiler.auto_limits)
    at.fail(std::string(range_attribute) + " is there without " + limited_attribute +
            ", expected both because autolimits is false");
  const auto [lower, upper] = std::pair((*written)[0], (*written)[1]);
  if (limited == "auto" && lower == 0 && upper == 0) return false;  // MuJoCo's way to write "none"
  if (!(lower < upper)) at.fail(range_attribute, "two numbers in ascending order");
  range = {lower, upper};
  return true;
}

}  // namespace tenon::io::mjcf
