// A body with k joints becomes k links: massless ones named BODY/JOINT after all joints but the last, whose child is
// the body itself. A body without a joint hangs from a fixed joint named BODY/fixed (in the world, with a floating
// base: from a free joint). Bodies, joints and sites without a name are called body_N, joint_N, site_N, N being
// MuJoCo's number.
#include "io/mjcf_body.hpp"

#include "io/mjcf_content.hpp"
#include "io/mjcf_geom.hpp"
#include "io/mjcf_inertia.hpp"
#include "io/mjcf_joint.hpp"
#include "io/number.hpp"

namespace tenon::io::mjcf {

namespace {

// Names of one kind: those of the file are known before any is made up.
class Names {
 public:
  explicit Names(const char* what) : what_(what) {}

  void add(const Element& element) {
    const std::string name = element.node().attribute("name").value();
    if (name.empty()) return;
    const auto [first, fresh] = places_.emplace(name, element.source("name"));
    if (fresh) return;
    const Source &there = first->second, here = element.source("name");
    const std::string where = (there.file == here.file ? "line " : there.file + ":") + std::to_string(there.line);
    element.fail("name", std::string("a name that no other ") + what_ + " has (" + where + ")");
  }
  std::string of(const Element& element, const std::string& otherwise) {
    const std::string name = element.find_string("name").value_or("");
    return name.empty() ? unused(otherwise) : name;
  }
  std::string unused(std::string name) {
    while (has(name)) name += "_";
    places_[name] = {};
    return name;
  }
  bool has(const std::string& name) const { return places_.contains(name); }

 private:
  const char* what_;
  std::map<std::string, Source> places_;
};

class Tree {
 public:
  explicit Tree(Context& context) : context_(context), robot_(context.robot) {}

  void read(const Node& root) {
    std::vector<const Node*> worlds;
    for (const Node& section : root.children)
      if (section.is("worldbody")) worlds.push_back(&section);
    for (const Node* world : worlds) gather_names(*world);
    for (const Node* world : worlds) read_world(*world);
    set_total_mass(context_.compiler.total_mass, robot_.links);
  }

 private:
  struct Parent {
    std::string link;  // empty: the world
    Placement X_W;     // in the pose of the file
    bool moves = false;
  };

  void gather_names(const Node& node) {
    for (const Node& child : node.children) {
      if (child.is("body")) links_.add(child.element);
      if (child.is("joint") || child.is("freejoint")) joints_.add(child.element);
      if (child.is("site")) sites_.add(child.element);
      if (child.is("geom")) geoms_.add(child.element);
      gather_names(child);
    }
  }

  void read_world(const Node& world) {
    world.element.mark();
    const Content content = read_content(world, context_.defaults.main(), context_);
    for (const Item& item : content.joints) item.node->element.fail("the world has a joint, expected it in a body");
    for (const Item& item : content.inertials) item.node->element.fail("the world has a mass, expected it in a body");
    for (const Item& item : content.geoms) robot_.world_geometry.push_back(read_geom(item, false).second.geometry);
    for (const Item& item : content.sites) add_site(item, "");
    for (const Item& item : content.bodies) read_body(item, {"", Placement{}, false});
  }

  void read_body(const Item& item, const Parent& parent) {
    const Element& element = item.node->element;
    element.mark();
    context_.remarks.attributes(element, "body");
    const std::string name = links_.of(element, "body_" + std::to_string(++bodies_seen_));
    if (name == "world") element.fail("name", "another name: the world is called that");
    const Placement X_PB = item.X_BF * read_placement(Attributes(element), context_.compiler);
    const DefaultsClass& scope = context_.defaults.in_force(element, "childclass", *item.scope);
    const Content content = read_content(*item.node, scope, context_);
    const Parent self{name, parent.X_W * X_PB, parent.moves || !content.joints.empty()};
    context_.bodies[name] = self.X_W;

    add_joints(content, self, parent, X_PB, element);
    Link link;
    link.name = name;
    link.source = element.source();
    read_mass(content, self.moves, link);
    robot_.links.push_back(std::move(link));
    for (const Item& site : content.sites) add_site(site, name);
    for (const Item& body : content.bodies) read_body(body, self);
  }

  void add_joints(const Content& content, const Parent& self, const Parent& parent, const Placement& X_PB,
                  const Element& body) {
    if (content.joints.empty()) {
      const bool floats = context_.floating_base && parent.link.empty();
      JointReading reading;
      reading.joint.source = body.source();
      if (floats) {
        reading.joint.kind = JointKind::free;
        reading.reference = pose_coordinates(self.X_W);
        context_.added_joints.insert(robot_.joints.size());
      }
      reading.joint.name = joints_.unused(floats ? root_joint_name() : self.link + "/fixed");
      add_joint(reading.joint, reading, parent.link, self.link, X_PB);
      return;
    }
    std::string from = parent.link;
    Placement X = X_PB;
    for (std::size_t k = 0; k < content.joints.size(); ++k) {
      const Item& item = content.joints[k];
      JointReading reading = read_motion(item);
      if (reading.joint.kind == JointKind::free) {
        if (!parent.link.empty())
          item.node->element.fail("a free joint below another body, expected it below the world");
        if (content.joints.size() > 1) item.node->element.fail("a free joint beside others, expected it alone");
        reading.reference = pose_coordinates(self.X_W);
      }
      const std::string name = joints_.of(item.node->element, "joint_" + std::to_string(joints_seen_++));
      reading.joint.name = name;
      std::string to = self.link;
      if (k + 1 < content.joints.size()) {
        Link between;
        between.name = to = links_.unused(self.link + "/" + name);
        between.source = item.node->element.source();
        robot_.links.push_back(std::move(between));
      }
      context_.joints[name] = robot_.joints.size();
      add_joint(reading.joint, reading, from, to, X);
      from = to;
      X = Placement{};
    }
  }

  // q of a free joint.
  static std::vector<double> pose_coordinates(const Placement& X) {
    const auto& p = X.translation;
    const auto q = quaternion_of(X.rotation);
    return {p[0], p[1], p[2], q[0], q[1], q[2], q[3]};
  }

  // The names that RobotDescription::floating_base gives.
  std::string root_joint_name() {
    return ++roots_seen_ == 1 ? "root_joint" : "root_joint_" + std::to_string(roots_seen_);
  }

  JointReading read_motion(const Item& item) {
    const Element& element = item.node->element;
    if (!item.node->is("freejoint"))
      return read_joint(read_attributes(item, "joint", context_), item.X_BF, context_.compiler);
    element.mark();
    context_.remarks.attributes(element, "freejoint");
    return read_free_joint(element);
  }

  void add_joint(Joint joint, const JointReading& reading, const std::string& parent, const std::string& child,
                 const Placement& X_parent_body) {
    joint.parent = parent;
    joint.child = child;
    place_joint(X_parent_body, reading, joint);
    robot_.joints.push_back(std::move(joint));
    context_.reference.push_back(reading.reference);
  }

  std::pair<Attributes, Geom> read_geom(const Item& item, bool moves) {
    const Attributes attributes = read_attributes(item, "geom", context_);
    Geom geom = mjcf::read_geom(attributes, context_.compiler, context_.assets, context_.remarks);
    const Element& element = attributes.element();
    context_.geoms.insert(geom.geometry.name);
    const bool endless =
        geom.geometry.kind == Geometry::Kind::plane || geom.geometry.kind == Geometry::Kind::heightfield;
    if (moves && endless) element.fail("type", "a shape that can move: planes and height fields are for the world");
    geom.geometry.placement = item.X_BF * geom.geometry.placement;
    return {attributes, std::move(geom)};
  }

  void read_mass(const Content& content, bool moves, Link& link) {
    if (content.inertials.size() > 1)
      content.inertials[1].node->element.fail("a second <inertial> in the body, expected one");
    const Compiler& compiler = context_.compiler;
    MassProperties written, from_geoms;
    for (const Item& item : content.inertials)
      written = transformed(item.X_BF, read_inertial(item.node->element, compiler, context_.remarks));
    const bool infer = compiler.inertia_from_geom == Compiler::FromGeom::yes ||
                       (compiler.inertia_from_geom == Compiler::FromGeom::automatic && content.inertials.empty());
    bool inferred = false;
    for (const Item& item : content.geoms) {
      auto [attributes, geom] = read_geom(item, moves);
      if (infer && geom.group >= compiler.first_inertia_group && geom.group <= compiler.last_inertia_group) {
        from_geoms = combined(from_geoms, transformed(item.X_BF, geom_mass(attributes, geom, context_.assets)));
        inferred = true;
      }
      link.geometry.push_back(std::move(geom.geometry));
    }
    link.inertia = corrected(inferred ? from_geoms : written, compiler);
  }

  void add_site(const Item& item, const std::string& link) {
    const Attributes attributes = read_attributes(item, "site", context_);
    const Element& element = attributes.element();
    FrameDescription frame;
    frame.name = sites_.of(element, "site_" + std::to_string(sites_seen_++));
    frame.link = link;
    frame.source = element.source();
    frame.placement = item.X_BF * read_placement(attributes, context_.compiler);
    if (const Element at = attributes.holder("fromto")) frame.placement = item.X_BF * read_segment(at).placement;
    context_.sites[frame.name] = {link, frame.placement};
    if (links_.has(frame.name)) {
      element.note("site " + in_quotes(frame.name) + " has the name of a body: its frame is called site:" + frame.name);
      frame.name = "site:" + frame.name;
    }
    robot_.frames.push_back(std::move(frame));
  }

  Context& context_;
  RobotDescription& robot_;
  Names links_{"body"}, joints_{"joint"}, sites_{"site"}, geoms_{"geom"};
  int bodies_seen_ = 0, joints_seen_ = 0, sites_seen_ = 0, roots_seen_ = 0;
};

}  // namespace

void read_tree(const Node& root, Context& context) { Tree(context).read(root); }

}  // namespace tenon::io::mjcf
