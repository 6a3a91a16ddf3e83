// The public calls: checks, memory, the kernel of the chosen algorithm, and its answer in the order of the constraints.
#include "tenon/delassus.hpp"

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

// The enumerators stand in the order of the list.
constexpr bool stands(Damped algorithm, std::string_view name) {
  return list[static_cast<std::size_t>(algorithm)].name == name;
}
static_assert(stands(Damped::pv_osimr_inverse, "pv-osimr-inverse") && stands(Damped::caba_osim, "caba-osim") &&
              stands(Damped::caba_osim_plain, "caba-osim-plain") && stands(Damped::caba_osimf, "caba-osimf") &&
              stands(Damped::pv_osimf, "pv-osimf") && stands(Damped::pv_osimr_cholesky, "pv-osimr-cholesky") &&
              stands(Damped::ltl_osim_cholesky, "ltl-osim-cholesky") &&
              stands(Damped::ltl_osim_inverse, "ltl-osim-inverse") && stands(Damped::dense, "dense"));

}  // namespace

Damped find_damped(std::string_view name) { return static_cast<Damped>(find_position(list, name)); }
const char* to_string(Damped algorithm) { return name_at(list, static_cast<int>(algorithm)).data(); }
bool takes(Damped algorithm, const ConstraintSet& set) { return takes(list, static_cast<int>(algorithm), set); }
void check_takes(const ConstraintSet& set, Damped algorithm) { check_takes(list, static_cast<int>(algorithm), set); }

DampedMemory::DampedMemory(const Model& model, ConstraintCapacity capacity)
    : sizes(delassus_sizes(model.compiled(), capacity)) {
  std::size_t most = 0;
  for_each_type(DampedAlgorithms{}, [&]<class A>() {
    Arena measure;
    A::template scratch<double>(sizes, measure);
    most = std::max(most, measure.used());
    return 0;
  });
  block.resize(most);
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
  Workspace& ws;
  const ConstraintSet::Data& rows;
  DampedMemory& d;
  Damped algorithm;
  bool automatic;
  DampedScratch<double> w;

  Call(const char* name, const Model& m, const ConstraintSet& s, Workspace& workspace, std::span<const double> q,
       std::span<const double> stiffness, Damped asked)
      : model(m),
        set(s),
        ws(workspace),
        rows(opened(name, m, s, ws)),
        d(*ws.data().damped),
        algorithm(asked),
        automatic(asked == Damped::automatic) {
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
    Arena arena(d.block.data());
    w = damped_scratch<double>(d.sizes, algorithm, arena);
    const RowOrder row = row_order(rows, algorithm);
    for (int a = 0; a < rows.rows; ++a) w.R[a] = row_stiffness(rows, stiffness, static_cast<int>(row(a)));
    with_algorithm(algorithm, [&]<class A>() {
      if (given_jacobian<A> || !rows.rows_on_effectors()) {
        Kinematics& kinematics = ws.data().delassus->kinematics;
        forward_kinematics(model, {q}, kinematics);
        constraint_jacobian(model, set, kinematics, {w.d.J, static_cast<std::size_t>(rows.rows) * d.sizes.nv});
      }
      if constexpr (given_inertia<A>) crba(model, ws, q, {w.d.M, d.sizes.nv * d.sizes.nv});
    });
  }

  // The answer is then in w.A or in w.x.
  void run_inverse(std::span<const double> q) {
    with_algorithm(algorithm, [&]<class A>() {
      if constexpr (requires(const DampedCall& c) { A::call_inverse(c); })
        return A::call_inverse({model, set, ws, q, w});
      kernels().inverse(model.compiled(), rows, w, q.data());
    });
  }
  void run_solve(std::span<const double> q) {
    with_algorithm(algorithm, [&]<class A>() {
      if constexpr (requires(const DampedCall& c) { A::call_solve(c); }) return A::call_solve({model, set, ws, q, w});
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

void damped_inverse(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                    std::span<const double> stiffness, std::span<double> out, Damped algorithm) {
  const OneThread one(ws);
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

void damped_solve(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                  std::span<const double> stiffness, std::span<const double> x, std::span<double> out,
                  Damped algorithm) {
  const OneThread one(ws);
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

void damped_inverse(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                    std::span<double> out) {
  damped_inverse(model, set, ws, q, {}, out, Damped::automatic);
}

void damped_inverse(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                    const DampedOptions& options, std::span<double> out) {
  damped_inverse(model, set, ws, q, options.stiffness.numbers(), out, find_damped(options.algorithm));
}

void damped_solve(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                  std::span<const double> x, std::span<double> out) {
  damped_solve(model, set, ws, q, {}, x, out, Damped::automatic);
}

void damped_solve(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                  std::span<const double> x, const DampedOptions& options, std::span<double> out) {
  damped_solve(model, set, ws, q, options.stiffness.numbers(), x, out, find_damped(options.algorithm));
}

}  // namespace tenon
