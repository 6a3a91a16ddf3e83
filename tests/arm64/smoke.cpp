// Runs on arm64 (./run check-arm64): single calls and batches agree, lanes equal the single walk to the bit.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "dynamics/kernels_walk.hpp"
#include "spatial/aligned.hpp"
#include "spatial/isa.hpp"
#include "tenon/generators.hpp"
#include "tenon/tenon.hpp"
#include "walk/tree_walks.hpp"

namespace {

int failures = 0;

void expect(bool holds, const char* what, const char* robot) {
  if (!holds) std::printf("FAILED %s: %s\n", robot, what), ++failures;
}

double distance(const std::vector<double>& x, const std::vector<double>& y) {
  double worst = 0, largest = 1;
  for (std::size_t k = 0; k < x.size(); ++k)
    worst = std::max(worst, std::abs(x[k] - y[k])), largest = std::max(largest, std::abs(y[k]));
  return worst / largest;
}

void check(const char* name, const tenon::RobotDescription& description) {
  const tenon::Model model(description);
  const tenon::CompiledModel& m = model.compiled();
  const int n = 11;
  const std::size_t nv = static_cast<std::size_t>(model.nv());
  std::vector<double> q, v, a, tau(n * nv), back(n * nv), one(nv), walk_tau;
  tenon::Workspace ws(model);
  tenon::AlignedVector scratch(tenon::walk_kernels_isa_baseline.scratch_size(m, choose_walks(m, tenon::Mode::single)));
  double worst = 0;
  for (int k = 0; k < n; ++k) {
    const auto seed = static_cast<std::uint64_t>(k);
    const std::vector<double> qk = random_configuration(model, seed), vk = random_velocity(model, seed),
                              ak = random_velocity(model, 100 + seed);
    rnea(model, ws, {qk, vk}, ak, one);
    std::vector<double> acceleration(nv), walked(nv);
    aba(model, ws, {qk, vk}, one, acceleration);
    worst = std::max(worst, distance(acceleration, ak));
    tenon::walk_kernels_isa_baseline.rnea(m, m.walks->bodies, scratch.data(), qk.data(), vk.data(), ak.data(), nullptr,
                                          walked.data());
    walk_tau.insert(walk_tau.end(), walked.begin(), walked.end());
    q.insert(q.end(), qk.begin(), qk.end()), v.insert(v.end(), vk.begin(), vk.end());
    a.insert(a.end(), ak.begin(), ak.end());
  }
  expect(worst < 1e-8, "aba undoes rnea", name);
  tenon::Batch batch(model);
  batch.rnea(n, {q, v}, a, tau);
  expect(tau == walk_tau, "a lane is the single walk to the bit", name);
  batch.aba(n, {q, v}, tau, back);
  expect(distance(back, a) < 1e-8, "a batch's aba undoes its rnea", name);
  const std::vector<float> fq(q.begin(), q.end()), fv(v.begin(), v.end()), fa(a.begin(), a.end());
  std::vector<float> ftau(tau.size());
  tenon::FloatBatch float_batch(model);
  float_batch.rnea(n, {fq, fv}, fa, ftau);
  expect(distance({ftau.begin(), ftau.end()}, tau) < 1e-4, "floats agree with doubles", name);
}

}  // namespace

int main() {
  check("quadruped", tenon::generators::quadruped_standin());
  check("humanoid", tenon::generators::humanoid_standin());
  check("chain", tenon::generators::chain(20));
  std::printf("instruction set %s: %d failed\n", tenon::to_string(tenon::active_isa()), failures);
  return failures == 0 ? 0 : 1;
}
