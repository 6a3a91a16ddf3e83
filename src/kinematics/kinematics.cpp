// The public forward kinematics: checks its arguments and runs the kernel of the active instruction set.
#include "tenon/kinematics.hpp"

#include "kinematics/data.hpp"
#include "kinematics/kernels.hpp"
#include "model/arguments.hpp"
#include "model/convert.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

Kinematics::Kinematics(const Model& model, const WalkOptions& options) : data_(std::make_unique<Data>()) {
  const CompiledModel& m = model.compiled();
  data_->serial = m.serial;
  data_->sine.resize(static_cast<std::size_t>(m.nq));
  data_->cosine.resize(static_cast<std::size_t>(m.nq));
  data_->body.resize(m.bodies.size());
  data_->walks = choose_walks(m, options.mode);
  data_->scratch.resize(TENON_ISA_CHOICE(kinematics_kernels).scratch_size(m, *data_->walks.limbs));
}
Kinematics::~Kinematics() = default;
Kinematics::Kinematics(Kinematics&&) noexcept = default;
Kinematics& Kinematics::operator=(Kinematics&&) noexcept = default;

namespace {

void check_model(const Model& model, const Kinematics& kinematics) {
  if (kinematics.data().serial != model.compiled().serial) throw Error("kinematics: made for another model");
}

}  // namespace

void check_kinematics(const Model& model, const Kinematics& kinematics) {
  check_model(model, kinematics);
  if (!kinematics.data().computed)
    throw Error("kinematics: holds no placements yet, expected a call of forward_kinematics first");
}

void forward_kinematics(const Model& model, const State& state, Kinematics& out) {
  forward_kinematics(model, state, {}, out);
}

void forward_kinematics(const Model& model, const State& state, std::span<const double> a, Kinematics& out) {
  const auto& [q, v] = state;
  const CompiledModel& m = model.compiled();
  check_model(model, out);
  check_configuration(model, q);
  if (!v.empty()) check_input(v, m.nv, "v");
  if (!a.empty()) check_input(a, m.nv, "a");
  Kinematics::Data& d = out.data();
  const KinematicsKernels& kernels = TENON_ISA_CHOICE(kinematics_kernels);
  const double* acceleration = a.empty() ? nullptr : a.data();
  if (v.empty() && !acceleration) {
    if (!d.at_rest)
      for (KinematicBody<double>& body : d.body) body.v = body.a = body.bias = {};
    kernels.placements(m, *d.walks.limbs, d.scratch.data(), q.data(), d.body.data());
  } else if (v.empty() || d.walks.limbs->groups.empty()) {
    // Body by body the plain kernel hands 30 numbers on faster than a sweep does.
    kernels.forward(m, d.body.data(), d.sine.data(), d.cosine.data(), q.data(), v.empty() ? nullptr : v.data(),
                    acceleration);
  } else {
    kernels.motions(m, *d.walks.limbs, d.scratch.data(), q.data(), v.data(), acceleration, d.body.data());
  }
  d.at_rest = v.empty() && !acceleration;
  d.computed = true;
}

}  // namespace tenon
