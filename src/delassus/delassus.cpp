// The public call: checks, memory, and the kernel of the chosen algorithm.
#include "tenon/delassus.hpp"

#include <algorithm>

#include "delassus/automatic.hpp"
#include "delassus/kernels_walk.hpp"
#include "delassus/workspace.hpp"
#include "model/arguments.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

DelassusSizes delassus_sizes(const CompiledModel& model, const ConstraintCapacity& capacity) {
  std::vector<std::size_t> depth(model.bodies.size(), 0);
  for (std::size_t i = 1; i < depth.size(); ++i) depth[i] = depth[static_cast<std::size_t>(model.bodies[i].parent)] + 1;
  return {static_cast<std::size_t>(model.nq), static_cast<std::size_t>(model.nv), model.bodies.size(),
          *std::max_element(depth.begin(), depth.end()), static_cast<std::size_t>(capacity.rows)};
}

DelassusWorkspace::Data::Data(const Model& model, const ConstraintSet& set, Delassus algorithm, Mode mode)
    : serial(model.compiled().serial),
      capacity(set.capacity()),
      sizes(delassus_sizes(model.compiled(), capacity)),
      walks(choose_walks(model.compiled(), mode)),
      plan(model.compiled(), *walks.limbs, 4),
      room(plan.room(model.compiled(), capacity)) {
  plan.reserve(capacity);
  make_room(model, set, algorithm);
}

void DelassusWorkspace::Data::make_room(const Model& model, const ConstraintSet& set, Delassus algorithm) {
  if (algorithm == Delassus::automatic) {
    make_room(model, set, Delassus::pv_osimr);
    if (!set.data().rows_on_effectors()) make_room(model, set, Delassus::ltl_osim);
    return;
  }
  if (algorithm == Delassus::pv_osimr) {
    if (walk.empty())
      walk.resize(TENON_ISA_CHOICE(delassus_walk_kernels).scratch_size(*walks.limbs, plan, room, /*damped=*/false));
    return;
  }
  Arena measure;
  delassus_scratch<double>(sizes, algorithm, measure);
  if (measure.used() > block.size()) block = AlignedVector(measure.used());
  const bool joint_space = algorithm == Delassus::dense || algorithm == Delassus::ltl_osim;
  if ((joint_space || !set.data().rows_on_effectors()) && !reference) reference.emplace(model);
  if (algorithm == Delassus::ltl_osim && !factors) factors.emplace(model);
}

void DelassusWorkspace::Data::make_damped_room() {
  const std::size_t needed =
      TENON_ISA_CHOICE(delassus_walk_kernels).scratch_size(*walks.limbs, plan, room, /*damped=*/true);
  if (walk.size() < needed) walk = AlignedVector(needed);
}

DelassusWorkspace::DelassusWorkspace(const Model& model, const ConstraintSet& set, Delassus algorithm, Mode mode) {
  checked(model, set);
  data_ = std::make_unique<Data>(model, set, algorithm, mode);
}
DelassusWorkspace::~DelassusWorkspace() = default;
DelassusWorkspace::DelassusWorkspace(DelassusWorkspace&&) noexcept = default;
DelassusWorkspace& DelassusWorkspace::operator=(DelassusWorkspace&&) noexcept = default;
std::size_t DelassusWorkspace::bytes() const {
  return sizeof(Data) + (data_->block.size() + data_->walk.size()) * sizeof(double) + data_->plan.bytes() +
         data_->walks.bytes() + (data_->reference ? data_->reference->tree.bytes() : 0) +
         (data_->factors ? data_->factors->bytes() : 0);
}

namespace {

DelassusKernels::Kernel kernel_of(const DelassusKernels& kernels, Delassus algorithm) {
  switch (algorithm) {
    case Delassus::ltl_osim_plain:
      return kernels.ltl_osim;
    case Delassus::kjr:
      return kernels.kjr;
    case Delassus::efpa:
      return kernels.efpa;
    case Delassus::pv_osim:
      return kernels.pv_osim;
    default:
      return kernels.pv_osimr;
  }
}

// ltl_osim.hpp's steps with the fast parts: CRBA in lanes, factors by blocks, four columns of Jᵀ side by side.
// M = LᵀD L:  Λ⁻¹ = Yᵀ D⁻¹Y with Y = L⁻ᵀJᵀ.
void ltl_osim_fast(const Model& model, const ConstraintSet& set, DelassusWorkspace::Data& d,
                   const DelassusScratch<double>& w, std::span<const double> q, double* out) {
  const std::size_t nv = d.sizes.nv, m = static_cast<std::size_t>(set.rows());
  if (m == 0 || nv == 0) return;
  const std::span<double> M(w.M, nv * nv), Jt(w.Jt, m * nv), DJt(w.DJt, m * nv);
  const DelassusWalkKernels& kernels = TENON_ISA_CHOICE(delassus_walk_kernels);
  crba(model, d.reference->tree, q, M, Triangle::lower);
  if (const FactorizationReport report = factorize(model, *d.factors, M); !report)
    throw Error("delassus: " + describe(model, report));
  kernels.transpose(w.J, set.rows(), model.nv(), w.Jt);
  solve_Lt(*d.factors, Jt, Jt, set.rows());
  solve_D(*d.factors, Jt, DJt, set.rows());
  kernels.product(w.Jt, w.DJt, model.nv(), set.rows(), w.L, out);
}

}  // namespace

void delassus(const Model& model, const ConstraintSet& set, DelassusWorkspace& ws, std::span<const double> q,
              std::span<double> out, Delassus algorithm) {
  const CompiledModel& m = model.compiled();
  const ConstraintSet::Data& rows = checked(model, set);
  DelassusWorkspace::Data& d = ws.data();
  if (d.serial != m.serial) throw Error("delassus: the workspace was made for another model");
  check_fits("delassus", set, d.capacity);
  check_configuration(model, q);
  const auto m_rows = static_cast<std::size_t>(rows.rows);
  check_size(out.size(), m_rows * m_rows, "out");
  check_takes(set, algorithm);
  if (algorithm == Delassus::automatic) {
    if (d.chosen_for != rows.serial) d.chosen = chosen_delassus(set), d.chosen_for = rows.serial;
    algorithm = d.chosen;
  }
  d.make_room(model, set, algorithm);
  if (algorithm == Delassus::pv_osimr) {
    if (d.plan.serial != rows.serial) d.plan.compile(m, rows);
    TENON_ISA_CHOICE(delassus_walk_kernels)
        .pv_osimr(m, rows, *d.walks.limbs, d.plan, d.room, d.walk.data(), q.data(), out.data());
    return;
  }
  Arena arena(d.block.data());
  const DelassusScratch<double> w = delassus_scratch<double>(d.sizes, algorithm, arena);
  if (algorithm == Delassus::dense || algorithm == Delassus::ltl_osim || !rows.rows_on_effectors()) {
    forward_kinematics(model, q, {}, {}, d.reference->kinematics);
    constraint_jacobian(model, set, d.reference->kinematics, {w.J, m_rows * d.sizes.nv});
  }
  if (algorithm == Delassus::ltl_osim) return ltl_osim_fast(model, set, d, w, q, out.data());
  const DelassusKernels& kernels = TENON_ISA_CHOICE(delassus_kernels);
  if (algorithm == Delassus::dense) {
    crba(model, d.reference->tree, q, {w.M, d.sizes.nv * d.sizes.nv});
    kernels.dense(m.nv, rows.rows, w.M, w.J, out.data());
    return;
  }
  kernel_of(kernels, algorithm)(m, rows, w, q.data(), out.data());
}

}  // namespace tenon
