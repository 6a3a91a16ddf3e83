// Sizes of the scratch memory; external wrenches summed per body.
#include "dynamics/workspace.hpp"

#include <algorithm>

#include "dynamics/kernels_crba.hpp"
#include "dynamics/kernels_walk.hpp"
#include "model/arguments.hpp"
#include "model/convert.hpp"

namespace tenon {

// More levels than any robot has; trees beyond (long combs) invert M column by column and need no such memory.
constexpr int most_levels = 32;

TreeMemory::TreeMemory(const Model& model, Mode mode) {
  const CompiledModel& m = model.compiled();
  const std::size_t n = m.bodies.size(), nq = static_cast<std::size_t>(m.nq), nv = static_cast<std::size_t>(m.nv);
  sine.resize(nq), cosine.resize(nq), zero.assign(nv, 0.0);
  kinematics.resize(n), aba.resize(n), axes.resize(nv), external.resize(n);
  root.resize(n), articulated.resize(n), minverse_axes.resize(nv), root_axes.resize(6 * nv), F.resize(6 * nv);
  walks = choose_walks(m, mode);
  in_root_frame = mode == Mode::automatic && root_walk_pays(m);
  if (in_root_frame) root_walk = make_root_walk(m);
  const std::size_t blocks = in_root_frame ? TENON_ISA_CHOICE(crba_kernels).scratch_size(m, root_walk) : 0;
  walk.resize(std::max(TENON_ISA_CHOICE(walk_kernels).scratch_size(m, walks), blocks));
  vectors.resize(minverse_scratch(m));
  if (m.levels <= most_levels) P.resize(6 * nv * static_cast<std::size_t>(m.levels));
  S.resize(nv), S_dot.resize(nv), composite.resize(n), bilinear.resize(n);
}

std::size_t TreeMemory::bytes() const {
  return sizeof *this + sizeof(RootStep) * root_walk.steps.size() + sizeof(TileRows) * root_walk.rows.size() +
         sizeof(int) * root_walk.slots.size() + sizeof(double) * (2 * sine.size() + zero.size()) +
         sizeof(kinematics[0]) * kinematics.size() + sizeof(aba[0]) * aba.size() +
         sizeof(AbaAxis<double>) * axes.size() + sizeof(external[0]) * external.size() + 2 * sizeof(S[0]) * S.size() +
         (sizeof(composite[0]) + sizeof(bilinear[0])) * composite.size() +
         (sizeof(root[0]) + sizeof(articulated[0])) * root.size() + sizeof(minverse_axes[0]) * minverse_axes.size() +
         sizeof(double) * (root_axes.size() + F.size() + P.size() + vectors.size() + walk.size());
}

void check_model(const Model& model, Workspace& ws) {
  if (ws.data().serial != model.compiled().serial) throw Error("workspace: made for another model");
}

const Force<double>* body_wrenches(const Model& model, TreeMemory& ws, std::span<const ExternalWrench> wrenches) {
  if (wrenches.empty()) return nullptr;
  const CompiledModel& m = model.compiled();
  for (Force<double>& f : ws.external) f = {};
  for (const ExternalWrench& w : wrenches) {
    check_frame(model, w.frame, "external wrench");
    check_input(w.wrench, 6, "external wrench");
    const BodyFrame& f = m.body_frames[static_cast<std::size_t>(w.frame.index)];
    TENON_ISA_CHOICE(walk_kernels)
        .add_wrench(f.X_bf, to_force(w.wrench), ws.external[static_cast<std::size_t>(f.body)]);
  }
  return ws.external.data();
}

}  // namespace tenon
