// constrained-aba and prox-pv on the walks: body by body, limbs in lanes, and what the public call chooses, against the
// plain kernel.
#include "constrained/algorithms.hpp"
#include "constrained/kernels.hpp"
#include "constrained/question.hpp"
#include "constrained/verdict.hpp"
#include "dynamics/workspace.hpp"
#include "spatial/aligned.hpp"
#include "support/allocations.hpp"

namespace tenon::test {
namespace {

constexpr Constrained walked[] = {Constrained::constrained_aba, Constrained::prox_pv};

Answer on_walk(const ConstrainedQuestion& question, Constrained algorithm, Mode mode) {
  Workspace ws(question.m.model, question.set, {.mode = mode});
  Answer answer{Vector(question.m.nv(), NAN), Vector(question.rows(), NAN), {}};
  answer.report =
      constrained_dynamics(question.m.model, question.set, ws, {question.m.q, question.m.v}, question.tau,
                           with(question.settings, algorithm, question.m.wrenches), {answer.a, answer.lambda});
  return answer;
}

Answer plain(const ConstrainedQuestion& question, Constrained algorithm) {
  const CompiledModel& model = question.m.model.compiled();
  const ConstrainedSizes sizes = constrained_sizes(model, question.set.capacity());
  Arena measure;
  constrained_scratch<double>(sizes, algorithm, measure);
  AlignedVector memory(measure.used());
  Arena arena(memory.data());
  Workspace tree(question.m.model);
  const Vector R = question.mu(algorithm);
  const auto target = question.target();
  ConstrainedProblem<double> problem{.q = question.m.q.data(), .v = question.m.v.data(), .tau = question.tau.data()};
  problem.external = body_wrenches(question.m.model, *tree.data().tree, question.m.wrenches);
  problem.target = target.data(), problem.R = R.data(), problem.gravity = model.gravity;
  problem.tolerance = question.settings.tolerance, problem.max_iterations = question.settings.max_iterations;
  Answer answer{Vector(question.m.nv()), Vector(question.rows(), 0.0), {}};
  answer.report = constrained_kernels_isa_baseline[algorithm](model, question.set.data(),
                                                              constrained_scratch<double>(sizes, algorithm, arena),
                                                              problem, answer.a.data(), answer.lambda.data());
  Verdict verdict(question.m.model);
  if (answer.report.status != SolveStatus::converged)
    verdict.judge(question.m.model, question.set,
                  {.q = question.m.q,
                   .v = question.m.v,
                   .x = answer.a,
                   .target = {},
                   .R = R,
                   .lambda = answer.lambda,
                   .warm = false,
                   .grows = algorithm == Constrained::constrained_aba},
                  problem.tolerance, answer.report);
  return answer;
}

// With mu = 10 nothing hides in rounding, and the second, third and sixth iterates are far from the answer.
TEST(ConstrainedWalk, GivesThePlainKernelsIteratesInEveryMode) {
  for (const auto seed : seeds(1000)) {
    ConstrainedQuestion question = random_question(seed);
    question.settings.penalty = 10, question.settings.tolerance = 1e-300;
    for (const int iterations : {1, 2, 3, 6}) {
      question.settings.max_iterations = iterations;
      for (const Constrained algorithm : walked) {
        const Answer expected = plain(question, algorithm);
        for (const Mode mode : {Mode::single, Mode::lanes, Mode::automatic}) {
          const Answer found = on_walk(question, algorithm, mode);
          EXPECT_LE(distance(found.a, expected.a), 1e-9) << to_string(algorithm) << seed << " after " << iterations;
          EXPECT_LE(distance(found.lambda, expected.lambda), 1e-9)
              << to_string(algorithm) << seed << " after " << iterations;
        }
      }
    }
  }
}

TEST(ConstrainedWalk, TakesOneStiffnessPerRow) {
  for (const auto seed : seeds(200)) {
    ConstrainedQuestion question = random_question(seed);
    Vector mu = Random(seed + 5).vector(question.set.rows(), 1);
    for (double& x : mu) x = 10 + x;
    question.settings.penalty = mu, question.settings.max_iterations = 3, question.settings.tolerance = 1e-300;
    for (const Constrained algorithm : walked) {
      const Answer expected = plain(question, algorithm);
      for (const Mode mode : {Mode::single, Mode::lanes}) {
        const Answer found = on_walk(question, algorithm, mode);
        EXPECT_LE(distance(found.a, expected.a), 1e-9) << to_string(algorithm) << seed;
        EXPECT_LE(distance(found.lambda, expected.lambda), 1e-9) << to_string(algorithm) << seed;
      }
    }
  }
}

TEST(ConstrainedWalk, GivesTheSameBitsEveryTimeAndAllocatesNothing) {
  for (const auto seed : seeds(50)) {
    const ConstrainedQuestion question = random_question(seed);
    for (const Constrained algorithm : walked)
      for (const Mode mode : {Mode::single, Mode::lanes}) {
        const Answer once = on_walk(question, algorithm, mode);
        Workspace ws(question.m.model, question.set, {.mode = mode});
        Answer again = once;
        for (int twice = 0; twice < 2; ++twice) {
          const Allocations heap;
          (void)constrained_dynamics(question.m.model, question.set, ws, {question.m.q, question.m.v}, question.tau,
                                     with(question.settings, algorithm, question.m.wrenches), {again.a, again.lambda});
          if (Allocations::active()) EXPECT_EQ(heap.count(), 0) << seed;
        }
        EXPECT_EQ(again.a, once.a) << to_string(algorithm) << seed;
        EXPECT_EQ(again.lambda, once.lambda) << to_string(algorithm) << seed;
      }
  }
}

// Rows are kept from call to call; whatever changes between two calls, the answer is that of a new workspace.
TEST(ConstrainedWalk, DoesNotRememberOtherRows) {
  for (const auto seed : seeds(50)) {
    ConstrainedQuestion question = random_question(seed);
    if (question.set.rows() == 0) continue;
    const Vector per_row(question.rows(), 1e3);
    for (const Mode mode : {Mode::single, Mode::lanes}) {
      Workspace ws(question.m.model, question.set, {.mode = mode});
      const auto expect_as_new = [&](const char* change) {
        for (const Constrained algorithm : {walked[0], walked[1], walked[0]}) {
          const Answer fresh = on_walk(question, algorithm, mode);
          Answer found = fresh;
          (void)constrained_dynamics(question.m.model, question.set, ws, {question.m.q, question.m.v}, question.tau,
                                     with(question.settings, algorithm, question.m.wrenches), {found.a, found.lambda});
          EXPECT_EQ(found.a, fresh.a) << to_string(algorithm) << seed << ", " << change;
          EXPECT_EQ(found.lambda, fresh.lambda) << to_string(algorithm) << seed << ", " << change;
        }
      };
      expect_as_new("nothing");
      question.settings.penalty = 1e5;
      expect_as_new("penalty");
      question.settings.penalty = per_row;
      expect_as_new("penalty per row");
      question.settings.penalty = 1e5;
      expect_as_new("penalty per row taken back");
      question.set.set_reference(0, Vector(static_cast<std::size_t>(question.set.rows(0)), 0.5));
      expect_as_new("reference");
      question.set.set_gains(0, 10, 1);
      expect_as_new("gains");
      question.set.set_gains(0, 0, 0);
      expect_as_new("gains taken back");
      question.set.remove(0);
      expect_as_new("a constraint less");
      question.set.assign(question.list);
      expect_as_new("the first set");
    }
  }
}

}  // namespace
}  // namespace tenon::test
