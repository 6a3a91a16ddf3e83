// The model from the neutral file, random states from fixed seeds, and their translation into the peers' layouts.
#include "tenon.hpp"

namespace race {

using tenon::Convention;
using tenon::JointKind;

tenon::RobotDescription description_of(const Tree& tree) {
  tenon::RobotDescription robot;
  robot.name = tree.name;
  for (const TreeJoint& from : tree.joints) {
    tenon::Link link;
    link.name = "link:" + from.name;
    link.inertia = {from.mass, from.com, from.inertia};
    robot.links.push_back(link);
    tenon::Joint joint;
    joint.name = from.name;
    joint.kind = from.kind == "free"        ? JointKind::free
                 : from.kind == "prismatic" ? JointKind::prismatic
                                            : JointKind::revolute;
    joint.continuous = from.kind == "continuous";
    joint.parent = from.parent < 0 ? "" : robot.links[static_cast<std::size_t>(from.parent)].name;
    joint.child = link.name;
    joint.origin = {from.rotation, from.translation};
    joint.axis = from.axis;
    joint.armature = from.armature;
    robot.joints.push_back(joint);
  }
  return robot;
}

States random_states(const tenon::Model& model, int count) {
  States states;
  states.count = count;
  const auto append = [](std::vector<double>& to, const std::vector<double>& x) {
    to.insert(to.end(), x.begin(), x.end());
  };
  for (int k = 0; k < count; ++k) {
    const auto seed = static_cast<std::uint64_t>(k);
    append(states.q, random_configuration(model, seed));
    append(states.v, random_velocity(model, 1000 + seed));
    append(states.a, random_velocity(model, 2000 + seed));
    append(states.tau, random_velocity(model, 3000 + seed, 10));
  }
  return states;
}

PeerStates converted(const tenon::Model& model, const States& states, Convention convention) {
  PeerStates out;
  const std::size_t nq = static_cast<std::size_t>(model.nq()), nv = static_cast<std::size_t>(model.nv());
  const auto their_nq = static_cast<std::size_t>(configuration_size(model, convention));
  const auto n = static_cast<std::size_t>(states.count);
  out.q.resize(n * their_nq);
  out.v.resize(n * nv);
  out.a.resize(n * nv);
  out.tau.resize(n * nv);
  for (std::size_t k = 0; k < n; ++k) {
    const std::span q(&states.q[k * nq], nq), v(&states.v[k * nv], nv);
    const std::span a(&states.a[k * nv], nv), tau(&states.tau[k * nv], nv);
    configuration_to(model, convention, q, {&out.q[k * their_nq], their_nq});
    velocity_to(model, convention, q, v, {&out.v[k * nv], nv});
    acceleration_to(model, convention, q, v, a, {&out.a[k * nv], nv});
    force_to(model, convention, q, tau, {&out.tau[k * nv], nv});
  }
  out.view = {states.count,  static_cast<int>(their_nq), model.nv(), out.q.data(), out.v.data(), out.a.data(),
              out.tau.data()};
  return out;
}

}  // namespace race
