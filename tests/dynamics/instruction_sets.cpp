// Instruction sets agree to rounding in single calls: the tables of all sets that this machine has, in one process.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "dynamics/kernels_walk.hpp"
#include "factorization/fast/packed.hpp"
#include "kinematics/kernels.hpp"
#include "spatial/aligned.hpp"
#include "support/mechanism.hpp"

namespace tenon::test {
namespace {

#ifdef TENON_HAS_AVX512
constexpr double rounding = 1e-12;  // relative, over the largest number of an answer

struct Tables {
  const WalkKernels& walk;
  const KinematicsKernels& kinematics;
  const FactorizationKernels& factorization;
};
std::vector<Tables> tables() {
  std::vector<Tables> sets = {
      {walk_kernels_isa_baseline, kinematics_kernels_isa_baseline, factorization_table_isa_baseline}};
  if (machine_has(Isa::avx2))
    sets.push_back({walk_kernels_isa_avx2, kinematics_kernels_isa_avx2, factorization_table_isa_avx2});
  if (machine_has(Isa::avx512))
    sets.push_back({walk_kernels_isa_avx512, kinematics_kernels_isa_avx512, factorization_table_isa_avx512});
  return sets;
}

struct Answers {
  Vector tau, M, acceleration, solution, factors, placements, motions;
};

Answers answers(const Mechanism& m, const Tables& set, const WalkChoice& walks) {
  const CompiledModel& model = m.model.compiled();
  AlignedVector scratch(set.walk.scratch_size(model, walks));
  Answers out{Vector(m.nv()), Vector(m.nv() * m.nv()), Vector(m.nv()), Vector(m.nv()), Vector(m.nv()), {}, {}};
  const double *q = m.q.data(), *v = m.v.data(), *a = m.a.data();
  set.walk.rnea(model, *walks.limbs, scratch.data(), q, v, a, nullptr, out.tau.data());
  set.walk.aba(model, *walks.limbs, scratch.data(), q, v, a, nullptr, out.acceleration.data());
  set.walk.minverse_apply(model, *walks.limbs, scratch.data(), q, a, out.solution.data());
  set.walk.crba(model, *walks.columns, scratch.data(), q, out.M.data(), true, true, true);
  const PackedStorage storage(model.lambda);
  EXPECT_EQ(set.factorization.factorize(storage.factor(), out.M.data()), -1);
  set.factorization.solve(storage.factor(), a, out.factors.data());
  std::vector<KinematicBody<double>> body(model.bodies.size());
  AlignedVector more(set.kinematics.scratch_size(model, *walks.limbs));
  const auto numbers = [&] {
    Vector x;
    for (std::size_t i = 1; i < body.size(); ++i) {
      const double* from = reinterpret_cast<const double*>(&body[i]);
      x.insert(x.end(), from, from + sizeof body[i] / sizeof(double));
    }
    return x;
  };
  set.kinematics.placements(model, *walks.limbs, more.data(), q, body.data());
  out.placements = numbers();
  set.kinematics.motions(model, *walks.limbs, more.data(), q, v, a, body.data());
  out.motions = numbers();
  return out;
}

// Solutions of M x = b lose digits with the condition of M, each set in its own way: what M makes of their difference,
// over the numbers that M x is a sum of.
double backward_distance(const Vector& M, const Vector& x, const Vector& y) {
  const auto largest = [](const Vector& all) {
    double most = 0;
    for (const double one : all) most = std::max(most, std::abs(one));
    return most;
  };
  Vector difference = x;
  for (std::size_t k = 0; k < x.size(); ++k) difference[k] -= y[k];
  return largest(product(M, difference)) / (largest(M) * largest(y));
}

void expect_agreement(const Mechanism& m, const std::string& which) {
  const std::vector<Tables> sets = tables();
  for (const Mode mode : {Mode::automatic, Mode::single, Mode::lanes}) {
    const WalkChoice walks = choose_walks(m.model.compiled(), mode);
    const Answers one = answers(m, sets[0], walks);
    for (std::size_t k = 1; k < sets.size(); ++k) {
      const Answers other = answers(m, sets[k], walks);
      EXPECT_LE(distance(other.tau, one.tau), rounding) << which << ", set " << k;
      EXPECT_LE(distance(other.M, one.M), rounding) << which << ", set " << k;
      EXPECT_LE(distance(other.placements, one.placements), rounding) << which << ", set " << k;
      EXPECT_LE(distance(other.motions, one.motions), rounding) << which << ", set " << k;
      for (const auto& solution : {&Answers::acceleration, &Answers::solution, &Answers::factors})
        EXPECT_LE(backward_distance(one.M, other.*solution, one.*solution), rounding) << which << ", set " << k;
    }
  }
}

TEST(InstructionSets, AgreeToRoundingInSingleCallsOfRobots) {
  if (tables().size() == 1) GTEST_SKIP() << "one set only";
  for (const char* robot : {"quadruped_standin", "humanoid_standin", "arm7_standin", "atlas_standin:2", "chain:7",
                            "chain:60", "binary_tree:4"})
    for (const auto seed : seeds(20)) expect_agreement(Mechanism(generators::make(robot), seed), robot);
}

TEST(InstructionSets, AgreeToRoundingInSingleCallsOfRandomTrees) {
  if (tables().size() == 1) GTEST_SKIP() << "one set only";
  for (const auto seed : seeds(300)) expect_agreement(random_mechanism(seed), "seed " + std::to_string(seed));
}
#endif

}  // namespace
}  // namespace tenon::test
