// Sizes of the scratch memory; external wrenches summed per body.
#include "dynamics/workspace.hpp"

#include "dynamics/kernels_walk.hpp"
#include "model/arguments.hpp"
#include "model/convert.hpp"

namespace tenon {

// More levels than any robot has; trees beyond (long combs) invert M column by column and need no such memory.
constexpr int most_levels = 32;

Workspace::Workspace(const Model& model) : data_(std::make_unique<Data>()) {
  const CompiledModel& m = model.compiled();
  const std::size_t n = m.bodies.size(), nq = static_cast<std::size_t>(m.nq), nv = static_cast<std::size_t>(m.nv);
  Data& d = *data_;
  d.serial = m.serial;
  d.sine.resize(nq), d.cosine.resize(nq), d.zero.assign(nv, 0.0);
  d.kinematics.resize(n), d.aba.resize(n), d.axes.resize(nv), d.external.resize(n);
  d.root.resize(n), d.articulated.resize(n), d.minverse_axes.resize(nv), d.root_axes.resize(6 * nv), d.F.resize(6 * nv);
  d.factors = minverse_factors(model);
  d.walk.resize(TENON_ISA_CHOICE(walk_kernels).scratch_size(m));
  d.vectors.resize(minverse_scratch(m));
  if (m.levels <= most_levels) d.P.resize(6 * nv * static_cast<std::size_t>(m.levels));
  d.S.resize(nv), d.S_dot.resize(nv), d.composite.resize(n), d.bilinear.resize(n);
}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

std::size_t Workspace::bytes() const {
  const Data& d = *data_;
  return sizeof(Data) + (d.factors ? d.factors->bytes() : 0) + sizeof(double) * (2 * d.sine.size() + d.zero.size()) +
         sizeof(d.kinematics[0]) * d.kinematics.size() + sizeof(d.aba[0]) * d.aba.size() +
         sizeof(AbaAxis<double>) * d.axes.size() + sizeof(d.external[0]) * d.external.size() +
         2 * sizeof(d.S[0]) * d.S.size() + (sizeof(d.composite[0]) + sizeof(d.bilinear[0])) * d.composite.size() +
         (sizeof(d.root[0]) + sizeof(d.articulated[0])) * d.root.size() +
         sizeof(d.minverse_axes[0]) * d.minverse_axes.size() +
         sizeof(double) * (d.root_axes.size() + d.F.size() + d.P.size() + d.vectors.size() + d.walk.size());
}

Workspace::Data& checked(const Model& model, Workspace& ws) {
  if (ws.data().serial != model.compiled().serial) throw Error("workspace: made for another model");
  return ws.data();
}

const Force<double>* body_wrenches(const Model& model, Workspace::Data& ws, std::span<const ExternalWrench> wrenches) {
  if (wrenches.empty()) return nullptr;
  const CompiledModel& m = model.compiled();
  for (Force<double>& f : ws.external) f = {};
  for (const ExternalWrench& w : wrenches) {
    check_frame(model, w.frame, "external wrench");
    check_input(w.wrench, 6, "external wrench");
    const BodyFrame& f = m.body_frames[static_cast<std::size_t>(w.frame.index)];
    ws.external[static_cast<std::size_t>(f.body)] += act(f.X_bf, to_force(w.wrench));
  }
  return ws.external.data();
}

}  // namespace tenon
