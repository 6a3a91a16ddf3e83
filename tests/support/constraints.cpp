#include "support/constraints.hpp"

#include <algorithm>

namespace tenon::test {

namespace {

// Frames of moving bodies; -1 for none.
FrameId random_frame(const Model& model, Random& random) {
  const auto frames = model.frames();
  for (int tries = 0; tries < 100; ++tries) {
    const int k = random.integer(0, static_cast<int>(frames.size()) - 1);
    if (frames[static_cast<std::size_t>(k)].parent_joint.index >= 0) return {k};
  }
  return {-1};
}

Placement random_placement(Random& random) {
  return placement_from_rpy({random.uniform(), random.uniform(), random.uniform()},
                            {random.uniform(), random.uniform(), random.uniform()});
}

// A reference, and a stiffness for all rows or for each; rows: of the constraint.
void add_numbers(Random& random, int rows, Constraint& c) {
  if (random.integer(0, 2) == 0) c.reference = random.vector(rows);
  const int soft = random.integer(0, 5);
  if (soft > 1) return;
  c.stiffness.resize(soft == 0 ? 1 : static_cast<std::size_t>(rows));
  for (double& number : c.stiffness) number = random.uniform(10, 1000);
}

Constraint random_frame_constraint(const Model& model, Random& random, bool loops) {
  Constraint c = random.integer(0, 1) == 0 ? weld(random_frame(model, random)) : connect(random_frame(model, random));
  if (loops && random.integer(0, 2) == 0) {
    const FrameId other = random_frame(model, random);
    const auto frames = model.frames();
    if (frames[static_cast<std::size_t>(other.index)].parent_joint !=
        frames[static_cast<std::size_t>(c.frame.id.index)].parent_joint)
      c.frame_b = other, c.in_frame_b = random_placement(random);
  } else if (random.integer(0, 3) == 0) {
    c.frame_b = FrameId{0}, c.in_frame_b = random_placement(random);  // fixed to the world
  } else if (random.integer(0, 1) == 0) {
    c.target = random_placement(random);
  }
  if (!c.frame_b.given() && !c.target) c.target = Placement{};  // the world's origin, because gains ask for a target
  if (random.integer(0, 2) == 0) c.axes = Axes::world_aligned;
  if (random.integer(0, 2) == 0) {
    c.mask.assign(c.kind == ConstraintKind::weld ? 6 : 3, false);
    for (std::size_t r = 0; r < c.mask.size(); ++r) c.mask[r] = random.integer(0, 1) == 0;
    c.mask[static_cast<std::size_t>(random.integer(0, static_cast<int>(c.mask.size()) - 1))] = true;
  }
  c.in_frame = random_placement(random);
  const int rows = c.kind == ConstraintKind::weld ? 6 : 3;
  add_numbers(random, c.mask.empty() ? rows : static_cast<int>(std::ranges::count(c.mask, true)), c);
  return c;
}

Constraint random_joint_constraint(const Model& model, Random& random) {
  const auto joints = model.joints();
  const auto pick = [&] { return JointId{random.integer(0, static_cast<int>(joints.size()) - 1)}; };
  const JointId a = pick(), b = pick();
  const bool single = model.joint_info(a).nq == 1;
  if (single && a != b && model.joint_info(b).nq == 1) return coupling(a, b, random.uniform(-2, 2), random.uniform());
  if (single && random.integer(0, 1) == 0) return held_at(a, random.uniform());
  return random.integer(0, 1) == 0 ? locked(a) : held_still(a);
}

}  // namespace

std::vector<Constraint> random_constraints(const Model& model, Random& random, const ConstraintMix& mix) {
  std::vector<Constraint> list;
  if (model.nv() == 0) return list;
  for (int k = random.integer(1, mix.most); k > 0; --k) {
    const int kind = random.integer(0, 9);
    if (mix.centre_of_mass && kind == 0)
      list.push_back(centre_of_mass_at({random.uniform(), random.uniform(), random.uniform()}));
    else if (mix.joints && kind <= 3) {
      list.push_back(random_joint_constraint(model, random));
      add_numbers(random, ConstraintSet(model, {list.back()}).rows(), list.back());
    } else if (!list.empty() && kind == 4)
      list.push_back(list.back());  // redundant
    else
      list.push_back(random_frame_constraint(model, random, mix.loops));
    list.back().kp = random.uniform(0, 3), list.back().kd = random.uniform(0, 3);
    // A locked joint has no target before hold(q), and one that is held still has no position.
    if (list.back().kind == ConstraintKind::locked || list.back().kind == ConstraintKind::held_still)
      list.back().kp = 0;
  }
  return list;
}

}  // namespace tenon::test
