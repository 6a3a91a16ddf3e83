// In MuJoCo every actuator is a <general> one with force = gain u + bias; the other tags are ways to write its
// parameters, in defaults classes too. So: start with the outermost class, apply each written element in turn, end with
// the actuator's own. force = g0 u + b0 + b1 length + b2 velocity; motor: g0 = 1, b = 0; position: g0 = kp, b1 = -kp,
// b2 = -kv; velocity: g0 = kv, b2 = -kv.
#include "io/mjcf_actuator.hpp"

#include <algorithm>
#include <cmath>

namespace tenon::io::mjcf {

namespace {

constexpr std::string_view tags[] = {"general", "motor",    "position", "velocity", "intvelocity", "damper", "cylinder",
                                     "muscle",  "adhesion", "dcmotor",  "pid",      "orientation", "plugin"};

struct Law {
  std::array<double, 3> gain{1, 0, 0}, bias{0, 0, 0};
  std::string gain_type = "fixed", bias_type = "none", dynamics = "none";
  std::string other;  // tag whose law is not of this form

  bool plain() const {
    return other.empty() && gain_type == "fixed" && dynamics == "none" && bias[0] == 0 &&
           (bias_type == "none" || bias_type == "affine");
  }
  bool is_position() const { return bias_type == "affine" && gain[0] == -bias[1] && gain[0] != 0; }
  bool is_velocity() const { return bias_type == "affine" && bias[1] == 0 && gain[0] == -bias[2] && gain[0] != 0; }
};

void set_prefix(std::array<double, 3>& parameters, const Element& element, const char* attribute) {
  if (const auto written = element.find_numbers(attribute, 1, 10))
    std::copy_n(written->begin(), std::min<std::size_t>(written->size(), 3), parameters.begin());
}

void apply(const Element& element, Law& law) {
  const std::string_view tag = element.tag();
  if (tag == "general") {
    set_prefix(law.gain, element, "gainprm");
    set_prefix(law.bias, element, "biasprm");
    law.gain_type = element.find_string("gaintype").value_or(law.gain_type);
    law.bias_type = element.find_string("biastype").value_or(law.bias_type);
    law.dynamics = element.find_string("dyntype").value_or(law.dynamics);
  } else if (tag == "motor") {
    law = {};
  } else if (tag == "position") {
    // Gains of a class survive only where the class is a position servo already.
    const bool keep = law.plain() && law.is_position();
    const double kp = element.find_number("kp").value_or(keep ? law.gain[0] : 1);
    const double kv = element.find_number("kv").value_or(keep ? -law.bias[2] : 0);
    law = {{kp, 0, 0}, {0, -kp, -kv}, "fixed", "affine", "none", ""};
  } else if (tag == "velocity") {
    const bool keep = law.plain() && law.is_velocity();
    const double kv = element.find_number("kv").value_or(keep ? law.gain[0] : 1);
    law = {{kv, 0, 0}, {0, 0, -kv}, "fixed", "affine", "none", ""};
  } else {
    law = {{}, {}, "fixed", "none", "none", std::string(tag)};
    law.gain[0] = element.find_number("kp").value_or(0);
    law.bias[2] = -element.find_number("kv").value_or(0);
  }
}

// Outermost class first, the element itself last.
std::vector<Element> written_elements(const Element& element, const DefaultsClass& scope) {
  std::vector<Element> nearest_first{element};
  for (const DefaultsClass* s = &scope; s; s = s->parent)
    nearest_first.insert(nearest_first.end(), s->actuators.rbegin(), s->actuators.rend());
  std::reverse(nearest_first.begin(), nearest_first.end());
  return nearest_first;
}

void describe_law(const Law& law, const Element& element, ActuatorDescription& actuator) {
  if (law.plain() && law.bias_type == "none" && law.gain[0] == 1) {
    actuator.kind = "motor";
  } else if (law.plain() && law.is_position()) {
    actuator.kind = "position";
    actuator.kp = law.gain[0];
    actuator.kv = -law.bias[2];
  } else if (law.plain() && law.is_velocity()) {
    actuator.kind = "velocity";
    actuator.kv = law.gain[0];
  } else {
    actuator.kind = law.other.empty() ? "general" : law.other;
    actuator.kp = law.gain[0];
    actuator.kv = -law.bias[2];
    element.warn(
        "the law of this actuator is kept as its kind and gains only: it is no motor, position or velocity servo");
  }
}

// The nearest element that has the attribute.
struct Chain {
  const std::vector<Element>& outermost_first;
  Element holder(const char* attribute) const {
    for (std::size_t k = outermost_first.size(); k-- > 0;)
      if (outermost_first[k].has(attribute)) return outermost_first[k];
    return {};
  }
};

void read_clamp(const Chain& chain, const char* range_attribute, const char* limited_attribute,
                const Compiler& compiler, std::array<double, 2>& range) {
  const Element at = chain.holder(range_attribute), limited = chain.holder(limited_attribute);
  const std::string word = limited ? limited.string(limited_attribute) : "auto";
  if (word != "true" && word != "false" && word != "auto") limited.fail(limited_attribute, "one of true false auto");
  const auto written = at ? at.find_vector<2>(range_attribute) : std::nullopt;
  if (word == "false" || !written || (word == "auto" && (*written)[0] == 0 && (*written)[1] == 0)) return;
  if (word == "auto" && !compiler.auto_limits)
    at.fail(std::string(range_attribute) + " is there without " + limited_attribute +
            ", expected both because autolimits is false");
  if (!((*written)[0] < (*written)[1])) at.fail(range_attribute, "two numbers in ascending order");
  range = *written;
}

// A position servo can take its control range from its joint: the middle, and a multiple of the width.
void inherit_range(const Chain& chain, const Joint& joint, ActuatorDescription& actuator) {
  const Element at = chain.holder("inheritrange");
  const double factor = at ? at.number("inheritrange") : 0;
  if (factor == 0 || joint.limits.lower.empty()) return;
  const double middle = (joint.limits.lower[0] + joint.limits.upper[0]) / 2;
  const double half = factor * (joint.limits.upper[0] - joint.limits.lower[0]) / 2;
  actuator.control_range = {middle - half, middle + half};
}

// Returns the joint that the actuator acts on, or null.
Joint* read_transmission(const Element& element, Context& context, ActuatorDescription& actuator) {
  for (const char* attribute : {"joint", "jointinparent"}) {
    const auto name = element.find_string(attribute);
    if (!name) continue;
    const auto found = context.joints.find(*name);
    if (found == context.joints.end()) element.fail(attribute, "the name of a joint");
    Joint& joint = context.robot.joints[found->second];
    actuator.joint = *name;
    if (velocity_size(joint.kind) > 1)
      element.warn("joint " + *name + " has several degrees of freedom: only the first number of gear is kept");
    return &joint;
  }
  for (const char* attribute : {"tendon", "site", "body", "cranksite", "slidersite", "refsite"}) {
    if (!element.has(attribute)) continue;
    for (const char* other : {"tendon", "site", "body", "cranksite", "slidersite", "refsite"}) element.mark(other);
    element.warn("this actuator acts on a " + std::string(attribute) +
                 ", not on a joint: only its name, gear and ranges are kept");
    return nullptr;
  }
  element.fail("joint is missing, expected the name of a joint");
}

void read_actuator(const Node& node, Context& context) {
  const Element& element = node.element;
  element.mark();
  context.remarks.attributes(element, "actuator");
  for (const Node& child : node.children)
    context.remarks.left_out(child.element, Diagnostic::Severity::warning, "plugins are not run");
  const auto elements = written_elements(element, context.defaults.in_force(element, "class", context.defaults.main()));
  const Chain chain{elements};
  ActuatorDescription actuator;
  actuator.name = element.find_string("name").value_or("actuator_" + std::to_string(context.robot.actuators.size()));
  actuator.source = element.source();
  Law law;
  for (const Element& written : elements) apply(written, law);
  describe_law(law, element, actuator);
  if (const Element at = chain.holder("gear")) actuator.gear = at.numbers("gear", 1, 6)[0];
  read_clamp(chain, "ctrlrange", "ctrllimited", context.compiler, actuator.control_range);
  read_clamp(chain, "forcerange", "forcelimited", context.compiler, actuator.force_range);
  if (Joint* joint = read_transmission(element, context, actuator)) {
    if (actuator.kind == "position") inherit_range(chain, *joint, actuator);
    // Seen at the joint, rotor and damper count with the square of the gear.
    const double square = actuator.gear * actuator.gear;
    if (const Element at = chain.holder("armature")) joint->armature += square * at.number("armature");
    if (const Element at = chain.holder("damping")) joint->damping += square * at.numbers("damping", 1, 3)[0];
  }
  context.robot.actuators.push_back(std::move(actuator));
}

}  // namespace

bool is_actuator_tag(std::string_view tag) { return std::ranges::find(tags, tag) != std::end(tags); }

void read_actuators(const Node& section, Context& context) {
  section.element.mark();
  for (const Node& child : section.children)
    if (is_actuator_tag(child.element.tag())) read_actuator(child, context);
}

}  // namespace tenon::io::mjcf
