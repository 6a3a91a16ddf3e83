// Steps, slots and tiles out of the compiled tree.
#include "walk/root_walk.hpp"

#include <algorithm>

#include "model/compiled.hpp"
#include "model/joint_axis.hpp"
#include "walk/tree_walks.hpp"
#include "walk/walk.hpp"

namespace tenon {
namespace {

RootStep step_from(const CompiledModel& model, int first) {
  RootStep step;
  const auto body = [&](int i) -> const Body& { return model.bodies[static_cast<std::size_t>(i)]; };
  step.body = first, step.v = body(first).v;
  while (step.count < 4 && first + step.count < model.body_count() && has_axis(body(first + step.count).kind))
    ++step.count;
  step.plain = true;
  for (int lane = 0; lane < 4; ++lane) {
    const bool idle = lane > 0 && lane >= step.count;
    const Body& b = body(idle ? first : first + lane);
    step.parent[lane] = b.parent, step.q[lane] = b.q;
    set_lane(step.k, lane, idle ? idle_constants() : constants_of(model, b));
    if (idle) continue;
    if (b.parent > 0 && b.parent == first + lane - 1) step.follows |= static_cast<std::uint8_t>(1u << lane);
    step.plain = step.plain && b.kind == JointKind::revolute;
  }
  return step;
}

void find_slots(const CompiledModel& model, RootWalk& walk) {
  std::vector<bool> receives(model.bodies.size(), false);
  for (int i = 1; i < model.body_count(); ++i) {
    const int parent = model.bodies[static_cast<std::size_t>(i)].parent;
    if (parent == 0 || parent != i - 1) receives[static_cast<std::size_t>(parent)] = true;
  }
  for (std::size_t i = 0; i < receives.size(); ++i)
    if (receives[i]) walk.slots.push_back(static_cast<int>(i));
  for (RootStep& step : walk.steps)
    for (int lane = 0; lane < std::max(step.count, 1); ++lane)
      if (receives[static_cast<std::size_t>(step.body + lane)]) step.receives |= static_cast<std::uint8_t>(1u << lane);
}

TileRows rows_from(const CompiledModel& model, int j) {
  TileRows rows;
  rows.j = j, rows.full = model.nv;
  for (int r = 0; r < 4; ++r) {
    const int end = model.dof_end[static_cast<std::size_t>(model.body_of_dof[static_cast<std::size_t>(j + r)])];
    rows.end[r] = end;
    rows.full = std::min(rows.full, end), rows.last = std::max(rows.last, end);
  }
  return rows;
}

// Of one tree, that is: where there are others, its rows have zeros.
int floating_base(const CompiledModel& model) {
  return model.body_count() > 1 && model.bodies[1].kind == JointKind::free && model.dof_end[1] == model.nv ? 6 : 0;
}

}  // namespace

bool has_tiles(const CompiledModel& model) { return model.nv >= floating_base(model) + 4; }

// Limbs in lanes cost a third less per body than steps of four, bodies on the trunk two to four times as much.
bool root_walk_pays(const CompiledModel& model) {
  return has_tiles(model) && 4 * model.walks->columns.trunk.size() > model.bodies.size();
}

RootWalk make_root_walk(const CompiledModel& model) {
  RootWalk walk;
  for (int i = 1; i < model.body_count(); i += std::max(walk.steps.back().count, 1))
    walk.steps.push_back(step_from(model, i));
  for (std::size_t s = 0; s < walk.steps.size(); ++s)
    walk.steps[s].alone = walk.steps[s].count == 4 || s + 1 == walk.steps.size();
  find_slots(model, walk);
  for (RootStep& step : walk.steps) step.run = step.count == 4 && step.follows == 15 && step.receives == 0;
  walk.base = floating_base(model);
  walk.armature = std::any_of(model.armature.begin(), model.armature.end(), [](double a) { return a != 0; });
  for (int j = walk.base; j < model.nv; j += 4) walk.rows.push_back(rows_from(model, std::min(j, model.nv - 4)));
  return walk;
}

}  // namespace tenon
