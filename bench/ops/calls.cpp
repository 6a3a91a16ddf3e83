// Each algorithm once as a single call and once over a batch, for both scalars. Outputs are as long as the largest.
#include "calls.hpp"

#include "tenon/algorithms.hpp"
#include "tenon/configuration.hpp"

namespace tenon::ops {

States<double> random_states(const Model& model) {
  States<double> s;
  for (int k = 0; k < samples; ++k) {
    const std::vector<double> one = random_configuration(model, static_cast<std::uint64_t>(k + 1));
    s.q.insert(s.q.end(), one.begin(), one.end());
    for (int d = 0; d < model.nv(); ++d)
      s.v.push_back(0.1 * ((d * 7 + k * 3) % 19) - 0.9), s.x.push_back(0.5 - s.v.back());
  }
  return s;
}

FrameId last_frame(const Model& model) { return {static_cast<int>(model.frames().size()) - 1}; }

namespace {

using Out = std::span<double>;
template <class T>
std::size_t matrix_numbers(const States<T>& s) {
  return s.v.size() * (s.v.size() / samples);
}

void single_rnea(const State& s, Memory& w, Out out) {
  rnea(s.model, w.workspace, {s.q, s.v}, s.x, out.first(s.v.size()));
}
template <class T>
void batch_rnea(BatchOf<T>& b, States<T>& s, std::span<T> out) {
  b.rnea(samples, {s.q, s.v}, s.x, out.first(s.v.size()));
}

void single_aba(const State& s, Memory& w, Out out) {
  aba(s.model, w.workspace, {s.q, s.v}, s.x, out.first(s.v.size()));
}
template <class T>
void batch_aba(BatchOf<T>& b, States<T>& s, std::span<T> out) {
  b.aba(samples, {s.q, s.v}, s.x, out.first(s.v.size()));
}

void single_crba(const State& s, Memory& w, Out out) {
  crba(s.model, w.workspace, s.q, out.first(s.v.size() * s.v.size()));
}
template <class T>
void batch_crba(BatchOf<T>& b, States<T>& s, std::span<T> out) {
  b.crba(samples, s.q, out.first(matrix_numbers(s)));
}

void single_minverse(const State& s, Memory& w, Out out) {
  minverse_apply(s.model, w.workspace, s.q, s.x, out.first(s.v.size()));
}
template <class T>
void batch_minverse(BatchOf<T>& b, States<T>& s, std::span<T> out) {
  b.minverse_apply(samples, s.q, s.x, out.first(s.v.size()));
}

void single_placement(const State& s, Memory& w, Out out) {
  forward_kinematics(s.model, {s.q}, w.kinematics);
  out[0] = frame_placement(s.model, w.kinematics, last_frame(s.model)).translation[0];
}
template <class T>
void batch_placement(BatchOf<T>& b, States<T>& s, std::span<T> out) {
  b.frame_placements(samples, s.q, out.first(12 * samples));
}

// Of a given M.
void single_solve(const State& s, Memory& w, Out out) {
  if (w.M.empty()) crba(s.model, w.workspace, s.q, w.M = std::vector<double>(s.v.size() * s.v.size()));
  (void)w.factorization.factorize(w.M);
  w.factorization.solve(s.x, out.first(s.v.size()));
}
template <class T>
void batch_solve(BatchOf<T>& b, States<T>& s, std::span<T> out) {
  if (s.matrices.empty()) b.crba(samples, s.q, s.matrices = std::vector<T>(matrix_numbers(s)));
  b.solve(samples, s.matrices, s.x, out.first(s.v.size()));
}

long registered(const Call& call, const State& s) {
  const Question question{.q = s.q, .v = s.v, .a = s.x, .tau = s.x, .x = s.x, .wrenches = {}};
  Question asked = question;
  asked.frame = last_frame(s.model);
  return total(algorithms_of(call.family).front().count(s.model, asked));
}
// [Fea05]'s formula: the registry has no row for exactly this.
long factorized(const Call&, const State& s) {
  const FactorizationCost cost = factorization_cost(s.model);
  return total(cost.factorize) + total(cost.back_substitute);
}

constexpr Call table[] = {
    {"rnea", single_rnea, batch_rnea<double>, batch_rnea<float>, registered},
    {"aba", single_aba, batch_aba<double>, batch_aba<float>, registered},
    {"crba", single_crba, batch_crba<double>, batch_crba<float>, registered},
    {"minverse_apply", single_minverse, batch_minverse<double>, batch_minverse<float>, registered},
    {"placement", single_placement, batch_placement<double>, batch_placement<float>, registered},
    {"ltdl and solve", single_solve, batch_solve<double>, batch_solve<float>, factorized},
};

}  // namespace

std::span<const Call> calls() { return table; }

}  // namespace tenon::ops
