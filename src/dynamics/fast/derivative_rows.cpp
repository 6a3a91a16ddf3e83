// Orders degrees of freedom into slots and pieces, and fills in each slot's constants.
#include "dynamics/fast/derivative_rows.hpp"

#include "walk/arena.hpp"

namespace tenon {

namespace {

// Axis number d of a joint: direction in body axes, and whether it turns about it or slides along it.
struct UnitAxis {
  int direction;
  bool turns;
};
UnitAxis unit_axis(JointKind kind, int d) {
  switch (kind) {
    case JointKind::prismatic:
      return {2, false};
    case JointKind::spherical:
      return {d, true};
    case JointKind::planar:
      return d < 2 ? UnitAxis{d, false} : UnitAxis{2, true};
    case JointKind::free:
      return d < 3 ? UnitAxis{d, false} : UnitAxis{d - 3, true};
    default:
      return {2, true};
  }
}

}  // namespace

DerivativeRows::DerivativeRows(const CompiledModel& model) {
  const int nv = model.nv, bodies = model.body_count();
  packs = (nv + 3) / 4;
  int roots = 0;
  for (int i = 1; i < bodies; ++i) roots += model.bodies[i].parent == 0;
  const std::size_t padded = static_cast<std::size_t>(4 * packs),
                    zero_record = padded + static_cast<std::size_t>(roots);

  const std::size_t n = static_cast<std::size_t>(packs);
  const auto cut = [&](Arena arena) {
    panels = arena.take<double>(n * row_count * 4);
    constants = arena.take<double>(n * constant_count * 4);
    scratch = arena.take<double>(n * scratch_count * 4);
    poses = arena.take<double>(static_cast<std::size_t>(bodies) * 16);
    velocities = arena.take<double>((zero_record + 1) * 8);
    accelerations = arena.take<double>((zero_record + 1) * 8);
    composites = arena.take<double>((zero_record + 1) * composite_size);
    return arena.used();
  };
  memory_.assign(cut(Arena()), 0.0);
  cut(Arena(memory_.data()));

  parent.assign(padded, static_cast<int>(zero_record)), body_parent = parent, body_last = parent;
  body.assign(padded, 0), root_record.assign(static_cast<std::size_t>(bodies), 0);
  usable = true;
  int root = 4 * packs;
  for (int i = 1; i < bodies; ++i) {
    const Body& k = model.bodies[i];
    if (k.kind == JointKind::fixed) usable = false;
    if (!usable) return;
    if (k.parent == 0) root_record[static_cast<std::size_t>(i)] = root++;
    const Body& above = model.bodies[k.parent];
    const int hangs_from = k.parent == 0 ? root_record[static_cast<std::size_t>(i)] : above.v + above.nv - 1;
    for (int d = 0; d < k.nv; ++d) {
      const std::size_t slot = static_cast<std::size_t>(k.v + d);
      parent[slot] = d == 0 ? hangs_from : k.v + d - 1;
      body_parent[slot] = hangs_from;
      body_last[slot] = k.v + k.nv - 1;
      body[slot] = i;
      double* constant = constants + static_cast<std::ptrdiff_t>(slot / 4) * constant_count * 4 + slot % 4;
      const UnitAxis axis = unit_axis(k.kind, d);
      constant[(direction + axis.direction) * 4] = 1;
      constant[turn * 4] = axis.turns ? 1 : 0;
      constant[slide * 4] = axis.turns ? k.pitch : 1;
      if (d + 1 < k.nv) continue;
      const Inertia<double>& I = k.I;
      const double ten[10] = {I.m, I.h.x, I.h.y, I.h.z, I.I.xx, I.I.xy, I.I.xz, I.I.yy, I.I.yz, I.I.zz};
      for (int r = 0; r < 10; ++r) constant[(inertia + r) * 4] = ten[r];
    }
  }
  cut_pieces(model);
}

void DerivativeRows::cut_pieces(const CompiledModel& model) {
  std::vector<int> children(static_cast<std::size_t>(model.nv), 0), piece_of = children;
  for (int slot = 0; slot < model.nv; ++slot)
    if (parent[slot] < model.nv) ++children[parent[slot]];
  for (int slot = 0; slot < model.nv; ++slot) {
    const bool root = parent[slot] >= model.nv;
    if (root || parent[slot] != slot - 1 || children[slot - 1] > 1)
      pieces.push_back({slot, slot, model.dof_end[body[slot]], root ? -1 : piece_of[parent[slot]]});
    piece_of[slot] = static_cast<int>(pieces.size()) - 1;
    pieces.back().end = slot + 1;
  }
}

std::size_t DerivativeRows::bytes() const {
  return sizeof(double) * memory_.size() + sizeof(int) * (4 * parent.size() + root_record.size()) +
         sizeof(Piece) * pieces.size();
}

}  // namespace tenon
