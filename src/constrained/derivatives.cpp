// Derivatives of constrained dynamics by differentiating its equations at the solution:
//   M v̇ + c - Jᵀλ = τ          M ∂v̇ - Jᵀ∂λ = ∂τ - F,   F = ∂(M v̇ + c - Jᵀλ) at fixed v̇, λ: RNEA's, λ as wrenches
//   J v̇ + J̇ v - target = 0     J ∂v̇ = -A,              A = ∂(J v̇ + J̇ v - target) at fixed v̇: row_derivatives.hpp
// With G = M⁻¹F, W = M⁻¹Jᵀ, Λ = (J W)⁺:   ∂λ = Λ(J G - A),   ∂v̇ = W ∂λ - G;   for τ: ∂λ = -Λ Wᵀ, ∂v̇ = M⁻¹ + W ∂λ.
#include <algorithm>

#include "constrained/row_derivatives.hpp"
#include "constrained/symmetric_pseudo_inverse.hpp"
#include "kinematics/each_axis.hpp"
#include "model/arguments.hpp"
#include "model/convert.hpp"
#include "tenon/configuration.hpp"
#include "tenon/constrained_derivatives.hpp"

namespace tenon {

struct ConstrainedDerivativesWorkspace::Data {
  Data(const Model& model, const ConstraintSet& set)
      : serial(model.compiled().serial),
        tree(model),
        kinematics(model),
        derivatives(model),
        nv(static_cast<std::size_t>(model.nv())),
        rows(static_cast<std::size_t>(set.capacity().rows)),
        J(rows * nv),
        Jt(rows * nv),
        W(rows * nv),
        A_q(rows * nv),
        A_v(rows * nv),
        D(rows * rows),
        V(rows * rows),
        Lambda(rows * rows),
        M(nv * nv),
        column(nv) {
    wrenches.reserve(static_cast<std::size_t>(set.capacity().constraints) + 8);
  }

  std::uint64_t serial;
  Workspace tree;
  Kinematics kinematics;
  DerivativesWorkspace derivatives;
  std::size_t nv, rows;
  std::vector<double> J, Jt, W, A_q, A_v;  // rows x nv, nv x rows
  std::vector<double> D, V, Lambda, M, column;
  std::vector<ExternalWrench> wrenches;
};

ConstrainedDerivativesWorkspace::ConstrainedDerivativesWorkspace(const Model& model, const ConstraintSet& set)
    : data_(std::make_unique<Data>(model, set)) {}
ConstrainedDerivativesWorkspace::~ConstrainedDerivativesWorkspace() = default;
ConstrainedDerivativesWorkspace::ConstrainedDerivativesWorkspace(ConstrainedDerivativesWorkspace&&) noexcept = default;
ConstrainedDerivativesWorkspace& ConstrainedDerivativesWorkspace::operator=(
    ConstrainedDerivativesWorkspace&&) noexcept = default;

namespace {

using Data = ConstrainedDerivativesWorkspace::Data;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Data& checked_data(const Model& model, const ConstraintSet& set, ConstrainedDerivativesWorkspace& ws) {
  Data& d = ws.data();
  const ConstraintSet::Data& rows = checked(model, set);
  if (d.serial != model.compiled().serial) throw Error("derivatives: the workspace was made for another model");
  if (at(rows.rows) > d.rows)
    throw Error("derivatives: found " + std::to_string(rows.rows) + " rows, expected at most the workspace's " +
                std::to_string(d.rows));
  for (int c = 0; c < set.size(); ++c)
    if (!rows.constraints[at(c)].single_body())
      throw Error(set.label(c) + ": derivatives take frames held to the world only");
  return d;
}

// λ of a constraint as a wrench on A, A's axes at its origin.
Force<double> wrench_of(const CompiledConstraint& c, const Mat3<double>& R_wA, std::span<const double> lambda) {
  Vector6 w{};
  for (int r = 0; r < c.rows; ++r) w[at(c.kept[at(r)])] = lambda[at(c.row + r)];
  const Force<double> f = to_force(w);
  if (c.axes == Axes::local) return f;
  return {transpose_mul(R_wA, f.linear), transpose_mul(R_wA, f.angular)};
}

// A_q, A_v and J; λ joins the wrenches.
void differentiate_rows(const CompiledModel& m, const ConstraintSet::Data& set, std::span<const double> lambda,
                        Data& d) {
  const std::vector<KinematicBody<double>>& bodies = d.kinematics.data().body;
  for (std::vector<double>* x : {&d.J, &d.A_q, &d.A_v}) std::fill(x->begin(), x->end(), 0.0);
  for (const CompiledConstraint& c : set.constraints) {
    const FrameRows rows(c, bodies);
    rows.each_axis_above(
        m, bodies, [&](int dof, const Motion<double>& s, const Motion<double>& by_q, const Motion<double>& by_v) {
          const bool local = c.axes == Axes::local;
          const Vector6 row = from_motion(local ? s : Motion<double>{rows.X_wA.R * s.linear, rows.X_wA.R * s.angular});
          const Vector6 of_q = from_motion(by_q), of_v = from_motion(by_v);
          for (int r = 0; r < c.rows; ++r) {
            const std::size_t k = at(c.row + r) * d.nv + at(dof), kept = at(c.kept[at(r)]);
            d.J[k] = row[kept], d.A_q[k] = of_q[kept], d.A_v[k] = of_v[kept];
          }
        });
    const Transform<double> X_fA = inverse(m.body_frames[at(c.frame.index)].X_bf) * c.X_bA;
    d.wrenches.push_back({c.frame, from_force(act(X_fA, wrench_of(c, rows.X_wA.R, lambda)))});
  }
}

// A wrench that keeps its world axes turns against the frame: F gains J_Aᵀ(s_w × w) for every axis s.
void turn_world_wrenches(const CompiledModel& m, const ConstraintSet::Data& set, std::span<const double> lambda,
                         const Data& d, std::span<double> F_q) {
  const std::vector<KinematicBody<double>>& bodies = d.kinematics.data().body;
  for (const CompiledConstraint& c : set.constraints) {
    if (c.axes == Axes::local) continue;
    const FrameRows rows(c, bodies);
    const Force<double> w = wrench_of(c, rows.X_wA.R, lambda);
    rows.each_axis_above(m, bodies, [&](int column, const Motion<double>& s, auto&&, auto&&) {
      const Force<double> turned{cross(s.angular, w.linear), cross(s.angular, w.angular)};
      rows.each_axis_above(m, bodies, [&](int row, const Motion<double>& axis, auto&&, auto&&) {
        F_q[at(row) * d.nv + at(column)] += dot(axis, turned);
      });
    });
  }
}

// out (rows x columns) = a (rows x inner) b (inner x columns) · sign + out · keep.
void product(std::size_t rows, std::size_t inner, std::size_t columns, double sign, const double* a, const double* b,
             double keep, double* out) {
  for (std::size_t i = 0; i < rows; ++i) {
    double* row = out + i * columns;
    for (std::size_t j = 0; j < columns; ++j) row[j] = keep == 0 ? 0 : keep * row[j];
    for (std::size_t k = 0; k < inner; ++k) {
      const double x = sign * a[i * inner + k];
      if (x == 0) continue;
      for (std::size_t j = 0; j < columns; ++j) row[j] += x * b[k * columns + j];
    }
  }
}

// G is in da; A has what the rows add. ∂λ = Λ(J G - A), ∂v̇ = W ∂λ - G.
void solve(Data& d, std::size_t m, std::span<double> A, std::span<double> da, std::span<double> dlambda) {
  product(m, d.nv, d.nv, 1, d.J.data(), da.data(), -1, A.data());
  product(m, m, d.nv, 1, d.Lambda.data(), A.data(), 0, dlambda.data());
  product(d.nv, m, d.nv, 1, d.W.data(), dlambda.data(), -1, da.data());
}

}  // namespace

int constrained_dynamics_derivatives(const Model& model, const ConstraintSet& set, ConstrainedDerivativesWorkspace& ws,
                                     std::span<const double> q, std::span<const double> v, std::span<const double> a,
                                     std::span<const double> lambda, const ConstrainedDerivatives& out,
                                     std::span<const ExternalWrench> wrenches) {
  Data& d = checked_data(model, set, ws);
  const CompiledModel& tree = model.compiled();
  const auto m = at(set.rows()), n = d.nv;
  check_configuration(model, q);
  check_input(v, tree.nv, "v");
  check_input(a, tree.nv, "a");
  check_input(lambda, set.rows(), "lambda");
  for (const auto& matrix : {out.da_dq, out.da_dv, out.da_dtau}) check_size(matrix.size(), n * n, "da");
  for (const auto& matrix : {out.dlambda_dq, out.dlambda_dv, out.dlambda_dtau})
    check_size(matrix.size(), m * n, "dlambda");

  forward_kinematics(model, q, v, a, d.kinematics);
  d.wrenches.assign(wrenches.begin(), wrenches.end());
  differentiate_rows(tree, set.data(), lambda, d);
  rnea_derivatives(model, d.derivatives, q, v, a, out.da_dq, out.da_dv, d.M, d.wrenches);
  turn_world_wrenches(tree, set.data(), lambda, d, out.da_dq);

  const auto columns = static_cast<int>(n);
  for (const auto& F : {out.da_dq, out.da_dv}) minverse_apply(model, d.tree, q, F, F, columns);
  minverse(model, d.tree, q, out.da_dtau);
  if (m == 0) {
    for (const auto& G : {out.da_dq, out.da_dv})
      for (double& x : G) x = -x;
    return 0;
  }
  for (std::size_t r = 0; r < m; ++r)
    for (std::size_t i = 0; i < n; ++i) d.Jt[i * m + r] = d.J[r * n + i];
  const std::span<double> W = std::span(d.W).first(m * n);
  minverse_apply(model, d.tree, q, std::span(d.Jt).first(m * n), W, static_cast<int>(m));
  product(m, n, m, 1, d.J.data(), W.data(), 0, d.D.data());
  const int size = set.rows();
  const int rank =
      symmetric_pseudo_inverse({d.D.data(), size, size}, {d.V.data(), size, size}, {d.Lambda.data(), size, size});
  solve(d, m, std::span(d.A_q).first(m * n), out.da_dq, out.dlambda_dq);
  solve(d, m, std::span(d.A_v).first(m * n), out.da_dv, out.dlambda_dv);
  for (std::size_t r = 0; r < m; ++r)  // Wᵀ
    for (std::size_t i = 0; i < n; ++i) d.Jt[r * n + i] = W[i * m + r];
  product(m, m, n, -1, d.Lambda.data(), d.Jt.data(), 0, out.dlambda_dtau.data());
  product(n, m, n, 1, W.data(), out.dlambda_dtau.data(), 1, out.da_dtau.data());
  return rank;
}

}  // namespace tenon
