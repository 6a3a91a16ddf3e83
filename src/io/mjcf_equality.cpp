// <equality>: constraints as two frames that coincide, or as a polynomial between two joint positions.
// MuJoCo holds bodies as they are in the pose of the file: body2's side is computed from the poses there.
#include "io/mjcf_sections.hpp"

namespace tenon::io::mjcf {

namespace {

using Severity = Diagnostic::Severity;
using Kind = EqualityDescription::Kind;

Placement at(const Vector3& translation) { return {Placement{}.rotation, translation}; }

// The pose in the world of a body of the file; the world where the attribute is absent.
Placement pose(const Element& element, const char* attribute, std::string& link, const Context& context) {
  link = element.find_string(attribute).value_or("world");
  if (link == "world") {
    link.clear();
    return {};
  }
  const auto body = context.bodies.find(link);
  if (body == context.bodies.end()) element.fail(attribute, "the name of a body");
  return body->second;
}

Placement site(const Element& element, const char* attribute, std::string& link, const Context& context) {
  const auto site = context.sites.find(element.string(attribute));
  if (site == context.sites.end()) element.fail(attribute, "the name of a site");
  link = site->second.link;
  return site->second.placement;
}

void read_frames(const Element& element, EqualityDescription& equality, const Context& context) {
  if (element.has("site1") || element.has("site2")) {
    for (const char* other : {"body1", "body2", "anchor", "relpose"})
      if (element.has(other)) element.fail(other, "none beside site1 and site2");
    equality.in_a = site(element, "site1", equality.a, context);
    equality.in_b = site(element, "site2", equality.b, context);
    return;
  }
  element.string("body1");
  const Placement X_WA = pose(element, "body1", equality.a, context),
                  X_WB = pose(element, "body2", equality.b, context);
  const Placement X_AB = inverse(X_WA) * X_WB;
  if (equality.kind == Kind::connect) {
    equality.in_a = at(element.vector<3>("anchor"));  // in body1
    equality.in_b = at((inverse(X_AB) * equality.in_a).translation);
    return;
  }
  equality.in_b = at(element.find_vector<3>("anchor").value_or(Vector3{0, 0, 0}));  // in body2
  equality.in_a = X_AB * equality.in_b;
  if (const auto pose = element.find_vector<7>("relpose"))
    if ((*pose)[3] != 0 || (*pose)[4] != 0 || (*pose)[5] != 0 || (*pose)[6] != 0)
      equality.in_a = placement_from_quaternion({(*pose)[0], (*pose)[1], (*pose)[2]},
                                                {(*pose)[4], (*pose)[5], (*pose)[6], (*pose)[3]});
}

// y - y0 = p(x - x0) becomes y = p'(x): Horner's scheme with the factor x - x0.
std::array<double, 5> shifted(const std::array<double, 5>& p, double x0, double y0) {
  std::array<double, 5> sum{};
  for (std::size_t k = 5; k-- > 0;) {
    for (std::size_t j = 4; j > 0; --j) sum[j] = sum[j - 1] - x0 * sum[j];
    sum[0] = p[k] - x0 * sum[0];
  }
  sum[0] += y0;
  return sum;
}

// The position of a hinge or slide in the pose of the file.
double joint_reference(const Element& element, const char* attribute, std::string& name, const Context& context) {
  name = element.string(attribute);
  const auto joint = context.joints.find(name);
  if (joint == context.joints.end() || context.reference[joint->second].size() != 1)
    element.fail(attribute, "the name of a hinge or slide joint");
  return context.reference[joint->second][0];
}

void read_polynomial(const Element& element, EqualityDescription& equality, const Context& context) {
  const auto p = element.find_numbers("polycoef", 1, 5).value_or(std::vector<double>{0, 1});
  std::array<double, 5> coefficients{0, 1, 0, 0, 0};
  std::copy(p.begin(), p.end(), coefficients.begin());
  const double y0 = joint_reference(element, "joint1", equality.a, context);
  if (element.has("joint2"))
    equality.polynomial = shifted(coefficients, joint_reference(element, "joint2", equality.b, context), y0);
  else
    equality.polynomial = {y0 + coefficients[0], 0, 0, 0, 0};
}

}  // namespace

void read_equality(const Node& section, Context& context) {
  section.element.mark();
  for (const Node& child : section.children) {
    const Element& element = child.element;
    const bool joint = child.is("joint");
    if (child.is("tendon") || child.is("flex") || child.is("flexvert") || child.is("flexstrain")) {
      context.remarks.left_out(element, Severity::warning, "tendons and deformable bodies are not kept");
      continue;
    }
    if (!joint && !child.is("connect") && !child.is("weld")) continue;
    element.mark();
    context.remarks.attributes(element, joint ? "equality joint" : std::string(element.tag()));
    context.remarks.attributes(element, "equality");
    const DefaultsClass& scope = context.defaults.in_force(element, "class", context.defaults.main());
    EqualityDescription equality;
    equality.kind = joint ? Kind::joint : child.is("weld") ? Kind::weld : Kind::connect;
    equality.name = element.find_string("name").value_or("");
    equality.active = Attributes(element, scope, "equality").boolean("active", true);
    equality.source = element.source();
    if (joint)
      read_polynomial(element, equality, context);
    else
      read_frames(element, equality, context);
    context.robot.equalities.push_back(std::move(equality));
  }
}

}  // namespace tenon::io::mjcf
