// The steps of compiling: order the links depth-first, place each on a body, name the frames, then tidy up (screw
// frames, index tables, checks).
#include "model/compile.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "model/check.hpp"
#include "model/convert.hpp"
#include "model/index_tables.hpp"
#include "model/screw_frames.hpp"

namespace tenon {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// One link on its way into the tree.
struct Visit {
  int link;
  int joint;  // description joint that carries it, -1: none
};

// Children of every link (and of the world, last entry) in description order; root links without a joint come before
// those that have one, as joint_order.hpp says.
std::vector<std::vector<Visit>> children_of(const RobotDescription& d) {
  std::unordered_map<std::string, int> index;
  for (std::size_t k = 0; k < d.links.size(); ++k) index[d.links[k].name] = static_cast<int>(k);
  std::vector<std::vector<Visit>> children(d.links.size() + 1);
  std::vector<bool> carried(d.links.size(), false);
  for (std::size_t k = 0; k < d.joints.size(); ++k) {
    const int child = index.at(d.joints[k].child);
    carried[static_cast<std::size_t>(child)] = true;
    const std::size_t parent =
        d.joints[k].parent.empty() ? d.links.size() : static_cast<std::size_t>(index.at(d.joints[k].parent));
    children[parent].push_back({child, static_cast<int>(k)});
  }
  std::vector<Visit> roots;
  for (std::size_t k = 0; k < d.links.size(); ++k)
    if (!carried[k]) roots.push_back({static_cast<int>(k), -1});
  children.back().insert(children.back().begin(), roots.begin(), roots.end());
  return children;
}

// Root links get a free joint of their own: "root_joint", then "root_joint_2", …
void add_free_joints(RobotDescription& d) {
  std::unordered_map<std::string, bool> carried;
  for (const Joint& joint : d.joints) carried[joint.child] = true;
  int count = 0;
  std::vector<Joint> free_joints;
  for (const Link& link : d.links) {
    if (carried.count(link.name)) continue;
    Joint joint;
    joint.name = ++count == 1 ? "root_joint" : "root_joint_" + std::to_string(count);
    joint.kind = JointKind::free;
    joint.child = link.name;
    joint.source = link.source;
    free_joints.push_back(joint);
  }
  d.joints.insert(d.joints.begin(), free_joints.begin(), free_joints.end());
}

// A rotation that takes z to `axis`; exact where the axis is a coordinate axis.
Mat3<double> z_to(const Vector3& axis) {
  const double n = std::hypot(axis[0], axis[1], axis[2]);
  const Vec3<double> z{axis[0] / n, axis[1] / n, axis[2] / n};
  // Not by z.z alone: it is ±1 to the last digit for axes that are 1e-8 off.
  if (std::hypot(z.x, z.y) < 2e-16) {
    if (z.z > 0) return identity3<double>();
    return {1, 0, 0, 0, -1, 0, 0, 0, -1};
  }
  // x perpendicular to the axis: the coordinate axis least along it decides.
  const bool along_x = std::abs(z.x) < std::abs(z.y);
  Vec3<double> x = along_x ? cross(Vec3<double>{1, 0, 0}, z) : cross(Vec3<double>{0, 1, 0}, z);
  const double length = std::sqrt(dot(x, x));
  x = (1 / length) * x;
  const Vec3<double> y = cross(z, x);
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}

bool axis_matters(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::prismatic || kind == JointKind::helical ||
         kind == JointKind::planar;
}

std::vector<double> expanded(const std::vector<double>& list, int nv, double otherwise) {
  std::vector<double> out(static_cast<std::size_t>(nv), otherwise);
  for (std::size_t k = 0; k < out.size() && !list.empty(); ++k) out[k] = list.size() == 1 ? list[0] : list[k];
  return out;
}

JointInfo joint_info(const Joint& joint, int parent, int q, int v) {
  JointInfo info;
  info.name = joint.name;
  info.kind = joint.kind;
  info.parent = {parent};
  info.q_index = q, info.nq = configuration_size(joint.kind);
  info.v_index = v, info.nv = velocity_size(joint.kind);
  info.continuous = joint.continuous;
  info.lower = expanded(joint.limits.lower, info.nv, -infinity);
  info.upper = expanded(joint.limits.upper, info.nv, infinity);
  info.velocity = expanded(joint.limits.velocity, info.nv, infinity);
  info.effort = expanded(joint.limits.effort, info.nv, infinity);
  info.armature = joint.armature, info.damping = joint.damping, info.friction = joint.friction;
  info.stiffness = joint.stiffness, info.spring_reference = joint.spring_reference;
  info.mimic = joint.mimic;
  return info;
}

class Compiler {
 public:
  explicit Compiler(CompiledModel& model) : m_(model), d_(model.description) {}

  void run() {
    m_.bodies.emplace_back();  // the world
    file_frames_.push_back(identity_transform<double>());
    m_.links.resize(d_.links.size());
    add_frame("world", FrameInfo::Kind::world, 0, identity_transform<double>(), -1);
    walk();
    for (const FrameDescription& frame : d_.frames) add_site(frame);
    for (std::size_t k = 0; k < m_.frames.size(); ++k) m_.frame_index.emplace(m_.frames[k].name, static_cast<int>(k));
    // A link may be called "world"; it then hides the world frame of that name.
    for (std::size_t k = 1; k < m_.frames.size(); ++k)
      if (m_.frames[k].kind == FrameInfo::Kind::link) m_.frame_index[m_.frames[k].name] = static_cast<int>(k);
    index_tables(m_);
  }

 private:
  void walk() {
    const auto children = children_of(d_);
    std::vector<Visit> stack(children.back().rbegin(), children.back().rend());
    std::size_t visited = 0;
    while (!stack.empty()) {
      const Visit visit = stack.back();
      stack.pop_back();
      ++visited;
      place(visit);
      const auto& below = children[static_cast<std::size_t>(visit.link)];
      stack.insert(stack.end(), below.rbegin(), below.rend());
    }
    if (visited != d_.links.size()) throw_cycle();
  }

  [[noreturn]] void throw_cycle() const {
    for (std::size_t k = 0; k < d_.joints.size(); ++k) {
      const Joint& joint = d_.joints[k];
      if (placed_.count(joint.child)) continue;
      Source source = joint.source;
      if (source.element.empty()) source.element = "joint \"" + joint.name + "\"";
      throw Error(source,
                  "links \"" + joint.parent + "\" and \"" + joint.child + "\" are part of a cycle, expected a tree");
    }
    throw Error("the links form a cycle, expected a tree");
  }

  void place(const Visit& visit) {
    const Link& link = d_.links[static_cast<std::size_t>(visit.link)];
    placed_[link.name] = visit.link;
    CompiledLink& compiled = m_.links[static_cast<std::size_t>(visit.link)];
    compiled.joint = visit.joint;
    compiled.I = to_inertia(link.inertia);
    check_mass_properties(link, m_.diagnostics);
    if (visit.joint < 0) {
      compiled.body = 0;
      compiled.X_bl = identity_transform<double>();
    } else {
      place_on_joint(d_.joints[static_cast<std::size_t>(visit.joint)], visit.link, compiled);
    }
    if (link.inertia.mass > 0 || compiled.I.I.xx != 0 || compiled.I.I.yy != 0 || compiled.I.I.zz != 0)
      m_.bodies[static_cast<std::size_t>(compiled.body)].I += act(compiled.X_bl, compiled.I);
    add_frame(link.name, FrameInfo::Kind::link, compiled.body, compiled.X_bl, visit.link);
  }

  void place_on_joint(const Joint& joint, int link, CompiledLink& compiled) {
    int parent_body = 0;
    Transform<double> X_parent = identity_transform<double>();  // parent link in its body
    if (!joint.parent.empty()) {
      compiled.parent = placed_.at(joint.parent);
      parent_body = m_.links[static_cast<std::size_t>(compiled.parent)].body;
      X_parent = m_.links[static_cast<std::size_t>(compiled.parent)].X_bl;
    }
    const Transform<double> X_bj = X_parent * to_transform(joint.origin), X_lj = to_transform(joint.child_origin);
    if (joint.kind == JointKind::fixed && m_.options.merge_fixed) {
      compiled.body = parent_body;
      compiled.X_bl = X_bj * inverse(X_lj);
      add_frame("joint:" + joint.name, FrameInfo::Kind::fixed_joint, parent_body, X_bj, link);
      return;
    }
    Body body;
    body.parent = parent_body;
    body.kind = joint.kind;
    body.q = m_.nq, body.v = m_.nv, body.nv = velocity_size(joint.kind);
    body.pitch = joint.pitch;
    const Transform<double> Q{axis_matters(joint.kind) ? z_to(joint.axis) : identity3<double>(), {0, 0, 0}};
    body.X_pj = X_bj * Q;
    const Transform<double> X_from_file = inverse(Q);  // the file's joint frame in the body frame
    if (joint.kind != JointKind::fixed) {
      body.joint = static_cast<int>(m_.joints.size());
      const JointInfo info = joint_info(joint, m_.bodies[static_cast<std::size_t>(parent_body)].joint, m_.nq, m_.nv);
      m_.joint_index[joint.name] = body.joint;
      m_.armature.insert(m_.armature.end(), static_cast<std::size_t>(info.nv), joint.armature);
      if (joint.kind == JointKind::spherical) m_.unit_numbers.push_back({m_.nq, 4, body.joint});
      if (joint.kind == JointKind::free) m_.unit_numbers.push_back({m_.nq + 3, 4, body.joint});
      if (joint.kind == JointKind::planar) m_.unit_numbers.push_back({m_.nq + 2, 2, body.joint});
      m_.nq += info.nq, m_.nv += info.nv;
      m_.joints.push_back(info);
      file_frames_.push_back(X_from_file);
    } else {
      body.joint = -1;
      file_frames_.push_back(X_from_file);
    }
    compiled.body = m_.body_count();
    compiled.X_bl = X_from_file * inverse(X_lj);
    m_.bodies.push_back(body);
    // Without merging, a joint below a fixed body still has the nearest moving joint as its parent.
    carrier_.resize(m_.bodies.size(), 0);
    carrier_.back() = body.joint >= 0 ? compiled.body : carrier_[static_cast<std::size_t>(parent_body)];
    if (body.joint >= 0) {
      const int up = carrier_[static_cast<std::size_t>(parent_body)];
      m_.joints.back().parent = {up > 0 ? m_.bodies[static_cast<std::size_t>(up)].joint : -1};
    }
    add_frame("joint:" + joint.name,
              joint.kind == JointKind::fixed ? FrameInfo::Kind::fixed_joint : FrameInfo::Kind::joint, compiled.body,
              X_from_file, link);
  }

  void add_site(const FrameDescription& frame) {
    Transform<double> X = to_transform(frame.placement);
    int body = 0, link = -1;
    if (!frame.link.empty()) {
      link = placed_.at(frame.link);
      body = m_.links[static_cast<std::size_t>(link)].body;
      X = m_.links[static_cast<std::size_t>(link)].X_bl * X;
    }
    add_frame(frame.name, FrameInfo::Kind::site, body, X, link);
  }

  void add_frame(const std::string& name, FrameInfo::Kind kind, int body, const Transform<double>& X_bf, int link) {
    FrameInfo info;
    info.name = name;
    info.kind = kind;
    info.link = link;
    // Up to the moving joint that carries the frame; its own frame is the file's, not the compiled one.
    Transform<double> X = X_bf;
    int b = body;
    while (b > 0 && m_.bodies[static_cast<std::size_t>(b)].joint < 0) {
      X = m_.bodies[static_cast<std::size_t>(b)].X_pj * X;
      b = m_.bodies[static_cast<std::size_t>(b)].parent;
    }
    info.parent_joint = {m_.bodies[static_cast<std::size_t>(b)].joint};
    info.placement = from_transform(inverse(file_frames_[static_cast<std::size_t>(b)]) * X);
    m_.frames.push_back(info);
    m_.body_frames.push_back({body, X_bf});
  }

  CompiledModel& m_;
  const RobotDescription& d_;
  std::unordered_map<std::string, int> placed_;  // link name -> index
  std::vector<Transform<double>> file_frames_;   // per body: the file's joint frame in the body frame
  std::vector<int> carrier_{0};                  // per body: nearest body up the tree with a moving joint
};

}  // namespace

std::shared_ptr<CompiledModel> compile(RobotDescription description, const CompileOptions& options) {
  static std::atomic<std::uint64_t> serial{0};
  auto model = std::make_shared<CompiledModel>();
  model->serial = ++serial;
  if (description.floating_base) add_free_joints(description);
  check_description(description);
  model->description = std::move(description);
  model->options = options;
  model->diagnostics = model->description.diagnostics;
  model->gravity = to_vec3(model->description.gravity);
  Compiler(*model).run();
  if (options.screw_frames) choose_screw_frames(*model);
  check_definiteness(*model);
  return model;
}

}  // namespace tenon
