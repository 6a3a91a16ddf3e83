// Constraint-consistent inverse dynamics. With f = M a + c, u the degrees of freedom where nothing acts and b the
// others,
//   minimize ½(f_b - J_bᵀλ)ᵀT (f_b - J_bᵀλ) + ½λᵀF λ   subject to   J_uᵀλ = f_u,
// is a constrained question of its own, with H = F + J_b T J_bᵀ in place of M and J_uᵀ in place of J: the same dual
// iterations solve it, whether f_u can be reached or not.
#include <algorithm>
#include <cmath>

#include "constrained/cholesky.hpp"
#include "constrained/dual_iterations.hpp"
#include "constrained/operational_workspace.hpp"
#include "model/arguments.hpp"

namespace tenon {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

double weight(std::span<const double> weights, int k) {
  return weights.empty() ? 1 : weights[weights.size() == 1 ? 0 : at(k)];
}

void check_weights(std::span<const double> weights, std::size_t expected, const char* name) {
  if (weights.size() > 1) check_size(weights.size(), expected, name);
  for (const double x : weights)
    if (!(x > 0 && std::isfinite(x)))
      throw Error(std::string(name) + ": found " + std::to_string(x) + ", expected a finite number > 0");
}

// Marks the degrees of freedom where nothing acts, and lists them.
void find_free(int nv, std::span<const int> actuated, OperationalWorkspace::Data& d) {
  for (const int dof : actuated)
    if (dof < 0 || dof >= nv)
      throw Error("actuated: found degree of freedom " + std::to_string(dof) + ", expected 0 to " +
                  std::to_string(nv - 1));
  d.free.clear();
  for (int dof = 0; dof < nv; ++dof)
    if (std::find(actuated.begin(), actuated.end(), dof) == actuated.end()) d.free.push_back(dof);
}

// The steps of one call; m rows, u free degrees of freedom.
struct Inverse {
  OperationalWorkspace::Data& d;
  const InverseSettings& settings;
  int m, n, u = static_cast<int>(d.free.size());
  double* lambda;
  DenseBlock<double> H{d.H.data(), m, m}, A{d.A.data(), u, u}, C{d.C.data(), u, u};

  double J(int r, int dof) const { return d.J[at(r) * d.nv + at(dof)]; }
  int free(int i) const { return d.free[at(i)]; }
  bool is_free(int dof) const { return std::binary_search(d.free.begin(), d.free.end(), dof); }
  double* Y(int i) const { return d.Y.data() + static_cast<std::ptrdiff_t>(i) * m; }

  // H = C Cᵀ, and the λ that the actuated part alone would have.
  void eliminate_torques() const {
    for (int r = 0; r < m; ++r) {
      lambda[r] = 0;
      for (int s = 0; s <= r; ++s) H(r, s) = r == s ? weight(settings.force_weight, r) : 0;
    }
    for (int dof = 0; dof < n; ++dof) {
      if (is_free(dof)) continue;
      const double T = weight(settings.torque_weight, dof);
      for (int r = 0; r < m; ++r) {
        lambda[r] += J(r, dof) * T * d.force[at(dof)];
        for (int s = 0; s <= r; ++s) H(r, s) += J(r, dof) * T * J(s, dof);
      }
    }
    cholesky(H);
    cholesky_solve(H, lambda);
    std::copy_n(lambda, m, d.along.begin());
  }

  // Y = H⁻¹J_u, A = J_uᵀY, y = f_u - J_uᵀλ; the largest diagonal entry of A.
  double prepare_free() const {
    double largest_entry = 0;
    for (int i = 0; i < u; ++i) {
      d.y[at(i)] = d.force[at(free(i))];
      for (int r = 0; r < m; ++r) Y(i)[r] = J(r, free(i)), d.y[at(i)] -= J(r, free(i)) * lambda[r];
      cholesky_solve(H, Y(i));
      for (int j = 0; j < u; ++j) {
        A(i, j) = 0;
        for (int r = 0; r < m; ++r) A(i, j) += Y(i)[r] * J(r, free(j));
      }
      largest_entry = std::max(largest_entry, A(i, i));
    }
    return largest_entry;
  }

  SolveReport hold_free() const {
    const double largest_entry = prepare_free(), mu = 1e8 / (largest_entry > 0 ? largest_entry : 1);
    for (int i = 0; i < u; ++i) {
      d.R[at(i)] = mu, d.multiplier[at(i)] = 0;
      for (int j = 0; j <= i; ++j) C(i, j) = A(i, j) + (i == j ? 1 / mu : 0);
    }
    cholesky(C);
    const auto apply = [&](const double* x, double* out) {
      for (int i = 0; i < u; ++i) {
        out[i] = 0;
        for (int j = 0; j < u; ++j) out[i] += A(i, j) * x[j];
      }
    };
    const auto solve = [&](double* x) { cholesky_solve(C, x); };
    const auto roll_out = [&](double* r) {
      std::copy_n(d.along.begin(), m, lambda);
      for (int i = 0; i < u; ++i)
        for (int s = 0; s < m; ++s) lambda[s] += Y(i)[s] * d.multiplier[at(i)];
      for (int i = 0; i < u; ++i) {
        r[i] = -d.force[at(free(i))];
        for (int s = 0; s < m; ++s) r[i] += J(s, free(i)) * lambda[s];
      }
    };
    const DualState<double> state{u,
                                  d.R.data(),
                                  d.multiplier.data(),
                                  d.y.data(),
                                  d.r.data(),
                                  d.before.data(),
                                  d.step.data(),
                                  d.start.data(),
                                  mu * largest_entry};
    return dual_iterations<double>(state, settings.tolerance, settings.max_iterations, apply, solve, roll_out);
  }

  void torques(std::span<double> tau) const {
    for (int dof = 0; dof < n; ++dof) {
      double& t = tau[at(dof)] = is_free(dof) ? 0 : d.force[at(dof)];
      for (int r = 0; r < m && !is_free(dof); ++r) t -= J(r, dof) * lambda[r];
    }
  }
};

}  // namespace

SolveReport constrained_inverse_dynamics(const Model& model, const ConstraintSet& set, OperationalWorkspace& ws,
                                         std::span<const double> q, std::span<const double> v,
                                         std::span<const double> a, std::span<const int> actuated,
                                         const InverseSettings& settings, std::span<double> tau,
                                         std::span<double> lambda, std::span<const ExternalWrench> wrenches) {
  OperationalWorkspace::Data& d = checked(model, set, ws);
  check_size(tau.size(), d.nv, "tau");
  check_size(lambda.size(), at(set.rows()), "lambda");
  check_weights(settings.torque_weight, d.nv, "settings.torque_weight");
  check_weights(settings.force_weight, lambda.size(), "settings.force_weight");
  if (!(settings.tolerance > 0)) throw Error("settings.tolerance: expected > 0");
  if (settings.max_iterations < 1) throw Error("settings.max_iterations: expected >= 1");
  find_free(model.nv(), actuated, d);
  rnea(model, d.tree, q, v, a, d.force, wrenches);  // checks q, v, a and the wrenches
  forward_kinematics(model, q, {}, {}, d.kinematics);
  constraint_jacobian(model, set, d.kinematics, std::span(d.J).first(lambda.size() * d.nv));
  const Inverse inverse{.d = d, .settings = settings, .m = set.rows(), .n = model.nv(), .lambda = lambda.data()};
  inverse.eliminate_torques();
  const SolveReport report = inverse.hold_free();
  inverse.torques(tau);
  return report;
}

std::vector<int> actuated_by_joints(const Model& model) {
  std::vector<int> list;
  for (const JointInfo& joint : model.joints())
    if (joint.kind != JointKind::free || joint.parent >= 0)
      for (int d = 0; d < joint.nv; ++d) list.push_back(joint.v_index + d);
  return list;
}

}  // namespace tenon
