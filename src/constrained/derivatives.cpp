// Derivatives of constrained dynamics by differentiating its equations at the solution:
//   M v̇ + c - Jᵀλ = τ          M ∂v̇ - Jᵀ∂λ = ∂τ - F,   F = ∂(M v̇ + c - Jᵀλ) at fixed v̇, λ
//   J v̇ + J̇ v - target = 0     J ∂v̇ = -A,              A = ∂(J v̇ + J̇ v - target) at fixed v̇: row_derivatives.hpp
// With λ as wrenches, G = M⁻¹(∂τ - F) are the derivatives of forward dynamics at the τ that belongs to v̇. Then, with
// W = M⁻¹Jᵀ and Λ = (J W)⁺:   ∂λ = -Λ(J G + A),   ∂v̇ = G + W ∂λ;   for τ: G = M⁻¹, A = 0, hence J G = Wᵀ.
// A row of J differs from zero at the axes above its frame only. O(n² m + n m²) beyond G.
#include <algorithm>

#include "constrained/derivative_products.hpp"
#include "constrained/kernels_derivatives.hpp"
#include "constrained/names.hpp"
#include "constrained/public_workspace.hpp"
#include "constrained/row_derivatives.hpp"
#include "constrained/symmetric_pseudo_inverse.hpp"
#include "constraints/entry_rounding.hpp"
#include "constraints/opened.hpp"
#include "dynamics/workspace.hpp"
#include "model/arguments.hpp"
#include "model/convert.hpp"
#include "model/each_axis.hpp"
#include "spatial/isa.hpp"
#include "tenon/configuration.hpp"
#include "tenon/constrained.hpp"

namespace tenon {

struct ConstrainedDerivativesMemory {
  ConstrainedDerivativesMemory(const Model& model, ConstraintCapacity capacity)
      : kinematics(model),
        nv(static_cast<std::size_t>(model.nv())),
        rows(static_cast<std::size_t>(capacity.rows)),
        dof(static_cast<std::size_t>(capacity.constraints) * nv),
        dofs(static_cast<std::size_t>(capacity.constraints)),
        J(rows * nv),
        A_q(rows * nv),
        A_v(rows * nv),
        frame(6 * dof.size()),
        turned(6 * dof.size()),
        moved(6 * nv),
        Wt(rows * nv),
        D(rows * rows),
        V(rows * rows),
        Lambda(rows * rows),
        spare(4 * rows),
        tau(nv) {
    wrenches.reserve(static_cast<std::size_t>(capacity.constraints) + model.frames().size());
  }

  // The rows of constraint c.
  SupportedRows supported(const CompiledConstraint& constraint, std::size_t c) const {
    return {constraint.rows, dofs[c], &dof[c * nv], &J[static_cast<std::size_t>(constraint.row) * nv],
            static_cast<int>(nv)};
  }

  // One for every frame that the caller names, however often: their number is bounded, and no call allocates.
  void take_wrenches(std::span<const ExternalWrench> given) {
    wrenches.clear();
    for (const ExternalWrench& w : given) {
      const auto same = std::ranges::find(wrenches, w.frame, &ExternalWrench::frame);
      if (same == wrenches.end())
        wrenches.push_back(w);
      else
        for (std::size_t k = 0; k < 6; ++k) same->wrench[k] += w.wrench[k];
    }
  }
  std::size_t bytes() const {
    return sizeof *this +
           sizeof(double) * (3 * J.size() + frame.size() + turned.size() + moved.size() + Wt.size() + D.size() +
                             V.size() + Lambda.size() + spare.size() + tau.size()) +
           sizeof(int) * (dof.size() + dofs.size()) + sizeof(ExternalWrench) * wrenches.capacity();
  }

  Kinematics kinematics;
  std::size_t nv, rows;
  std::vector<int> dof, dofs;       // axes above each constraint's frame, and how many
  std::vector<double> J, A_q, A_v;  // rows x nv: entry p of a row belongs to axis dof[p] of its constraint
  // 6 x nv of each frame with world axes: its Jacobian and the turn of its wrench; M⁻¹ of that.
  std::vector<double> frame, turned, moved;
  std::vector<double> Wt;  // Wᵀ, rows x nv
  std::vector<double> D, V, Lambda, spare, tau;
  std::vector<ExternalWrench> wrenches;
};

std::shared_ptr<ConstrainedDerivativesMemory> constrained_derivatives_memory(const Model& model,
                                                                             ConstraintCapacity capacity) {
  return std::make_shared<ConstrainedDerivativesMemory>(model, capacity);
}
std::size_t bytes_of(const ConstrainedDerivativesMemory& memory) { return memory.bytes(); }

namespace {

using Data = ConstrainedDerivativesMemory;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Data& checked_data(const Model& model, const ConstraintSet& set, Workspace& ws) {
  opened("constrained_dynamics_derivatives", model, set, ws);
  check_takes(RowKinds::frame, set, "constrained_dynamics_derivatives");
  return *ws.data().constrained_derivatives;
}

// λ of a constraint as a wrench on A, A's axes at its origin.
Force<double> wrench_of(const CompiledConstraint& c, const Mat3<double>& R_wA, std::span<const double> lambda) {
  Vector6 w{};
  for (int r = 0; r < c.rows; ++r) w[at(c.kept[at(r)])] = lambda[at(c.row + r)];
  const Force<double> f = to_force(w);
  if (c.axes == Axes::local) return f;
  return {transpose_mul(R_wA, f.linear), transpose_mul(R_wA, f.angular)};
}

// Axis s of a frame whose wrench w keeps its world axes.
void keep_turn(Data& d, std::size_t constraint, std::size_t p, const Motion<double>& s, const Force<double>& w) {
  const Vector6 axis = from_motion(s),
                turn = from_force(Force<double>{cross(s.angular, w.linear), cross(s.angular, w.angular)});
  for (std::size_t r = 0; r < 6; ++r) {
    const std::size_t e = (6 * constraint + r) * d.nv + p;
    d.frame[e] = axis[r], d.turned[e] = turn[r];
  }
}

// A_q, A_v and J; λ joins the wrenches.
void differentiate_rows(const CompiledModel& m, const ConstraintSet::Data& set, std::span<const double> lambda,
                        Data& d) {
  const std::vector<KinematicBody<double>>& bodies = d.kinematics.data().body;
  for (std::size_t k = 0; k < set.constraints.size(); ++k) {
    const CompiledConstraint& c = set.constraints[k];
    const FrameRows rows(c, bodies);
    const bool local = c.axes == Axes::local;
    const Force<double> w = wrench_of(c, rows.X_wA.R, lambda);
    const EntryRounding rounding = entry_rounding(m, bodies.data(), set, c);
    std::size_t p = 0;
    rows.each_axis_above(
        m, bodies, [&](int dof, const Motion<double>& s, const Motion<double>& by_q, const Motion<double>& by_v) {
          if (!local) keep_turn(d, k, p, s, w);
          const Vector6 row = from_motion(local ? s : Motion<double>{rows.X_wA.R * s.linear, rows.X_wA.R * s.angular});
          const Vector6 of_q = from_motion(by_q), of_v = from_motion(by_v);
          for (int r = 0; r < c.rows; ++r) {
            const std::size_t e = at(c.row + r) * d.nv + p, kept = at(c.kept[at(r)]);
            d.J[e] = rounding.without(row[kept], c.kept[at(r)]), d.A_q[e] = of_q[kept], d.A_v[e] = of_v[kept];
          }
          d.dof[k * d.nv + p++] = dof;
        });
    d.dofs[k] = static_cast<int>(p);
    const Transform<double> X_fA = inverse(m.body_frames[at(c.frame.index)].X_bf) * c.A.X;
    d.wrenches.push_back({c.frame, from_force(act(X_fA, w))});
  }
}

// A wrench that keeps its world axes turns against the frame: F gains J_Aᵀ(s_w × w) for every axis s, G_q loses M⁻¹ of
// that. A force without a moment takes the first three rows.
void turn_world_wrenches(const ConstraintSet::Data& set, Data& d, std::span<const double> Minv, std::span<double> G_q) {
  const int n = static_cast<int>(d.nv);
  for (std::size_t k = 0; k < set.constraints.size(); ++k) {
    const CompiledConstraint& c = set.constraints[k];
    if (c.axes == Axes::local) continue;
    const auto rows = at(c.kept[at(c.rows - 1)]) < 3 ? 3u : 6u;
    const int* dof = &d.dof[k * d.nv];
    const double *frame = &d.frame[6 * k * d.nv], *turned = &d.turned[6 * k * d.nv];
    TENON_ISA_CHOICE(constrained_derivative_kernels)
        .rows_times({static_cast<int>(rows), d.dofs[k], dof, frame, n}, n, Minv.data(), d.moved.data());
    for (std::size_t i = 0; i < d.nv; ++i)
      for (std::size_t p = 0; p < at(d.dofs[k]); ++p) {
        double sum = 0;
        for (std::size_t r = 0; r < rows; ++r) sum += d.moved[r * d.nv + i] * turned[r * d.nv + p];
        G_q[i * d.nv + at(dof[p])] -= sum;
      }
  }
}

// J W from Wᵀ.
void form_delassus(const ConstraintSet::Data& set, Data& d) {
  const auto m = at(set.rows);
  for (std::size_t k = 0; k < set.constraints.size(); ++k) {
    const SupportedRows rows = d.supported(set.constraints[k], k);
    for (std::size_t r = 0; r < at(rows.rows); ++r)
      for (std::size_t s = 0; s < m; ++s) {
        double sum = 0;
        for (std::size_t p = 0; p < at(rows.dofs); ++p) sum += rows.J[r * d.nv + p] * d.Wt[s * d.nv + at(rows.dof[p])];
        d.D[(at(set.constraints[k].row) + r) * m + s] = sum;
      }
  }
}

// out = J G + A; no A for τ.
void form_right_hand_side(const ConstraintSet::Data& set, const Data& d, std::span<const double> G, const double* A,
                          std::span<double> out) {
  for (std::size_t k = 0; k < set.constraints.size(); ++k) {
    const CompiledConstraint& c = set.constraints[k];
    const SupportedRows rows = d.supported(c, k);
    double* to = &out[at(c.row) * d.nv];
    TENON_ISA_CHOICE(constrained_derivative_kernels).rows_times(rows, static_cast<int>(d.nv), G.data(), to);
    for (std::size_t r = 0; A && r < at(rows.rows); ++r)
      for (std::size_t p = 0; p < at(rows.dofs); ++p) to[r * d.nv + at(rows.dof[p])] += A[(at(c.row) + r) * d.nv + p];
  }
}

// ∂λ <- -Λ ∂λ and ∂v̇ += W ∂λ. Independent rows: by the factor in Lambda; others: Lambda is Λ.
void solve(Data& d, std::size_t rows, bool independent, std::span<double> dlambda, std::span<double> da) {
  const ConstrainedDerivativeKernels& kernels = TENON_ISA_CHOICE(constrained_derivative_kernels);
  const auto m = static_cast<int>(rows), n = static_cast<int>(d.nv);
  if (independent) {
    kernels.minus_solve(m, n, d.Lambda.data(), dlambda.data(), d.spare.data());
  } else {
    for (std::size_t e = 0; e < rows * d.nv; ++e) d.J[e] = -dlambda[e];  // J is not needed any more
    std::fill(dlambda.begin(), dlambda.end(), 0.0);
    kernels.add_product(m, m, n, d.Lambda.data(), d.J.data(), dlambda.data());
  }
  kernels.add_product(m, n, n, d.Wt.data(), dlambda.data(), da.data());
}

// ∂J z by q, into out (rows x nv): how the rows of a motion z turn with their frames. The kinematics are those of z.
void differentiate_motion(const CompiledModel& m, const ConstraintSet::Data& set, const Data& d,
                          std::span<double> out) {
  const std::vector<KinematicBody<double>>& bodies = d.kinematics.data().body;
  std::fill(out.begin(), out.end(), 0.0);
  for (const CompiledConstraint& c : set.constraints) {
    const FrameRows rows(c, bodies);
    rows.each_sweep_above(m, bodies, [&](int dof, const Motion<double>& s, const Motion<double>& swept) {
      const bool local = c.axes == Axes::local;
      const Vec3<double> linear = swept.linear + cross(s.angular, rows.v.linear),
                         angular = swept.angular + cross(s.angular, rows.v.angular);
      const Vector6 row = from_motion(local ? swept : Motion<double>{rows.X_wA.R * linear, rows.X_wA.R * angular});
      for (int r = 0; r < c.rows; ++r) out[at(c.row + r) * d.nv + at(dof)] = row[at(c.kept[at(r)])];
    });
  }
}

// λ of smallest norm is in the range of J, which turns with q: with J z = λ, z = W Λ λ, and P = 1 - D Λ what no motion
// feels, P ∂λ = P (∂J z), because Jᵀ∂N = -∂JᵀN for every N with JᵀN = 0. D must stand in d.D.
void keep_in_range(const Model& model, const ConstraintSet::Data& set, std::span<const double> q,
                   std::span<const double> lambda, Data& d, std::span<double> dlambda) {
  const auto m = at(set.rows), n = d.nv;
  const ConstrainedDerivativeKernels& kernels = TENON_ISA_CHOICE(constrained_derivative_kernels);
  std::vector<double>& z = d.tau;  // not needed any more
  std::fill(z.begin(), z.end(), 0.0);
  for (std::size_t r = 0; r < m; ++r) {
    double sum = 0;
    for (std::size_t s = 0; s < m; ++s) sum += d.Lambda[r * m + s] * lambda[s];
    for (std::size_t i = 0; i < n; ++i) z[i] += d.Wt[r * n + i] * sum;
  }
  forward_kinematics(model, {q, z}, d.kinematics);
  const std::span<double> X = std::span(d.A_q).first(m * n), LX = std::span(d.A_v).first(m * n);
  differentiate_motion(model.compiled(), set, d, X);
  std::fill(LX.begin(), LX.end(), 0.0);
  kernels.add_product(set.rows, set.rows, static_cast<int>(n), d.Lambda.data(), X.data(), LX.data());
  for (std::size_t e = 0; e < m * n; ++e) dlambda[e] += X[e], LX[e] = -LX[e];
  kernels.add_product(set.rows, set.rows, static_cast<int>(n), d.D.data(), LX.data(), dlambda.data());
}

void check_outputs(const ConstrainedDerivatives& out, std::size_t n, std::size_t m) {
  check_size(out.da_dq.size(), n * n, "da_dq"), check_size(out.dlambda_dq.size(), m * n, "dlambda_dq");
  check_size(out.da_dv.size(), n * n, "da_dv"), check_size(out.dlambda_dv.size(), m * n, "dlambda_dv");
  check_size(out.da_dtau.size(), n * n, "da_dtau"), check_size(out.dlambda_dtau.size(), m * n, "dlambda_dtau");
  check_outputs_apart({{out.da_dq, "da_dq"},
                       {out.da_dv, "da_dv"},
                       {out.da_dtau, "da_dtau"},
                       {out.dlambda_dq, "dlambda_dq"},
                       {out.dlambda_dv, "dlambda_dv"},
                       {out.dlambda_dtau, "dlambda_dtau"}});
}

}  // namespace

int differentiate_constrained_dynamics(const Model& model, const ConstraintSet& set, Workspace& ws, const State& state,
                                       std::span<const double> a, std::span<const double> lambda,
                                       std::span<const ExternalWrench> wrenches, const ConstrainedDerivatives& out) {
  const OneThread one(ws);
  const auto& [q, v] = state;
  Data& d = checked_data(model, set, ws);
  const CompiledModel& tree = model.compiled();
  const auto m = at(set.rows()), n = d.nv;
  check_configuration(model, q);
  check_input(v, tree.nv, "v");
  check_input(a, tree.nv, "a");
  check_input(lambda, set.rows(), "lambda");
  check_outputs(out, n, m);

  forward_kinematics(model, state, a, d.kinematics);
  d.take_wrenches(wrenches);
  differentiate_rows(tree, set.data(), lambda, d);
  rnea(model, ws, state, a, {.wrenches = d.wrenches}, d.tau);
  aba_derivatives(model, ws, state, d.tau, {.wrenches = d.wrenches}, {out.da_dq, out.da_dv, out.da_dtau});
  if (m == 0) return 0;
  turn_world_wrenches(set.data(), d, out.da_dtau, out.da_dq);

  form_right_hand_side(set.data(), d, out.da_dtau, nullptr, d.Wt);
  std::copy_n(d.Wt.begin(), m * n, out.dlambda_dtau.begin());
  form_right_hand_side(set.data(), d, out.da_dq, d.A_q.data(), out.dlambda_dq);
  form_right_hand_side(set.data(), d, out.da_dv, d.A_v.data(), out.dlambda_dv);
  form_delassus(set.data(), d);

  const int size = set.rows();
  std::copy_n(d.D.begin(), m * m, d.Lambda.begin());
  const bool independent = TENON_ISA_CHOICE(constrained_derivative_kernels).factorize(size, d.Lambda.data());
  const int rank = independent ? size
                               : symmetric_pseudo_inverse({d.D.data(), size, size}, {d.V.data(), size, size},
                                                          d.spare.data(), {d.Lambda.data(), size, size});
  if (!independent) form_delassus(set.data(), d);
  solve(d, m, independent, out.dlambda_dq, out.da_dq);
  solve(d, m, independent, out.dlambda_dv, out.da_dv);
  solve(d, m, independent, out.dlambda_dtau, out.da_dtau);
  if (!independent) keep_in_range(model, set.data(), q, lambda, d, out.dlambda_dq);
  return rank;
}

DerivativesReport constrained_dynamics_derivatives(const Model& model, const ConstraintSet& set, Workspace& ws,
                                                   const State& state, std::span<const double> tau,
                                                   const ConstrainedOptions& options,
                                                   const ConstrainedDerivatives& out) {
  const OneThread one(ws);
  const Data& d = checked_data(model, set, ws);
  check_outputs(out, d.nv, at(set.rows()));
  if (options.stiffness.given() || set.data().any_stiffness) {
    const Constrained asked = find_constrained(options.algorithm);
    if (asked == Constrained::automatic || asked == Constrained::pv_soft)
      throw Error("constrained_dynamics_derivatives: found soft rows, expected rigid ones");
  }
  DerivativesReport report;
  report.solve = constrained_dynamics(model, set, ws, state, tau, options, {out.acceleration, out.lambda});
  report.rank =
      differentiate_constrained_dynamics(model, set, ws, state, out.acceleration, out.lambda, options.wrenches, out);
  return report;
}

DerivativesReport constrained_dynamics_derivatives(const Model& model, const ConstraintSet& set, Workspace& ws,
                                                   const State& state, std::span<const double> tau,
                                                   const ConstrainedDerivatives& out) {
  return constrained_dynamics_derivatives(model, set, ws, state, tau, {}, out);
}

}  // namespace tenon
