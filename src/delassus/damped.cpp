// The public calls: checks, memory, the kernel of the chosen algorithm, and its answer in the order of the constraints.
#include "tenon/damped.hpp"

#include <algorithm>

#include "delassus/damped_algorithms.hpp"
#include "delassus/damped_automatic.hpp"
#include "delassus/damped_call.hpp"
#include "delassus/listed.hpp"
#include "model/arguments.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

namespace {

constexpr double least_digit = 1e-14;  // of a stiffness: less than this is rounding
constexpr auto list = listed<DampedAlgorithms>();

}  // namespace

Damped find_damped(std::string_view name) { return static_cast<Damped>(find_position(list, name)); }
const char* to_string(Damped algorithm) { return name_at(list, static_cast<int>(algorithm)).data(); }
bool takes(Damped algorithm, const ConstraintSet& set) { return takes(list, static_cast<int>(algorithm), set); }
void check_takes(const ConstraintSet& set, Damped algorithm) { check_takes(list, static_cast<int>(algorithm), set); }

DampedWorkspace::Data::Data(const Model& model, const ConstraintSet& set, Damped algorithm, Mode walk)
    : serial(model.compiled().serial),
      capacity(set.capacity()),
      sizes(delassus_sizes(model.compiled(), capacity)),
      mode(walk) {
  make_room(model, set, algorithm);
}

void DampedWorkspace::Data::make_room(const Model& model, const ConstraintSet& set, Damped algorithm) {
  if (algorithm == Damped::automatic) {
    for (const Damped one : damped_candidates) make_room(model, set, one);
    if (!reference) reference.emplace(model);  // a set may get its first loop later
    return;
  }
  with_algorithm(algorithm, [&]<class A>() {
    if constexpr (requires { A::make_room(*this, model); }) A::make_room(*this, model);
    Arena measure;
    A::template scratch<double>(sizes, measure);
    if (measure.used() > block.size()) block = AlignedVector(measure.used());
    if ((given_jacobian<A> || given_inertia<A> || !set.data().rows_on_effectors()) && !reference) reference.emplace(model);
  });
}

void DampedWorkspace::Data::make_walks(const Model& model) {
  if (walks) return;
  const ConstraintSet room(model, {}, capacity);  // any set that fits may come
  walks.emplace(model, room, Delassus::pv_osimr, mode);
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

// Row of the set at place a of the kernel's order.
struct RowOrder {
  const int* user;  // null: both are the same
  std::size_t operator()(int a) const { return static_cast<std::size_t>(user ? user[a] : a); }
};
RowOrder row_order(const ConstraintSet::Data& set, Damped algorithm) {
  return {with_algorithm(algorithm, []<class A>() { return sweep_order<A>; }) ? set.branching.user_rows() : nullptr};
}

// One call, from its checks to the kernel.
struct Call {
  const Model& model;
  const ConstraintSet& set;
  const ConstraintSet::Data& rows;
  DampedWorkspace::Data& d;
  Damped algorithm;
  bool automatic;
  DampedScratch<double> w;

  Call(const char* name, const Model& m, const ConstraintSet& s, DampedWorkspace& ws, std::span<const double> q,
       std::span<const double> stiffness, Damped asked)
      : model(m), set(s), rows(checked(m, s)), d(ws.data()), algorithm(asked), automatic(asked == Damped::automatic) {
    if (d.serial != model.compiled().serial)
      throw Error(std::string(name) + ": the workspace was made for another model");
    check_fits(name, set, d.capacity);
    check_configuration(model, q);
    check_stiffness(set, stiffness);
    check_takes(set, algorithm);
  }

  // Pricing takes as long as a small problem: once per set.
  void choose(DampedChoice& choice, DampedChoice (*price)(const ConstraintSet&), std::span<const double> stiffness) {
    if (!automatic) return;
    if (choice.serial != rows.serial) choice = price(set);
    algorithm = chosen(choice, set, stiffness);
  }

  void prepare(std::span<const double> q, std::span<const double> stiffness) {
    d.make_room(model, set, algorithm);
    Arena arena(d.block.data());
    w = damped_scratch<double>(d.sizes, algorithm, arena);
    const RowOrder row = row_order(rows, algorithm);
    for (int a = 0; a < rows.rows; ++a) w.R[a] = row_stiffness(rows, stiffness, static_cast<int>(row(a)));
    with_algorithm(algorithm, [&]<class A>() {
      if (given_jacobian<A> || !rows.rows_on_effectors()) {
        forward_kinematics(model, q, {}, {}, d.reference->kinematics);
        constraint_jacobian(model, set, d.reference->kinematics,
                            {w.d.J, static_cast<std::size_t>(rows.rows) * d.sizes.nv});
      }
      if constexpr (given_inertia<A>) crba(model, d.reference->tree, q, {w.d.M, d.sizes.nv * d.sizes.nv});
    });
  }

  // The answer is then in w.A or in w.x.
  void run_inverse(std::span<const double> q) {
    with_algorithm(algorithm, [&]<class A>() {
      if constexpr (requires(const DampedCall& c) { A::call_inverse(c); })
        return A::call_inverse({model, set, d, q, w});
      kernels().inverse(model.compiled(), rows, w, q.data());
    });
  }
  void run_solve(std::span<const double> q) {
    with_algorithm(algorithm, [&]<class A>() {
      if constexpr (requires(const DampedCall& c) { A::call_solve(c); }) return A::call_solve({model, set, d, q, w});
      kernels().solve(model.compiled(), rows, w, q.data());
    });
  }
  const DampedKernels::Algorithm& kernels() const { return TENON_ISA_CHOICE(damped_kernels)[algorithm]; }
  bool may_cancel() const {
    return with_algorithm(algorithm, []<class A>() { return cancels<A>; });
  }

  // Whether R - L₀ has left less than `least` of the stiffness of a row; after a solve by an algorithm that makes no
  // matrix, its diagonal is asked for.
  bool cancelled(double least, bool solved, std::span<const double> q) const {
    if (!may_cancel()) return false;
    const bool alone = solved && kernels().diagonal;
    if (alone) kernels().diagonal(model.compiled(), rows, w, q.data());
    const UpperMatrix<double> A{w.A, rows.rows};
    for (int a = 0; a < rows.rows; ++a) {
      const double left = alone ? w.y[a] : A(a, a);
      if (!(left > least * w.R[a] && left <= 1.001 * w.R[a])) return true;
    }
    return false;
  }

  // The algorithm that was asked for, or that `automatic` has chosen: only the latter is replaced by a factorization
  // where half of the digits are gone.
  template <class Run>
  void run(std::span<const double> q, std::span<const double> stiffness, bool solves, Run&& run) {
    prepare(q, stiffness);
    run();
    if (!automatic && cancelled(least_digit, solves, q)) lost();
    if (!automatic || !cancelled(least_left<double>, solves, q)) return;
    algorithm = Damped::pv_osimr_inverse;
    prepare(q, stiffness);
    run();
  }

  [[noreturn]] void lost() const {
    throw Error(std::string("stiffness: by ") + to_string(algorithm) +
                " no digit of the damped inverse is left at this configuration, expected less stiffness" +
                (may_cancel() ? " or another algorithm: `automatic` factorizes such rows" : ""));
  }
};

}  // namespace

void damped_inverse(const Model& model, const ConstraintSet& set, DampedWorkspace& ws, std::span<const double> q,
                    std::span<const double> stiffness, std::span<double> out, Damped algorithm) {
  Call call("damped_inverse", model, set, ws, q, stiffness, algorithm);
  const int m = call.rows.rows;
  check_size(out.size(), static_cast<std::size_t>(m) * static_cast<std::size_t>(m), "out");
  call.choose(call.d.inverse, damped_inverse_choice, stiffness);
  call.run(q, stiffness, /*solves=*/false, [&] { call.run_inverse(q); });
  const UpperMatrix<double> A{call.w.A, m};
  for (int a = 0; a < m; ++a)
    if (!(A(a, a) > 0)) call.lost();
  const RowOrder row = row_order(call.rows, call.algorithm);
  const auto n = static_cast<std::size_t>(m);
  if (!row.user) {  // along rows of the answer
    for (int a = 0; a < m; ++a) {
      double* to = out.data() + row(a) * n;
      for (int b = 0; b < a; ++b) to[b] = A(b, a);
      for (int b = a; b < m; ++b) to[b] = A(a, b);
    }
    return;
  }
  for (int a = 0; a < m; ++a)
    for (int b = a; b < m; ++b) out[row(a) * n + row(b)] = out[row(b) * n + row(a)] = A(a, b);
}

void damped_solve(const Model& model, const ConstraintSet& set, DampedWorkspace& ws, std::span<const double> q,
                  std::span<const double> stiffness, std::span<const double> x, std::span<double> out,
                  Damped algorithm) {
  Call call("damped_solve", model, set, ws, q, stiffness, algorithm);
  const int m = call.rows.rows;
  check_input(x, m, "x");
  check_size(out.size(), static_cast<std::size_t>(m), "out");
  call.choose(call.d.solve, damped_solve_choice, stiffness);
  call.run(q, stiffness, /*solves=*/true, [&] {
    const RowOrder row = row_order(call.rows, call.algorithm);
    for (int a = 0; a < m; ++a) call.w.x[a] = x[row(a)];
    call.run_solve(q);
  });
  const RowOrder row = row_order(call.rows, call.algorithm);
  double power = 0;  // xᵀΛ_R x
  for (int a = 0; a < m; ++a) power += x[row(a)] * call.w.x[a];
  if (!(power >= 0)) call.lost();
  for (int a = 0; a < m; ++a) out[row(a)] = call.w.x[a];
}

}  // namespace tenon
