// How the rows of a frame A held to the world change with q and v, at fixed v̇: row + k_d ė + k_p e.
// Everything is first taken in A's own axes. For an axis s of joint j above A (seen from A), λ the body before j:
//   ∂v/∂q = v_λ × s                       ∂a/∂q = a_λ × s + (v_λ × s) × (v - v_λ)
//   ∂v/∂v = s                             ∂a/∂v = s × v + (v_λ + v_j) × s
// because a change of q_j moves what comes before j against A, and nothing after it. Then
//   local axes         the rows are a, v and e = (Rᵀ(p - p*), θ):  ∂e = (s_l - s_w × e_l, J_r⁻¹(θ) s_w)
//   world axes         they are R x, x = a_l + ω × v_l, α, v, Rᵀ(p - p*), θ: R turns too, ∂(R x) = R (∂x + s_w × x)
// with θ the logarithm of the turn from the target to A and J_r its right Jacobian.
#pragma once

#include <algorithm>

#include "constrained/names.hpp"
#include "constraints/capability.hpp"
#include "constraints/compiled.hpp"
#include "constraints/rotation_log.hpp"
#include "dynamics/paper/aba_derivatives.hpp"
#include "kinematics/data.hpp"
#include "model/algorithm_facts.hpp"

namespace tenon {

// The turn's J_r⁻¹(θ) x.
inline Vec3<double> inverse_right_jacobian(const Vec3<double>& theta, const Vec3<double>& x) {
  const double t2 = dot(theta, theta), t = std::sqrt(t2);
  const double c = t < 1e-4 ? 1.0 / 12 + t2 / 720 : 1 / t2 - (1 + std::cos(t)) / (2 * t * std::sin(t));
  const Vec3<double> turned = cross(theta, x);
  return x + 0.5 * turned + c * cross(theta, turned);
}

// Row, rate and error of a frame and how they change, six numbers each.
struct FrameRows {
  const CompiledConstraint& c;
  Transform<double> X_wA, X_Aw;
  Motion<double> v, a;        // of A, its own axes
  Vec3<double> offset, turn;  // Rᵀ(p - p*), θ

  FrameRows(const CompiledConstraint& constraint, const std::vector<KinematicBody<double>>& bodies) : c(constraint) {
    const KinematicBody<double>& b = bodies[static_cast<std::size_t>(c.A.body)];
    X_wA = b.X_wb * c.A.X, X_Aw = inverse(X_wA);
    v = act_inverse(c.A.X, b.v), a = act_inverse(c.A.X, b.a);
    offset = transpose_mul(X_wA.R, X_wA.p - c.target.p);
    // Half a turn has no unique error; a constraint without kp does not ask for it.
    turn = c.kp == 0 ? Vec3<double>{0, 0, 0} : rotation_log(transpose(c.target.R) * X_wA.R);
  }

  // Changes da, dv of acceleration and velocity (A's axes), s of the frame itself (zero for a change of velocity).
  Motion<double> change(const Motion<double>& da, const Motion<double>& dv, const Motion<double>& s) const {
    const Vec3<double> none{0, 0, 0};
    const Vec3<double> d_turn = c.kp == 0 ? none : inverse_right_jacobian(turn, s.angular);
    const Vec3<double> d_offset = c.kp == 0 ? none : s.linear + cross(offset, s.angular);
    const auto sum = [&](const Vec3<double>& x, const Vec3<double>& rate, const Vec3<double>& error) {
      return x + c.kd * rate + c.kp * error;
    };
    if (c.axes == Axes::local) return {sum(da.linear, dv.linear, d_offset), sum(da.angular, dv.angular, d_turn)};
    const Vec3<double> classical = a.linear + cross(v.angular, v.linear);
    const Vec3<double> d_classical = da.linear + cross(dv.angular, v.linear) + cross(v.angular, dv.linear);
    const Vec3<double> linear = sum(classical, v.linear, offset), angular = sum(a.angular, v.angular, turn);
    return {X_wA.R * (sum(d_classical, dv.linear, d_offset) + cross(s.angular, linear)),
            X_wA.R * (sum(da.angular, dv.angular, d_turn) + cross(s.angular, angular))};
  }

  // visit(dof, s, v_λ × s) for the axes that carry A.
  template <class Visit>
  void each_sweep_above(const CompiledModel& model, const std::vector<KinematicBody<double>>& bodies,
                        Visit&& visit) const {
    for (int j = c.A.body; j > 0; j = model.bodies[static_cast<std::size_t>(j)].parent) {
      const Body& k = model.bodies[static_cast<std::size_t>(j)];
      const KinematicBody<double>& up = bodies[static_cast<std::size_t>(k.parent)];
      const Transform<double> X_Aj = X_Aw * bodies[static_cast<std::size_t>(j)].X_wb;
      const Motion<double> v_l = act(X_Aw * up.X_wb, up.v);
      each_axis(k, [&](int dof, const Motion<double>& axis) {
        const Motion<double> s = act(X_Aj, axis);
        visit(dof, s, cross(v_l, s));
      });
    }
  }

  // visit(dof, s, ∂/∂q, ∂/∂v) for the axes that carry A.
  template <class Visit>
  void each_axis_above(const CompiledModel& model, const std::vector<KinematicBody<double>>& bodies,
                       Visit&& visit) const {
    const Motion<double> none{{0, 0, 0}, {0, 0, 0}};
    for (int j = c.A.body; j > 0; j = model.bodies[static_cast<std::size_t>(j)].parent) {
      const Body& k = model.bodies[static_cast<std::size_t>(j)];
      const KinematicBody<double>&b = bodies[static_cast<std::size_t>(j)],
            &up = bodies[static_cast<std::size_t>(k.parent)];
      const Transform<double> X_Aj = X_Aw * b.X_wb, X_Al = X_Aw * up.X_wb;
      const Motion<double> v_j = act(X_Aj, b.v), v_l = act(X_Al, up.v), a_l = act(X_Al, up.a);
      each_axis(k, [&](int dof, const Motion<double>& axis) {
        const Motion<double> s = act(X_Aj, axis), swept = cross(v_l, s);
        visit(dof, s, change(cross(a_l, s) + cross(swept, v - v_l), swept, s),
              change(cross(s, v) + cross(v_l + v_j, s), s, none));
      });
    }
  }
};

// At the solution of constrained_dynamics, by the algorithm that it chooses. The file of the algorithm is
// derivatives.cpp.
struct DerivativesAtSolution {
  static constexpr AlgorithmFacts facts{
      .name = "constrained-derivatives",
      .family = "constrained_dynamics_derivatives",
      .paper = "definition",
      .listing = "the equations at their solution, on aba-derivatives; counted as those",
      .complexity = "O(n² m + n m²)",
      .degeneracies = massless_links_and_redundant_rows};
  static constexpr RowKinds takes = RowKinds::frame;

  template <class Ask>
  static void compute(const Ask& ask) {
    const ConstraintSet& set = ask.set();
    const std::size_t n = ask.nv, rows = static_cast<std::size_t>(set.rows());
    auto &a = ask.memory.vector, &force = ask.memory.forces;
    force.assign(rows, 0.0);
    SolverSettings settings = ask.settings();
    if (!ask.given.start.empty())
      settings.warm_start = true, std::copy(ask.given.start.begin(), ask.given.start.end(), force.begin());
    const State state{ask.given.q, ask.given.v};
    check_rigid(set, chosen_constrained(set), false);
    const auto report = constrained_dynamics(ask.model, set, ask.ws, state, ask.given.tau, settings, ask.given.wrenches,
                                             {a, force}, chosen_constrained(set));
    const auto motion = [&](std::size_t k) { return ask.out.subspan(k * n * n, n * n); };
    const auto forces = [&](std::size_t k) { return ask.out.subspan(3 * n * n + k * rows * n, rows * n); };
    differentiate_constrained_dynamics(ask.model, set, ask.ws, state, a, force, ask.given.wrenches,
                                       {.acceleration = {},
                                        .lambda = {},
                                        .da_dq = motion(0),
                                        .da_dv = motion(1),
                                        .da_dtau = motion(2),
                                        .dlambda_dq = forces(0),
                                        .dlambda_dv = forces(1),
                                        .dlambda_dtau = forces(2)});
    ask.put(report, ask.out.subspan(3 * n * n + 3 * rows * n));
  }
  template <class Run>
  static void count(Run& run) {
    AbaDerivativesAlgorithm::count(run);
  }
};

}  // namespace tenon
