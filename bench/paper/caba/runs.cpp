// The library's own kernels on double, outside of the public calls' checks: what is timed and what converges.
#include <cmath>

#include "caba/caba.hpp"
#include "constrained/algorithms.hpp"
#include "constrained/dense.hpp"
#include "constrained/kernels.hpp"
#include "delassus/damped_algorithms.hpp"
#include "delassus/kernels_damped.hpp"
#include "spatial/aligned.hpp"
#include "tenon/configuration.hpp"

namespace tenon::paper::caba {

struct DampedRun::Data {
  const Model model;
  ConstraintSet set;
  std::vector<std::vector<double>> q;
  DelassusSizes sizes;
  std::vector<AlignedVector> blocks;

  Data(const System& system, int states)
      : model(system.model),
        set(model, system.constraints),
        sizes(delassus_sizes(model.compiled(), set.data().capacity)) {
    for (int s = 0; s < states; ++s) q.push_back(random_configuration(model, static_cast<std::uint64_t>(s)));
    blocks.reserve(16);
  }
};
DampedRun::DampedRun(const System& system, int states) : data_(std::make_unique<Data>(system, states)) {}
DampedRun::~DampedRun() = default;
DampedRun::DampedRun(DampedRun&&) noexcept = default;

std::function<void(int)> DampedRun::run(Damped algorithm, bool factors) {
  const DampedKernels::Algorithm& kernels = TENON_ISA_CHOICE(damped_kernels)[algorithm];
  Arena measure;
  damped_scratch<double>(data_->sizes, algorithm, measure);
  data_->blocks.emplace_back(measure.used());
  Arena arena(data_->blocks.back().data());
  const auto w = damped_scratch<double>(data_->sizes, algorithm, arena);
  for (int a = 0; a < data_->set.rows(); ++a) w.R[a] = 1e3;
  return [d = data_.get(), w, kernel = factors ? kernels.factors : kernels.inverse](int s) {
    kernel(d->model.compiled(), d->set.data(), w, d->q[static_cast<std::size_t>(s)].data());
  };
}

struct ConstrainedRun::Data {
  const Model model;
  ConstraintSet set;
  struct State {
    std::vector<double> q, v, tau, target;
  };
  std::vector<State> states;
  std::vector<double> R, a, lambda;
  ConstrainedSizes sizes;
  std::vector<AlignedVector> blocks;

  Data(const Model& m, const std::vector<Constraint>& constraints, int count)
      : model(m),
        set(model, constraints),
        R(static_cast<std::size_t>(set.rows()), 1e6),
        a(static_cast<std::size_t>(model.nv())),
        lambda(R.size()),
        sizes(constrained_sizes(model.compiled(), set.data().capacity)) {
    Kinematics kinematics(model);
    for (int s = 0; s < count; ++s) {
      const auto seed = static_cast<std::uint64_t>(3 * s);
      State state{random_configuration(model, seed), random_velocity(model, seed + 1), random_velocity(model, seed + 2),
                  std::vector<double>(R.size())};
      forward_kinematics(model, {state.q, state.v}, kinematics);
      constraint_target(model, set, kinematics, {state.q, state.v}, state.target);
      states.push_back(std::move(state));
    }
    blocks.reserve(16);
  }

  std::vector<double> jacobian(const State& state) const {
    Kinematics kinematics(model);
    forward_kinematics(model, {state.q}, kinematics);
    std::vector<double> J(R.size() * a.size());
    constraint_jacobian(model, set, kinematics, J);
    return J;
  }
  ConstrainedScratch<double> memory(Constrained algorithm) {
    Arena measure;
    constrained_scratch<double>(sizes, algorithm, measure);
    blocks.emplace_back(measure.used());
    Arena arena(blocks.back().data());
    return constrained_scratch<double>(sizes, algorithm, arena);
  }
  void solve(ConstrainedKernels::Kernel kernel, const ConstrainedScratch<double>& w, int iterations,
             const State& state) {
    ConstrainedProblem<double> problem{.q = state.q.data(), .v = state.v.data(), .tau = state.tau.data()};
    problem.target = state.target.data(), problem.R = R.data();
    problem.gravity = model.compiled().gravity;
    problem.tolerance = 1e-300, problem.max_iterations = iterations, problem.refine = false;
    std::fill(lambda.begin(), lambda.end(), 0.0);
    (void)kernel(model.compiled(), set.data(), w, problem, a.data(), lambda.data());
  }
};
ConstrainedRun::ConstrainedRun(const Model& model, const std::vector<Constraint>& constraints, int states)
    : data_(std::make_unique<Data>(model, constraints, states)) {}
ConstrainedRun::~ConstrainedRun() = default;
ConstrainedRun::ConstrainedRun(ConstrainedRun&&) noexcept = default;
int ConstrainedRun::rows() const { return data_->set.rows(); }

std::function<void(int)> ConstrainedRun::run(Constrained algorithm, int iterations) {
  return [d = data_.get(), w = data_->memory(algorithm), kernel = TENON_ISA_CHOICE(constrained_kernels)[algorithm],
          iterations](int s) { d->solve(kernel, w, iterations, d->states[static_cast<std::size_t>(s)]); };
}

// Of the accelerations that came out, not of what the loop believes.
double ConstrainedRun::residual(Constrained algorithm, int iterations, int s) {
  data_->blocks.clear();
  const Data::State& state = data_->states[static_cast<std::size_t>(s)];
  data_->solve(TENON_ISA_CHOICE(constrained_kernels)[algorithm], data_->memory(algorithm), iterations, state);
  const std::vector<double> J = data_->jacobian(state);
  double most = 0;
  for (std::size_t r = 0; r < state.target.size(); ++r) {
    double sum = -state.target[r];
    for (std::size_t d = 0; d < data_->a.size(); ++d) sum += J[r * data_->a.size() + d] * data_->a[d];
    most = std::max(most, std::fabs(sum));
  }
  return most;
}

void ConstrainedRun::make_feasible() {
  for (std::size_t s = 0; s < data_->states.size(); ++s) {
    Data::State& state = data_->states[s];
    const std::vector<double> J = data_->jacobian(state), wanted = random_velocity(data_->model, 7 * s + 5);
    for (std::size_t r = 0; r < state.target.size(); ++r) {
      state.target[r] = 0;
      for (std::size_t d = 0; d < wanted.size(); ++d) state.target[r] += J[r * wanted.size() + d] * wanted[d];
    }
  }
}

int ConstrainedRun::rank(int s) const {
  const Data::State& state = data_->states[static_cast<std::size_t>(s)];
  std::vector<double> a(data_->a.size()), lambda(data_->lambda.size());
  return dense_constrained_dynamics(data_->model, data_->set, state.q, state.v, state.tau, a, lambda).rank;
}

}  // namespace tenon::paper::caba
