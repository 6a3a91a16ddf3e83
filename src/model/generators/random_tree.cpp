// Random forests: topology first, then masses from the tips down (a link may be massless only where something below it
// keeps M positive definite), then the parts.
#include <algorithm>
#include <array>

#include "model/generators/general.hpp"
#include "tenon/generators.hpp"

namespace tenon::generators {
namespace {

bool one_dof(JointKind kind) { return velocity_size(kind) == 1; }

struct Plan {
  int parent;  // -1: the world
  JointKind kind;
  bool implicit = false;  // a root link without a joint
  bool massless = false;
};

JointKind draw_kind(General& general, const RandomTreeOptions& o) {
  const std::array<std::pair<JointKind, double>, 7> weights{{{JointKind::fixed, o.fixed},
                                                             {JointKind::revolute, o.revolute},
                                                             {JointKind::prismatic, o.prismatic},
                                                             {JointKind::helical, o.helical},
                                                             {JointKind::spherical, o.spherical},
                                                             {JointKind::planar, o.planar},
                                                             {JointKind::free, o.free}}};
  double total = 0;
  for (const auto& [kind, weight] : weights) total += std::max(weight, 0.0);
  double left = general.uniform(0, total);
  for (const auto& [kind, weight] : weights)
    if (weight > 0 && (left -= weight) < 0) return kind;
  return JointKind::revolute;
}

std::vector<Plan> draw_topology(General& general, const RandomTreeOptions& options) {
  const int roots = std::max(options.roots, 1);
  const int links = std::max(options.links > 0 ? options.links : general.integer(1, 20), roots);
  std::vector<Plan> plan;
  for (int i = 0; i < links; ++i) {
    const bool root =
        i == 0 || static_cast<long long>(i) * roots / links != static_cast<long long>(i - 1) * roots / links;
    Plan p{-1, draw_kind(general, options)};
    if (root) {
      if (general.chance(options.floating)) p.kind = JointKind::free;
      if (i == 0 && p.kind == JointKind::fixed) p.kind = JointKind::revolute;  // something must move
      p.implicit = p.kind == JointKind::fixed && general.chance(0.5);
    } else {
      p.parent = general.chance(options.branching) ? general.integer(0, i - 1) : i - 1;
    }
    plan.push_back(p);
  }
  return plan;
}

// Below a massless link there must be a body that two joints of one degree of freedom can shake; never two in a row.
void draw_massless(General& general, std::vector<Plan>& plan, double chance) {
  std::vector<bool> shakes(plan.size(), false);
  for (std::size_t i = plan.size(); i-- > 0;) {
    Plan& p = plan[i];
    const bool legal = p.kind == JointKind::fixed || (one_dof(p.kind) && shakes[i]);
    p.massless = general.chance(chance) && legal;
    if (!p.massless && one_dof(p.kind) && p.parent >= 0) shakes[static_cast<std::size_t>(p.parent)] = true;
  }
}

void draw_extras(General& general, Joint& joint, const std::vector<Joint>& earlier) {
  if (joint.kind == JointKind::fixed) return;
  joint.armature = general.chance(0.5) ? general.uniform(0.001, 0.1) : 0;
  joint.damping = general.uniform(0, 0.5);
  joint.friction = general.chance(0.3) ? general.uniform(0, 0.2) : 0;
  joint.limits.effort = {general.uniform(10, 100)};
  joint.limits.velocity = {general.uniform(2, 20)};
  if (!one_dof(joint.kind)) return;
  joint.stiffness = general.chance(0.3) ? general.uniform(0, 20) : 0;
  joint.spring_reference = general.uniform(-0.5, 0.5);
  joint.continuous = joint.kind == JointKind::revolute && general.chance(0.2);
  if (!joint.continuous) {
    joint.limits.lower = {general.uniform(-2.5, -0.5)};
    joint.limits.upper = {general.uniform(0.5, 2.5)};
  }
  if (earlier.empty() || !general.chance(0.1)) return;
  const Joint& leader = earlier[static_cast<std::size_t>(general.integer(0, static_cast<int>(earlier.size()) - 1))];
  if (one_dof(leader.kind) && !leader.mimic)
    joint.mimic = Mimic{leader.name, general.uniform(-2, 2), general.uniform(-0.2, 0.2)};
}

}  // namespace

RobotDescription random_tree(std::uint64_t seed, const RandomTreeOptions& options) {
  expect_size("random_tree", "number of links", options.links, 0);
  expect_size("random_tree", "number of roots", options.roots, 1);
  General general(seed);
  std::vector<Plan> plan = draw_topology(general, options);
  draw_massless(general, plan, options.massless);

  RobotDescription robot;
  robot.name = "random_tree_" + std::to_string(seed);
  const int n = static_cast<int>(plan.size());
  for (int i = 0; i < n; ++i) {
    const Plan& p = plan[static_cast<std::size_t>(i)];
    Link link;
    link.name = numbered("link_", i, n);
    const MassProperties inertia = general.mass_properties(0.3);
    if (!p.massless) link.inertia = inertia;
    robot.links.push_back(link);

    Joint joint;
    joint.name = numbered("joint_", i, n);
    joint.kind = p.kind;
    joint.parent = p.parent < 0 ? "" : robot.links[static_cast<std::size_t>(p.parent)].name;
    joint.child = link.name;
    joint.origin = general.placement(0.05, 0.4);
    joint.axis = general.direction();
    if (general.chance(options.child_origin)) joint.child_origin = general.placement(0.05, 0.2);
    if (p.kind == JointKind::helical) joint.pitch = general.uniform(0.02, 0.2);
    if (general.chance(options.extras)) draw_extras(general, joint, robot.joints);
    if (!p.implicit) robot.joints.push_back(joint);

    if (!general.chance(0.5 * options.extras)) continue;
    FrameDescription frame;
    frame.name = numbered("frame_", i, n);
    if (general.chance(0.9)) frame.link = link.name;
    frame.placement = general.placement(0.05, 0.3);
    robot.frames.push_back(frame);
  }
  return robot;
}

}  // namespace tenon::generators
