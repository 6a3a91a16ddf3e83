// Adapters: accelerations and forces of constrained trees, and impulses.
#include <algorithm>

#include "registry/compute.hpp"
#include "registry/each_constrained.hpp"

namespace tenon {

namespace {

// The report as numbers, and back.
void put(const SolveReport& report, std::span<double> out) {
  out[0] = static_cast<double>(report.status), out[1] = report.iterations;
  out[2] = report.residual, out[3] = report.dual_residual;
}

const ConstraintSet& set_of(const Model& model, AlgorithmWorkspace::Data& ws, const Question& s) {
  return s.constraints ? *s.constraints : ws.no_constraint.get(model).set;
}

// solve(set, workspace, settings, motion, forces) with the parts of the answer.
template <class Solve>
void into_parts(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out, Solve&& solve) {
  const ConstraintSet& set = set_of(model, ws.data(), s);
  const auto nv = static_cast<std::size_t>(model.nv()), rows = static_cast<std::size_t>(set.rows());
  const std::span<double> forces = out.subspan(nv, rows);
  ConstrainedSettings settings = s.settings;
  settings.stiffness = s.stiffness;
  if (!s.start.empty()) {
    settings.warm_start = true;
    std::copy(s.start.begin(), s.start.end(), forces.begin());
  }
  put(solve(set, ws.data().constrained.get(model, set), settings, out.first(nv), forces), out.subspan(nv + rows));
}

}  // namespace

SolveReport solve_report(std::span<const double> part) {
  return {static_cast<SolveStatus>(static_cast<int>(part[0])), static_cast<int>(part[1]), part[2], part[3]};
}

namespace compute {

template <Constrained algorithm>
void constrained(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  into_parts(model, ws, s, out,
             [&](const ConstraintSet& set, ConstrainedWorkspace& w, const ConstrainedSettings& settings,
                 std::span<double> a, std::span<double> forces) {
               return constrained_dynamics(model, set, w, s.q, s.v, s.tau, settings, a, forces, algorithm, s.wrenches);
             });
}

template <Constrained algorithm>
void impulse(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  into_parts(model, ws, s, out,
             [&](const ConstraintSet& set, ConstrainedWorkspace& w, const ConstrainedSettings& settings,
                 std::span<double> v, std::span<double> impulses) {
               return constrained_impulse(model, set, w, s.q, s.v, settings, v, impulses, algorithm, s.restitution);
             });
}

// At the solution of constrained_dynamics, by the algorithm that it chooses.
void constrained_derivatives(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  const ConstraintSet& set = set_of(model, ws.data(), s);
  const auto n = static_cast<std::size_t>(model.nv()), rows = static_cast<std::size_t>(set.rows());
  std::vector<double>&a = ws.data().vector, &force = ws.data().forces;
  force.assign(rows, 0.0);
  ConstrainedSettings settings = s.settings;
  if (!s.start.empty()) settings.warm_start = true, std::copy(s.start.begin(), s.start.end(), force.begin());
  const SolveReport report = constrained_dynamics(model, set, ws.data().constrained.get(model, set), s.q, s.v, s.tau,
                                                  settings, a, force, Constrained::automatic, s.wrenches);
  const auto motion = [&](std::size_t k) { return out.subspan(k * n * n, n * n); };
  const auto forces = [&](std::size_t k) { return out.subspan(3 * n * n + k * rows * n, rows * n); };
  constrained_dynamics_derivatives(model, set, ws.data().constrained_derivatives.get(model, set), s.q, s.v, a, force,
                                   {motion(0), motion(1), motion(2), forces(0), forces(1), forces(2)}, s.wrenches);
  put(report, out.subspan(3 * n * n + 3 * rows * n));
}

#define TENON_BOTH(name)                                                                                               \
  template void constrained<Constrained::name>(const Model&, AlgorithmWorkspace&, const Question&, std::span<double>); \
  template void impulse<Constrained::name>(const Model&, AlgorithmWorkspace&, const Question&, std::span<double>);
TENON_EACH_CONSTRAINED(TENON_BOTH)
#undef TENON_BOTH

}  // namespace compute
}  // namespace tenon
