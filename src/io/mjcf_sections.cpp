// Reads <option> and <contact>; the list says why other sections are left out.
#include "io/mjcf_sections.hpp"

#include "io/number.hpp"

namespace tenon::io::mjcf {

namespace {

using Severity = Diagnostic::Severity;

struct LeftOut {
  const char* tag;
  Severity severity;
  const char* why;
};

constexpr LeftOut left_out[] = {
    {"size", Severity::note, "memory is sized by itself"},
    {"visual", Severity::note, "it concerns drawing only"},
    {"statistic", Severity::note, "it concerns drawing only"},
    {"custom", Severity::note, "user data is not kept"},
    {"sensor", Severity::note, "sensors do not act on the model"},
    {"tendon", Severity::warning, "tendons exert no forces here"},
    {"deformable", Severity::warning, "deformable bodies are not computed"},
    {"extension", Severity::warning, "plugins are not run"},
};

}  // namespace

void read_option(const Node& section, Context& context) {
  const Element& element = section.element;
  element.mark();
  context.remarks.attributes(element, "option");
  RobotDescription& robot = context.robot;
  robot.gravity = element.find_vector<3>("gravity").value_or(robot.gravity);
  robot.time_step = element.find_number("timestep").value_or(robot.time_step);
  if (element.has("timestep") && !(robot.time_step > 0)) element.fail("timestep", "a number > 0");
  for (const Node& child : section.children) {
    if (!child.is("flag")) continue;
    child.element.mark();
    context.remarks.attributes(child.element, "flag");
    if (Attributes(child.element).keyword("gravity", "enable", {"enable", "disable"}) == "disable")
      robot.gravity = {0, 0, 0};
  }
}

void read_contact(const Node& section, Context& context) {
  section.element.mark();
  for (const Node& child : section.children) {
    const Element& element = child.element;
    const bool exclude = child.is("exclude");
    if (!exclude && !child.is("pair")) continue;
    element.mark();
    context.remarks.attributes(element, exclude ? "exclude" : "pair");
    for (const char* unused : {"name", "class"}) element.mark(unused);
    const auto named = [&](const char* attribute) -> std::string {
      const std::string name = element.string(attribute);
      if (exclude ? name == "world" : false) return "";
      if (exclude ? !context.bodies.contains(name) : !context.geoms.contains(name))
        element.fail(attribute, exclude ? "the name of a body" : "the name of a geom");
      return name;
    };
    ContactPairDescription pair;
    pair.exclude = exclude;
    pair.a = named(exclude ? "body1" : "geom1");
    pair.b = named(exclude ? "body2" : "geom2");
    pair.source = element.source();
    context.robot.contact_pairs.push_back(std::move(pair));
  }
}

void remark_on(const Node& section, Context& context) {
  for (const LeftOut& entry : left_out)
    if (section.is(entry.tag)) context.remarks.left_out(section.element, entry.severity, entry.why);
}

}  // namespace tenon::io::mjcf
