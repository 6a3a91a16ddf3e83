// Walks the children of a body through nested frames.
#include "io/mjcf_content.hpp"

namespace tenon::io::mjcf {

namespace {

using Severity = Diagnostic::Severity;

void collect(const Node& parent, const Placement& X, const DefaultsClass& scope, Context& context, Content& content);

void collect_frame(const Item& item, Context& context, Content& content) {
  const Element& element = item.node->element;
  element.mark();
  context.remarks.attributes(element, "frame");
  for (const char* unused : {"name", "scaling"}) element.mark(unused);
  for (const char* factor : {"scale", "massscale"})
    for (const double s : element.find_numbers(factor, 1, 3).value_or(std::vector<double>{}))
      if (s != 1) element.fail(factor, "1: frames that resize their content are not read");
  const Placement X = item.X_BF * read_placement(Attributes(element), context.compiler);
  collect(*item.node, X, context.defaults.in_force(element, "childclass", *item.scope), context, content);
}

// What tenon cannot write out itself is refused: leaving bodies out would make another robot.
void refuse_generated(const Element& element) {
  const std::string tag(element.tag());
  for (const char* meta : {"replicate", "attach", "composite", "flexcomp"})
    if (tag == meta)
      element.fail("<" + tag + "> is found, expected plain bodies (MuJoCo's mj_saveLastXML writes such a model out)");
}

void collect(const Node& parent, const Placement& X, const DefaultsClass& scope, Context& context, Content& content) {
  for (const Node& child : parent.children) {
    const Item item{&child, X, &scope};
    if (child.is("body"))
      content.bodies.push_back(item);
    else if (child.is("joint") || child.is("freejoint"))
      content.joints.push_back(item);
    else if (child.is("geom"))
      content.geoms.push_back(item);
    else if (child.is("site"))
      content.sites.push_back(item);
    else if (child.is("inertial"))
      content.inertials.push_back(item);
    else if (child.is("frame"))
      collect_frame(item, context, content);
    else if (child.is("camera") || child.is("light"))
      context.remarks.left_out(child.element, Severity::note, "it concerns drawing only");
    else if (child.is("plugin"))
      context.remarks.left_out(child.element, Severity::warning, "plugins are not run");
    else
      refuse_generated(child.element);
  }
}

}  // namespace

Content read_content(const Node& body, const DefaultsClass& scope, Context& context) {
  Content content;
  collect(body, Placement{}, scope, context, content);
  return content;
}

Attributes read_attributes(const Item& item, const char* kind, Context& context) {
  const Element& element = item.node->element;
  element.mark();
  context.remarks.attributes(element, kind);
  for (const Node& child : item.node->children)
    if (child.is("plugin")) context.remarks.left_out(child.element, Severity::warning, "plugins are not run");
  return {element, context.defaults.in_force(element, "class", *item.scope), kind};
}

}  // namespace tenon::io::mjcf
