// The public calls: checks, memory, the kernel of the chosen algorithm, and its answer in the order of the constraints.
#include "tenon/damped.hpp"

#include <algorithm>
#include <cmath>

#include "delassus/damped_automatic.hpp"
#include "delassus/damped_workspace.hpp"
#include "delassus/kernels_walk.hpp"
#include "model/arguments.hpp"
#include "model/number_text.hpp"
#include "spatial/least_moment.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

namespace {

// On the walks, which bring memory of their own.
bool walked(Damped algorithm) { return algorithm == Damped::pv_osimr_inverse || algorithm == Damped::caba_osim; }
Damped scratch_of(Damped algorithm) { return walked(algorithm) ? Damped::pv_osimr_inverse : algorithm; }

}  // namespace

DampedWorkspace::Data::Data(const Model& model, const ConstraintSet& set, Damped algorithm, Mode walk)
    : serial(model.compiled().serial),
      capacity(set.capacity()),
      sizes(delassus_sizes(model.compiled(), capacity)),
      mode(walk) {
  make_room(model, set, algorithm);
}

void DampedWorkspace::Data::make_room(const Model& model, const ConstraintSet& set, Damped algorithm) {
  if (algorithm == Damped::automatic) {
    for (const Damped one :
         {Damped::pv_osimr_inverse, Damped::caba_osim, Damped::caba_osimf, Damped::pv_osimf, Damped::pv_osimr_cholesky})
      make_room(model, set, one);
    // A set may get its first loop later.
    for (const Damped one : {Damped::ltl_osim_inverse, Damped::ltl_osim_cholesky}) make_room(model, set, one);
    if (!reference) reference.emplace(model);
    return;
  }
  if (walked(algorithm) && !walks) {
    const ConstraintSet room(model, {}, capacity);  // any set that fits may come
    walks.emplace(model, room, Delassus::pv_osimr, mode);
  }
  if (algorithm == Damped::caba_osim) walks->data().make_damped_room();
  if (algorithm == Damped::caba_osimf) make_room(model, set, Damped::pv_osimr_inverse);  // of stiff rows
  Arena measure;
  damped_scratch<double>(sizes, scratch_of(algorithm), measure);
  if (measure.used() > block.size()) block = AlignedVector(measure.used());
  if ((algorithm == Damped::dense || !set.data().single_body) && !reference) reference.emplace(model);
}

DampedWorkspace::DampedWorkspace(const Model& model, const ConstraintSet& set, Damped algorithm, Mode mode) {
  checked(model, set);
  data_ = std::make_unique<Data>(model, set, algorithm, mode);
}
DampedWorkspace::~DampedWorkspace() = default;
DampedWorkspace::DampedWorkspace(DampedWorkspace&&) noexcept = default;
DampedWorkspace& DampedWorkspace::operator=(DampedWorkspace&&) noexcept = default;
std::size_t DampedWorkspace::bytes() const {
  return data_->block.size() * sizeof(double) + (data_->reference ? data_->reference->tree.bytes() : 0) +
         (data_->walks ? data_->walks->bytes() : 0);
}

namespace {

double own_stiffness(const ConstraintSet::Data& set, int row) {
  for (const CompiledConstraint& c : set.constraints)
    if (row < c.row + c.rows) return c.stiffness[static_cast<std::size_t>(row - c.row)];
  return 0;
}

[[noreturn]] void throw_stiffness(const ConstraintSet& set, std::span<const double> stiffness, int row, double value) {
  std::string where = stiffness.size() == 1 ? "stiffness" : "stiffness[" + std::to_string(row) + "]";
  if (stiffness.empty())
    for (int c = 0; c < set.size(); ++c)
      if (row >= set.first_row(c) && row < set.first_row(c) + set.rows(c)) where = set.label(c) + ": stiffness";
  throw Error(where + " is " + number_text(value) + ", expected a positive finite number");
}

}  // namespace

void check_stiffness(const ConstraintSet& set, std::span<const double> stiffness) {
  const int rows = set.rows();
  if (stiffness.size() > 1 && stiffness.size() != static_cast<std::size_t>(rows))
    throw Error("stiffness: found " + std::to_string(stiffness.size()) + " numbers, expected 1 or " +
                std::to_string(rows) + ", one per row");
  const auto check = [&](double value, int row) {
    if (!(value > 0) || !std::isfinite(value)) throw_stiffness(set, stiffness, row, value);
  };
  for (std::size_t k = 0; k < stiffness.size(); ++k) check(stiffness[k], static_cast<int>(k));
  if (stiffness.empty())
    for (const CompiledConstraint& c : set.data().constraints)
      for (int r = 0; r < c.rows; ++r) check(c.stiffness[static_cast<std::size_t>(r)], c.row + r);
}

void check_takes(const ConstraintSet& set, Damped algorithm) {
  if (takes(algorithm, set)) return;
  for (int c = 0; c < set.size(); ++c) {
    if (set.data().constraints[static_cast<std::size_t>(c)].single_body()) continue;
    throw Error(set.label(c) + ": " + to_string(algorithm) +
                " takes frames held to the world only; dense, ltl-osim-cholesky and ltl-osim-inverse take every kind");
  }
}

bool is_stiff(const ConstraintSet::Data& set, std::span<const double> stiffness, double most) {
  if (stiffness.size() > 1 && stiffness.size() != static_cast<std::size_t>(set.rows)) return true;  // to be refused
  for (const CompiledConstraint& c : set.constraints) {
    const Inertia<double>& I = set.model.compiled().bodies[static_cast<std::size_t>(c.body)].I;
    const double turning = least_moment(I);
    for (int r = 0; r < c.rows; ++r)
      if (!(row_stiffness(set, stiffness, c.row + r) <=
            most * (c.kept[static_cast<std::size_t>(r)] < 3 ? I.m : turning)))
        return true;
  }
  return false;
}

double row_stiffness(const ConstraintSet::Data& set, std::span<const double> stiffness, int row) {
  if (stiffness.empty()) return own_stiffness(set, row);
  return stiffness.size() == 1 ? stiffness[0] : stiffness[static_cast<std::size_t>(row)];
}

namespace {

// x <- A x.
void multiply_upper(const DampedScratch<double>& w, int m) {
  const UpperMatrix<double> A{w.A, m};
  for (int a = 0; a < m; ++a) w.y[a] = A(a, a) * w.x[a];
  for (int a = 0; a < m; ++a)
    for (int b = a + 1; b < m; ++b) w.y[a] += A(a, b) * w.x[b], w.y[b] += A(a, b) * w.x[a];
  std::copy_n(w.y, m, w.x);
}

// Row of the set at place a of the kernel's order.
int row_at(const ConstraintSet::Data& set, Damped algorithm, int a) {
  return walked(algorithm) || in_joint_space(algorithm) ? a : set.branching.user_rows()[a];
}

// One call, from its checks to the kernel.
struct Call {
  const Model& model;
  const ConstraintSet& set;
  const ConstraintSet::Data& rows;
  DampedWorkspace::Data& d;
  Damped algorithm;
  DampedScratch<double> w;

  Call(const char* name, const Model& m, const ConstraintSet& s, DampedWorkspace& ws, std::span<const double> q,
       std::span<const double> stiffness, Damped asked)
      : model(m), set(s), rows(checked(m, s)), d(ws.data()), algorithm(asked) {
    if (d.serial != model.compiled().serial)
      throw Error(std::string(name) + ": the workspace was made for another model");
    check_fits(name, set, d.capacity);
    check_configuration(model, q);
    check_stiffness(set, stiffness);
    check_takes(set, algorithm);
  }

  // Pricing takes as long as a small problem: once per set.
  void choose(DampedChoice& choice, DampedChoice (*price)(const ConstraintSet&), std::span<const double> stiffness) {
    if (algorithm == Damped::caba_osimf && is_stiff(rows, stiffness, 1e5)) factorize();  // its Ω loses R squared
    if (algorithm != Damped::automatic) return;
    if (choice.serial != rows.serial) choice = price(set);
    algorithm = chosen(choice, set, stiffness);
  }
  void factorize() { algorithm = Damped::pv_osimr_inverse; }

  void prepare(std::span<const double> q, std::span<const double> stiffness) {
    d.make_room(model, set, algorithm);
    Arena arena(d.block.data());
    w = damped_scratch<double>(d.sizes, scratch_of(algorithm), arena);
    for (int a = 0; a < rows.rows; ++a) w.R[a] = row_stiffness(rows, stiffness, row_at(rows, algorithm, a));
    if (algorithm == Damped::dense || !rows.single_body) {
      forward_kinematics(model, q, {}, {}, d.reference->kinematics);
      constraint_jacobian(model, set, d.reference->kinematics,
                          {w.d.J, static_cast<std::size_t>(rows.rows) * d.sizes.nv});
    }
    if (algorithm == Damped::dense) crba(model, d.reference->tree, q, {w.d.M, d.sizes.nv * d.sizes.nv});
  }

  // On the walks, into A: Λ⁻¹, or Λ_R itself.
  void walk(std::span<const double> q) const {
    const auto m = static_cast<std::size_t>(rows.rows);
    if (algorithm != Damped::caba_osim) return delassus(model, set, *d.walks, q, {w.A, m * m}, Delassus::pv_osimr);
    DelassusWorkspace::Data& own = d.walks->data();
    if (own.plan.serial != rows.serial) own.plan.compile(model.compiled(), rows);
    TENON_ISA_CHOICE(delassus_walk_kernels)
        .caba_osim(model.compiled(), rows, *own.walks.limbs, own.plan, own.room, own.walk.data(), q.data(), w.R, w.A);
  }
  // The answer is then in w.A or in w.x.
  void run_inverse(std::span<const double> q) const {
    const DampedKernels& k = TENON_ISA_CHOICE(damped_kernels);
    if (algorithm == Damped::dense) return k.dense_inverse(model.nv(), rows.rows, w);
    if (!walked(algorithm)) return kernels(k).inverse(model.compiled(), rows, w, q.data());
    walk(q);
    if (algorithm == Damped::pv_osimr_inverse) k.blocked_inverse(rows.rows, w.R, w.A, w.B);
  }
  void run_solve(std::span<const double> q) const {
    const DampedKernels& k = TENON_ISA_CHOICE(damped_kernels);
    if (algorithm == Damped::dense) return k.dense_solve(model.nv(), rows.rows, w);
    if (!walked(algorithm)) return kernels(k).solve(model.compiled(), rows, w, q.data());
    walk(q);
    if (algorithm == Damped::pv_osimr_inverse) return k.blocked_solve(rows.rows, w.R, w.A, w.B, w.x);
    multiply_upper(w, rows.rows);
  }

  const DampedKernels::Pair& kernels(const DampedKernels& k) const {
    switch (algorithm) {
      case Damped::caba_osimf:
        return k.caba_osimf;
      case Damped::pv_osimf:
        return k.pv_osimf;
      case Damped::pv_osimr_cholesky:
        return k.pv_osimr_cholesky;
      case Damped::ltl_osim_cholesky:
        return k.ltl_osim_cholesky;
      case Damped::ltl_osim_inverse:
        return k.ltl_osim_inverse;
      default:
        return k.caba_osim;
    }
  }

  // R - L₀ has cancelled more than the answer can spare.
  bool cancelled() const {
    if (algorithm != Damped::caba_osim && algorithm != Damped::caba_osimf) return false;
    const UpperMatrix<double> A{w.A, rows.rows};
    for (int a = 0; a < rows.rows; ++a)
      if (!(A(a, a) > least_left<double> * w.R[a] && A(a, a) <= 1.001 * w.R[a])) return true;
    return false;
  }

  [[noreturn]] void lost() const {
    throw Error(std::string("stiffness: by ") + to_string(algorithm) +
                " no digit of the damped inverse is left at this configuration, expected less stiffness");
  }
};

}  // namespace

void damped_inverse(const Model& model, const ConstraintSet& set, DampedWorkspace& ws, std::span<const double> q,
                    std::span<const double> stiffness, std::span<double> out, Damped algorithm) {
  Call call("damped_inverse", model, set, ws, q, stiffness, algorithm);
  const int m = call.rows.rows;
  check_size(out.size(), static_cast<std::size_t>(m) * static_cast<std::size_t>(m), "out");
  call.choose(call.d.inverse, damped_inverse_choice, stiffness);
  call.prepare(q, stiffness);
  call.run_inverse(q);
  if (call.cancelled()) {
    call.factorize();
    call.prepare(q, stiffness);
    call.run_inverse(q);
  }
  const UpperMatrix<double> A{call.w.A, m};
  for (int a = 0; a < m; ++a)
    if (!(A(a, a) > 0)) call.lost();
  for (int a = 0; a < m; ++a)
    for (int b = a; b < m; ++b) {
      const auto i = static_cast<std::size_t>(row_at(call.rows, call.algorithm, a)),
                 j = static_cast<std::size_t>(row_at(call.rows, call.algorithm, b)), n = static_cast<std::size_t>(m);
      out[i * n + j] = out[j * n + i] = A(a, b);
    }
}

void damped_solve(const Model& model, const ConstraintSet& set, DampedWorkspace& ws, std::span<const double> q,
                  std::span<const double> stiffness, std::span<const double> x, std::span<double> out,
                  Damped algorithm) {
  Call call("damped_solve", model, set, ws, q, stiffness, algorithm);
  const int m = call.rows.rows;
  check_input(x, m, "x");
  check_size(out.size(), static_cast<std::size_t>(m), "out");
  call.choose(call.d.solve, damped_solve_choice, stiffness);
  const auto row = [&](int a) { return static_cast<std::size_t>(row_at(call.rows, call.algorithm, a)); };
  const auto solve = [&] {
    call.prepare(q, stiffness);
    for (int a = 0; a < m; ++a) call.w.x[a] = x[row(a)];
    call.run_solve(q);
  };
  solve();
  if (call.algorithm == Damped::caba_osim && call.cancelled()) call.factorize(), solve();
  double power = 0;  // xᵀΛ_R x
  for (int a = 0; a < m; ++a) power += x[row(a)] * call.w.x[a];
  if (!(power >= 0)) call.lost();
  for (int a = 0; a < m; ++a) out[row(a)] = call.w.x[a];
}

}  // namespace tenon
