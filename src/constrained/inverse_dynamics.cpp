// Constraint-consistent inverse dynamics. With f = M a + c, u the degrees of freedom where nothing acts and b the
// others,
//   minimize ½(f_b - J_bᵀλ)ᵀT (f_b - J_bᵀλ) + ½λᵀF λ   subject to   J_uᵀλ = f_u, or as nearly as rows can.
//   1  J_u = Q R tells which forces reach u, the first columns of Q, and which do not, N
//   2  λ of least squares on u among the first
//   3  N turned in the same way, by what actuated degrees of freedom feel of it
//   4  w of least squares on √T (f_b - J_bᵀ(λ + N w)) and √F (λ + N w), by Q R too
// Nothing is squared and weights only scale the rows of step 4: they may differ by any number of orders.
#include <algorithm>
#include <cmath>

#include "constrained/operational_workspace.hpp"
#include "constrained/pivoted_qr.hpp"
#include "model/arguments.hpp"
#include "model/number_text.hpp"

namespace tenon {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

double weight(const PerRow& weights, int k) {
  return weights.size() == 0 ? 1 : weights[weights.size() == 1 ? 0 : at(k)];
}

void check_weights(std::span<const double> weights, std::size_t expected, const char* name) {
  if (weights.size() > 1) check_size(weights.size(), expected, name);
  for (const double x : weights)
    if (!(x > 0 && std::isfinite(x)))
      throw Error(std::string(name) + ": found " + number_text(x) + ", expected a finite number > 0");
}

bool floats(const JointInfo& joint) { return joint.kind == JointKind::free && joint.parent.index < 0; }

// Lists the degrees of freedom where nothing acts.
void find_free(const Model& model, const View<int>& actuated, OperationalMemory& d) {
  const int nv = model.nv();
  d.free.clear();
  if (!actuated.given()) {
    for (const JointInfo& joint : model.joints())
      for (int k = 0; floats(joint) && k < joint.nv; ++k) d.free.push_back(joint.v_index + k);
    return;
  }
  for (const int dof : actuated)
    if (dof < 0 || dof >= nv)
      throw Error("actuated: found degree of freedom " + std::to_string(dof) + ", expected 0 to " +
                  std::to_string(nv - 1));
  for (int dof = 0; dof < nv; ++dof)
    if (std::find(actuated.begin(), actuated.end(), dof) == actuated.end()) d.free.push_back(dof);
}

// The steps of one call; m rows, u free degrees of freedom.
struct Inverse {
  OperationalMemory& d;
  const InverseDynamicsOptions& settings;
  int m, n, u = static_cast<int>(d.free.size());
  double* lambda;

  double J(int r, int dof) const { return d.J[at(r) * d.nv + at(dof)]; }
  double& N(int r, int j) const { return d.N[at(r) * d.rows + at(j)]; }
  bool is_free(int dof) const { return std::binary_search(d.free.begin(), d.free.end(), dof); }
  PivotedQr factors(double* a, int rows, int cols) const {
    return {a, d.beta.data(), d.head.data(), d.column.data(), rows, cols};
  }
  // Σ J λ of a degree of freedom.
  double taken_up(int dof) const {
    double sum = 0;
    for (int r = 0; r < m; ++r) sum += J(r, dof) * lambda[r];
    return sum;
  }

  // J_u = Q R, columns of unit length, so that the rank does not ask for units. The first columns of Q reach what rows
  // can do to u, the others, N, do nothing there. Returns the rank.
  int split_rows() const {
    const PivotedQr held = [&] {
      PivotedQr qr = factors(d.wide.data(), m, u);
      for (int i = 0; i < u; ++i) {
        double sum = 0;
        for (int r = 0; r < m; ++r) sum += J(r, d.free[at(i)]) * J(r, d.free[at(i)]);
        for (int r = 0; r < m; ++r) qr(r, i) = sum > 0 ? J(r, d.free[at(i)]) / std::sqrt(sum) : 0;
      }
      qr.factorize(1e-12);
      return qr;
    }();
    for (int j = 0; j < m; ++j) {
      for (int r = 0; r < m; ++r) d.along[at(r)] = r == j;
      held.apply(d.along.data());
      for (int r = 0; r < m; ++r) N(r, j) = d.along[at(r)];
    }
    return held.rank;
  }

  // λ of least squares ‖J_uᵀλ - f_u‖, of smallest norm.
  void hold_free(int rank) const {
    PivotedQr qr = factors(d.wide.data(), u, rank);
    for (int i = 0; i < u; ++i) {
      d.right[at(i)] = d.force[at(d.free[at(i)])];
      for (int j = 0; j < rank; ++j) {
        qr(i, j) = 0;
        for (int r = 0; r < m; ++r) qr(i, j) += J(r, d.free[at(i)]) * N(r, j);
      }
    }
    qr.factorize(0);
    qr.solve(d.right.data(), d.along.data());
    for (int r = 0; r < m; ++r) {
      lambda[r] = 0;
      for (int j = 0; j < rank; ++j) lambda[r] += N(r, j) * d.along[at(j)];
    }
  }

  // N turned so that its first columns move actuated degrees of freedom, and the others, forces of redundant rows
  // against each other, nothing at all: weights must not magnify what rounding makes of them. Returns the number of the
  // former.
  int split_felt(int rank) const {
    const int k = m - rank;
    PivotedQr felt = factors(d.wide.data(), k, n);
    for (int dof = 0; dof < n; ++dof) {
      double sum = 0;
      for (int r = 0; r < m; ++r) sum += J(r, dof) * J(r, dof);
      for (int j = 0; j < k; ++j) {
        felt(j, dof) = 0;
        for (int r = 0; r < m && sum > 0 && !is_free(dof); ++r)
          felt(j, dof) += J(r, dof) / std::sqrt(sum) * N(r, rank + j);
      }
    }
    felt.factorize(1e-12);
    for (int r = 0; r < m; ++r) felt.apply_transposed(&N(r, rank));
    return felt.rank;
  }

  // λ + N w of smallest weighted norm: least squares in w of √T (f_b - J_bᵀ(λ + N w)) and √F (λ + N w).
  void weigh(int rank) const {
    const int k = m - rank;
    if (k == 0) return;
    const int felt = split_felt(rank);
    PivotedQr qr = factors(d.wide.data(), n + m, k);
    for (int i = 0; i < n + m; ++i) {
      const bool torque = i < n, none = torque && is_free(i);
      const double scale = std::sqrt(torque ? weight(settings.torque_weight, i) : weight(settings.force_weight, i - n));
      d.size[at(i)] = 0, d.order[at(i)] = i;
      for (int j = 0; j < k; ++j) {
        double x = torque ? 0 : N(i - n, rank + j);
        for (int r = 0; r < m && torque && !none && j < felt; ++r) x += J(r, i) * N(r, rank + j);
        qr(i, j) = scale * x;
        d.size[at(i)] = std::max(d.size[at(i)], std::fabs(qr(i, j)));
      }
      d.right[at(i)] = none ? 0 : scale * (torque ? d.force[at(i)] - taken_up(i) : -lambda[i - n]);
    }
    sort_rows(qr);
    qr.factorize(0);
    qr.solve(d.right.data(), d.along.data());
    for (int r = 0; r < m; ++r)
      for (int j = 0; j < k; ++j) lambda[r] += N(r, rank + j) * d.along[at(j)];
  }
  // The largest first, in place.
  void sort_rows(const PivotedQr& qr) const {
    std::sort(d.order.begin(), d.order.begin() + qr.rows, [&](int a, int b) { return d.size[at(a)] > d.size[at(b)]; });
    for (int i = 0; i < qr.rows; ++i) {
      int from = d.order[at(i)];
      while (from < i) from = d.order[at(from)];  // where its row has gone since
      if (from == i) continue;
      for (int j = 0; j < qr.cols; ++j) std::swap(qr(i, j), qr(from, j));
      std::swap(d.right[at(i)], d.right[at(from)]);
      d.order[at(i)] = from;
    }
  }

  SolveReport report() const {
    SolveReport out{.iterations = 1};
    double largest = 0;  // of the forces that meet there
    for (const int dof : d.free) {
      out.residual = std::max(out.residual, std::fabs(d.force[at(dof)] - taken_up(dof)));
      largest = std::max(largest, std::fabs(d.force[at(dof)]));
      for (int r = 0; r < m; ++r) largest = std::max(largest, std::fabs(J(r, dof) * lambda[r]));
    }
    if (!(out.residual <= settings.tolerance))
      out.status = out.residual > 1e-11 * largest ? SolveStatus::infeasible : SolveStatus::stalled;
    return out;
  }

  void torques(std::span<double> tau) const {
    for (int dof = 0; dof < n; ++dof) tau[at(dof)] = is_free(dof) ? 0 : d.force[at(dof)] - taken_up(dof);
  }
};

}  // namespace

SolveReport constrained_inverse_dynamics(const Model& model, const ConstraintSet& set, Workspace& ws,
                                         const State& state, std::span<const double> a, const InverseForces& out) {
  return constrained_inverse_dynamics(model, set, ws, state, a, {}, out);
}

SolveReport constrained_inverse_dynamics(const Model& model, const ConstraintSet& set, Workspace& ws,
                                         const State& state, std::span<const double> a,
                                         const InverseDynamicsOptions& options, const InverseForces& out) {
  const OneThread one(ws);
  opened("constrained_inverse_dynamics", model, set, ws);
  OperationalMemory& d = *ws.data().operational;
  const auto& [tau, lambda] = out;
  check_size(tau.size(), d.nv, "tau");
  check_size(lambda.size(), at(set.rows()), "lambda");
  check_weights(options.torque_weight.numbers(), d.nv, "torque_weight");
  check_weights(options.force_weight.numbers(), lambda.size(), "force_weight");
  if (!(options.tolerance > 0 && std::isfinite(options.tolerance)))
    throw Error("tolerance is " + number_text(options.tolerance) + ", expected a finite number > 0");
  find_free(model, options.actuated, d);
  rnea(model, ws, state, a, {.wrenches = options.wrenches}, d.force);  // checks q, v, a and the wrenches
  forward_kinematics(model, {state.q}, d.kinematics);
  constraint_jacobian(model, set, d.kinematics, std::span(d.J).first(lambda.size() * d.nv));
  const Inverse inverse{.d = d, .settings = options, .m = set.rows(), .n = model.nv(), .lambda = lambda.data()};
  const int rank = inverse.split_rows();
  inverse.hold_free(rank);
  inverse.weigh(rank);
  inverse.torques(tau);
  return inverse.report();
}

std::vector<int> actuated_by_joints(const Model& model) {
  std::vector<int> list;
  for (const JointInfo& joint : model.joints())
    if (!floats(joint))
      for (int d = 0; d < joint.nv; ++d) list.push_back(joint.v_index + d);
  return list;
}

}  // namespace tenon
