// The damped inverse: every algorithm against the dense one, that one against its definition, and what must hold for
// any. Errors: damped_errors.cpp.
#include "tenon/delassus.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <Eigen/Dense>
#include <limits>

#include "support/algorithms.hpp"
#include "support/constraints.hpp"
#include "tenon/builder.hpp"

namespace tenon::test {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Numbers = Eigen::VectorXd;

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr Damped cancelling[] = {Damped::caba_osim, Damped::caba_osimf};
const std::vector<Damped> every = damped_algorithms(names("damped_inverse"), /*automatic=*/true);

bool is_one_of(Damped algorithm, std::span<const Damped> list) {
  return std::find(list.begin(), list.end(), algorithm) != list.end();
}

// A mechanism with constraints, a stiffness per row around `scale` and a vector.
struct Damping {
  Mechanism m;
  Random random;
  ConstraintSet set;
  Workspace ws;
  Vector stiffness, x;

  Damping(const RobotDescription& robot, std::uint64_t seed, const ConstraintMix& mix = {}, double scale = 1,
          const CompileOptions& options = {})
      : m(robot, seed, options),
        random(seed + 7),
        set(m.model, random_constraints(m.model, random, mix)),
        ws(m.model, set),
        x(random.vector(set.rows())) {
    for (int r = 0; r < set.rows(); ++r) stiffness.push_back(scale * std::exp(random.uniform(-4, 4)));
  }
  explicit Damping(std::uint64_t seed, const ConstraintMix& mix = {}, double scale = 1)
      : Damping(random_robot(seed), seed, mix, scale) {}

  Matrix by(Damped algorithm) {
    Matrix out(set.rows(), set.rows());
    damped_inverse(m.model, set, ws, m.q, {.algorithm = to_string(algorithm), .stiffness = stiffness},
                   {out.data(), static_cast<std::size_t>(out.size())});
    return out;
  }
  Numbers solved_by(Damped algorithm) {
    Numbers out(set.rows());
    damped_solve(m.model, set, ws, m.q, x, {.algorithm = to_string(algorithm), .stiffness = stiffness},
                 {out.data(), static_cast<std::size_t>(out.size())});
    return out;
  }
  Matrix delassus_matrix() {
    Matrix out(set.rows(), set.rows());
    delassus(m.model, set, ws, m.q, {.algorithm = "dense"}, {out.data(), static_cast<std::size_t>(out.size())});
    return out;
  }
  // C ε (1 + ‖R‖ ‖Λ⁻¹‖) of the largest number: R - L₀ cancels. Trees whose M is ill-conditioned need about C = 50.
  double tolerance() {
    if (set.rows() == 0) return 0;
    const double R = *std::max_element(stiffness.begin(), stiffness.end());
    return 200 * epsilon * (1 + R * delassus_matrix().norm());
  }
};

double difference(const Matrix& a, const Matrix& b) {
  return a.size() == 0 ? 0 : (a - b).cwiseAbs().maxCoeff() / std::max(1e-300, b.cwiseAbs().maxCoeff());
}

void expect_all_equal_dense(Damping& d, const std::string& what, std::span<const Damped> algorithms = every) {
  const Matrix expected = d.by(Damped::dense);
  const Numbers product = expected * Eigen::Map<const Numbers>(d.x.data(), d.set.rows());
  const double tolerance = d.tolerance(), largest = expected.size() == 0 ? 1 : expected.cwiseAbs().maxCoeff();
  for (const Damped algorithm : algorithms) {
    EXPECT_LE(difference(d.by(algorithm), expected), tolerance) << what << " " << to_string(algorithm);
    if (d.set.rows() == 0) continue;
    const double error = (d.solved_by(algorithm) - product).cwiseAbs().maxCoeff();
    EXPECT_LE(error, tolerance * d.set.rows() * largest) << what << " " << to_string(algorithm);
  }
}

TEST(DampedDense, IsTheInverseOfItsDefinition) {
  for (const auto seed : seeds(200)) {
    Damping d(seed, {.loops = true, .joints = true, .centre_of_mass = true}, 30);
    if (d.set.rows() == 0) continue;
    Matrix damped = d.delassus_matrix();
    for (int r = 0; r < d.set.rows(); ++r) damped(r, r) += 1 / d.stiffness[static_cast<std::size_t>(r)];
    const Matrix expected = damped.ldlt().solve(Matrix::Identity(d.set.rows(), d.set.rows()));
    EXPECT_LE(difference(d.by(Damped::dense), expected), d.tolerance()) << seed;
  }
}

// A point of a pendulum across its bar: 1 / (1/R + L²/I).
TEST(DampedInverse, OfAPendulumIsASpringInSeriesWithItsApparentMass) {
  ModelBuilder arm("pendulum");
  arm.link("rod", solid_sphere(2, 0.1, placement_at(0, 0, -1)));
  arm.revolute("hinge", "", "rod", placement_at(0, 0, 0), {0, 1, 0});
  arm.frame("tip", "rod", placement_at(0, 0, -3));
  const Model model = arm.build();
  Constraint across = connect("tip");
  across.mask = {true, false, false};
  const ConstraintSet set(model, {across});
  Workspace ws(model, set);
  const double inertia = 2 * (0.4 * 0.01 + 1), expected = 1 / (1 / 5.0 + 9 / inertia);
  for (const Damped algorithm : every) {
    Vector out(1), y(1);
    damped_inverse(model, set, ws, Vector{0.7}, {.algorithm = to_string(algorithm), .stiffness = 5}, out);
    damped_solve(model, set, ws, Vector{0.7}, Vector{-2}, {.algorithm = to_string(algorithm), .stiffness = 5}, y);
    EXPECT_NEAR(out[0], expected, 1e-13) << to_string(algorithm);
    EXPECT_NEAR(y[0], -2 * expected, 1e-13) << to_string(algorithm);
  }
}

// Along the hinge nothing moves: the row of J is zero and the spring is all there is, whatever it is coupled with.
TEST(DampedInverse, OfARowThatNothingMovesIsItsStiffness) {
  ModelBuilder arm("pendulum");
  arm.link("rod", solid_sphere(2, 0.1, placement_at(0, 0, -1)));
  arm.revolute("hinge", "", "rod", placement_at(0, 0, 0), {0, 1, 0});
  const Model model = arm.build();
  const ConstraintSet set(model, {weld("rod")});
  Workspace ws(model, set);
  const Vector R{1, 2, 3, 4, 5, 6};
  for (const Damped algorithm : every) {
    Matrix out(6, 6);
    damped_inverse(model, set, ws, Vector{0.7}, {.algorithm = to_string(algorithm), .stiffness = R}, {out.data(), 36});
    for (const int row : {0, 1, 2, 3, 5})  // the turn about y is what moves
      EXPECT_NEAR(out(row, row), R[static_cast<std::size_t>(row)], 1e-14 * R[static_cast<std::size_t>(row)])
          << row << " " << to_string(algorithm);
    EXPECT_LT(out(4, 4), 2.1) << to_string(algorithm);
  }
}

TEST(DampedInverse, EqualsTheDenseOneOnAThousandRandomTrees) {
  for (const auto seed : seeds(1000)) {
    Damping d(seed, {.most = 6}, seed % 2 == 0 ? 1 : 20);
    expect_all_equal_dense(d, std::to_string(seed));
  }
}

// What early elimination and factorization leave does not depend on R: this is what `automatic` takes for stiff rows.
TEST(DampedInverse, KeepsItsDigitsOnStiffRowsByFactorization) {
  const Damped stable[] = {Damped::pv_osimf,          Damped::pv_osimr_inverse, Damped::pv_osimr_cholesky,
                           Damped::ltl_osim_cholesky, Damped::ltl_osim_inverse, Damped::automatic};
  for (const auto seed : seeds(300)) {
    Damping d(seed, {.most = 6}, seed % 2 == 0 ? 1e7 : 1e10);
    expect_all_equal_dense(d, std::to_string(seed), stable);
    if (d.set.rows() > 0 && seed % 2 != 0) {
      EXPECT_FALSE(is_one_of(chosen_damped_inverse(d.set, d.stiffness), cancelling)) << seed;
      EXPECT_FALSE(is_one_of(chosen_damped_solve(d.set, d.stiffness), cancelling)) << seed;
    }
  }
}

// One weld per limb at μ = 1e6, as [cABA] has it: the formula's own cancellation, and not its square.
TEST(DampedInverse, OfOneConstraintPerLimbLosesNoMoreThanItsFormulaCancels) {
  const Model model(generators::humanoid_standin());
  const ConstraintSet set(model, {weld("left_sole"), weld("right_sole")});
  Workspace ws(model, set);
  for (const auto seed : seeds(20)) {
    const Vector q = Mechanism(generators::humanoid_standin(), seed).q;
    Matrix expected(12, 12), out(12, 12), delassus_matrix(12, 12);
    delassus(model, set, ws, q, {delassus_matrix.data(), 144});
    damped_inverse(model, set, ws, q, {.algorithm = "dense", .stiffness = 1e6}, {expected.data(), 144});
    for (const Damped algorithm : cancelling) {
      damped_inverse(model, set, ws, q, {.algorithm = to_string(algorithm), .stiffness = 1e6}, {out.data(), 144});
      EXPECT_LE(difference(out, expected), 200 * epsilon * 1e6 * delassus_matrix.norm())
          << seed << " " << to_string(algorithm);
    }
  }
}

// The matrix inversion lemma cancels stiff rows: they lose R and not its square, also where constraints meet on a limb.
TEST(DampedInverse, OfStiffRowsKeepsItsDigitsByTheOnesThatCancel) {
  for (const auto seed : seeds(150))
    for (const double scale : {1e4, 1e6, 1e8, 1e10, 1e14}) {
      Damping d(seed, {.most = 6}, scale);
      if (d.set.rows() == 0) continue;
      if (d.tolerance() > 1e-3) continue;  // the dense one has no digit either
      expect_all_equal_dense(d, std::to_string(seed) + " " + std::to_string(scale), cancelling);
    }
}

// Asked for by name an algorithm runs, however stiff the rows: no other one's bits.
TEST(DampedInverse, ByNameRunsTheAlgorithmThatIsNamed) {
  const Model model(generators::quadruped_standin());
  const ConstraintSet set(model, {connect("FL_foot"), connect("FL_thigh_link"), connect("HR_foot")});
  Workspace ws(model, set);
  const Vector q = Mechanism(generators::quadruped_standin(), 1).q, x(9, 1.0);
  for (const double R : {1e6, 1e8, 1e10})
    for (const Damped algorithm : cancelling) {
      Vector out(81), factorized(81), y(9), z(9);
      damped_inverse(model, set, ws, q, {.algorithm = to_string(algorithm), .stiffness = R}, out);
      damped_inverse(model, set, ws, q, {.algorithm = "pv-osimr-inverse", .stiffness = R}, factorized);
      EXPECT_NE(out, factorized) << R << " " << to_string(algorithm);
      damped_solve(model, set, ws, q, x, {.algorithm = to_string(algorithm), .stiffness = R}, y);
      damped_solve(model, set, ws, q, x, {.algorithm = "pv-osimr-inverse", .stiffness = R}, z);
      EXPECT_NE(y, z) << R << " " << to_string(algorithm);
    }
}

// On a limb whose joints do not yield to all rows an Ω as large as M⁻¹ would cost the square of R / m.
TEST(DampedInverse, OfConstraintsThatMeetOnALimbLosesRAndNotItsSquare) {
  const Model model(generators::quadruped_standin());
  const ConstraintSet set(model, {weld("FL_foot"), connect("FL_thigh_link"), connect("HR_foot")});
  Workspace ws(model, set);
  for (const auto seed : seeds(20)) {
    const Vector q = Mechanism(generators::quadruped_standin(), seed).q;
    Matrix expected(12, 12), out(12, 12);
    damped_inverse(model, set, ws, q, {.algorithm = "dense", .stiffness = 1e6}, {expected.data(), 144});
    damped_inverse(model, set, ws, q, {.algorithm = "caba-osim", .stiffness = 1e6}, {out.data(), 144});
    EXPECT_LE(difference(out, expected), 1e-8) << seed;
  }
}

// Twice the same rows are one of twice the stiffness, each with half of the force: the sum of both is that one, though
// its numbers are 1e10 times smaller than R. A factorization cannot tell them from R⁻¹.
TEST(DampedInverse, OfRedundantStiffRowsKeepsWhatTheyShareByCabaOsim) {
  const Model model(generators::quadruped_standin());
  const ConstraintSet once(model, {connect("FL_foot")}), twice(model, {connect("FL_foot"), connect("FL_foot")});
  Workspace ws(model, twice);
  for (const double R : {1e6, 1e8, 1e10})
    for (const auto seed : seeds(20)) {
      const Vector q = Mechanism(generators::quadruped_standin(), seed).q;
      Matrix expected(3, 3), out(6, 6);
      damped_inverse(model, once, ws, q, {.algorithm = "dense", .stiffness = 2 * R}, {expected.data(), 9});
      damped_inverse(model, twice, ws, q, {.algorithm = "caba-osim", .stiffness = R}, {out.data(), 36});
      const Matrix sum = out.topLeftCorner(3, 3) + out.topRightCorner(3, 3);
      EXPECT_LE((sum - 0.5 * expected).cwiseAbs().maxCoeff(), 20 * epsilon * R) << R << " " << seed;
    }
}

// By their moments of inertia rows that only turn a light link are stiff long before they are by its mass.
TEST(DampedInverse, AutomaticJudgesTurnsByMomentsOfInertia) {
  ModelBuilder arm("arm");
  arm.link("upper", solid_sphere(1, 0.2, placement_at(0, 0, -0.3)));
  arm.link("rod", solid_box(1, {0.001, 0.001, 0.001}, placement_at(0.4, 0, 0)));
  arm.free("base", "", "upper", placement_at(0, 0, 0));
  arm.spherical("wrist", "upper", "rod", placement_at(0, 0, -1));
  const Model model = arm.build();
  Constraint turns = weld("rod"), moves = turns;
  turns.mask = {false, false, false, true, true, true}, moves.mask = {true, true, true, false, false, false};
  const ConstraintSet turning(model, {turns}), moving(model, {moves});
  EXPECT_FALSE(is_one_of(chosen_damped_inverse(turning, Vector{10}), cancelling));
  EXPECT_TRUE(is_one_of(chosen_damped_inverse(moving, Vector{10}), cancelling));
  EXPECT_TRUE(is_one_of(chosen_damped_inverse(turning, Vector{1e-9}), cancelling));
}

TEST(DampedInverse, EqualsTheDenseOneWithoutScrewFramesOrMerging) {
  for (const auto seed : seeds(100)) {
    Damping d(random_robot(seed), seed, {}, 1, {.merge_fixed = false, .screw_frames = false});
    expect_all_equal_dense(d, std::to_string(seed));
  }
}

TEST(DampedInverse, EqualsTheDenseOneOnRobotsOfThePapers) {
  for (const char* robot : {"branched_stem:9,3,4", "square_chain:5", "atlas_standin:2", "shadow_hand_standin",
                            "swimmer:5", "binary_tree:4", "quadruped_standin", "arm7_standin"})
    for (const auto seed : seeds(3)) {
      Damping d(generators::make(robot), seed, {.most = 12});
      expect_all_equal_dense(d, robot + std::to_string(seed));
    }
}

TEST(DampedInverse, InJointSpaceTakesEveryKindOfRow) {
  const Damped joint_space[] = {Damped::ltl_osim_cholesky, Damped::ltl_osim_inverse, Damped::automatic};
  for (const auto seed : seeds(300)) {
    Damping d(seed, {.most = 6, .loops = true, .joints = true, .centre_of_mass = true});
    expect_all_equal_dense(d, std::to_string(seed), joint_space);
  }
}

TEST(DampedInverse, IsSymmetricPositiveDefiniteAndBelowItsStiffness) {
  for (const auto seed : seeds(200)) {
    Damping d(seed);
    if (d.set.rows() == 0) continue;
    for (const Damped algorithm : every) {
      const Matrix out = d.by(algorithm);
      EXPECT_EQ(out, out.transpose()) << seed << " " << to_string(algorithm);
      const Numbers eigenvalues = Eigen::SelfAdjointEigenSolver<Matrix>(out).eigenvalues();
      const double slack = d.tolerance() * eigenvalues.maxCoeff() * d.set.rows();
      EXPECT_GT(eigenvalues.minCoeff(), -slack) << seed << " " << to_string(algorithm);
      Matrix below = -out;
      for (int r = 0; r < d.set.rows(); ++r) below(r, r) += d.stiffness[static_cast<std::size_t>(r)];
      EXPECT_GE(Eigen::SelfAdjointEigenSolver<Matrix>(below).eigenvalues().minCoeff(), -slack) << seed;
    }
  }
}

// Λ_R = R - R Λ⁻¹R + R Λ⁻¹R Λ⁻¹R - …: with R ‖Λ⁻¹‖ about 1e-5 at most, the third term is 1e-10 of the first.
TEST(DampedInverse, OfSoftRowsTendsToTheirStiffness) {
  for (const auto seed : seeds(100)) {
    Damping d(seed, {}, 1e-9);
    for (const Damped algorithm : every) {
      const Matrix out = d.by(algorithm), next = d.delassus_matrix();
      for (int r = 0; r < d.set.rows(); ++r)
        for (int c = 0; c < d.set.rows(); ++c) {
          const double R = d.stiffness[static_cast<std::size_t>(r)], Rc = d.stiffness[static_cast<std::size_t>(c)];
          EXPECT_NEAR(out(r, c), (r == c ? R : 0) - R * next(r, c) * Rc, 1e-10 * std::sqrt(R * Rc))
              << seed << " " << to_string(algorithm);
        }
    }
  }
}

// Independent rows: stiffness to infinity gives the operational-space inertia.
TEST(DampedInverse, OfStiffRowsTendsToTheInverseDelassusMatrix) {
  const Model model(generators::quadruped_standin());
  const ConstraintSet set(model, {connect("FL_foot"), connect("FR_foot"), connect("HL_foot"), connect("HR_foot")});
  Workspace ws(model, set);
  const Vector q = Mechanism(generators::quadruped_standin(), 1).q;
  Matrix product(12, 12), out(12, 12);
  delassus(model, set, ws, q, {product.data(), 144});
  for (const Damped algorithm : every) {
    damped_inverse(model, set, ws, q, {.algorithm = to_string(algorithm), .stiffness = 1e8}, {out.data(), 144});
    EXPECT_LE(difference(out * product, Matrix::Identity(12, 12)), 1e-4) << to_string(algorithm);
  }
}

TEST(DampedInverse, HasZeroBlocksAcrossRoots) {
  generators::RandomTreeOptions options;
  options.roots = 2, options.floating = 1, options.links = 8;
  Mechanism m(generators::random_tree(3, options), 3);
  std::vector<FrameId> roots;
  for (int f = 0; f < static_cast<int>(m.model.frames().size()); ++f) {
    const JointId joint = m.model.frame_info({f}).parent_joint;
    if (joint.index >= 0 && m.model.joint_info(joint).parent.index < 0) roots.push_back({f});
  }
  const ConstraintSet set(m.model, {connect(roots.front()), connect(roots.back())});
  Workspace ws(m.model, set);
  for (const Damped algorithm : every) {
    Matrix out(6, 6);
    damped_inverse(m.model, set, ws, m.q, {.algorithm = to_string(algorithm), .stiffness = 2}, {out.data(), 36});
    EXPECT_EQ(out.topRightCorner(3, 3), Matrix::Zero(3, 3)) << to_string(algorithm);
    EXPECT_GT(out(0, 0), 0);
  }
}

TEST(DampedInverse, TakesOneStiffnessOnePerRowOrTheConstraintsOwn) {
  Damping d(5, {.most = 4});
  ASSERT_GT(d.set.rows(), 1);
  const auto m = static_cast<std::size_t>(d.set.rows());
  d.stiffness.assign(m, 3);
  const Matrix expected = d.by(Damped::caba_osim);
  d.stiffness = {3};
  EXPECT_EQ(d.by(Damped::caba_osim), expected);

  std::vector<Constraint> list{weld("FL_foot"), connect("base")};
  list[0].stiffness = {1, 2, 3, 4, 5, 6}, list[1].stiffness = {7};
  const Model model(generators::quadruped_standin());
  const ConstraintSet own(model, list);
  Workspace ws(model, own);
  const Vector q = Mechanism(generators::quadruped_standin(), 1).q;
  const Vector per_row{1, 2, 3, 4, 5, 6, 7, 7, 7};
  Vector a(81), b(81);
  damped_inverse(model, own, ws, q, a);
  damped_inverse(model, own, ws, q, {.stiffness = per_row}, b);
  EXPECT_EQ(a, b);
}

TEST(DampedSolve, MayWriteOverItsInput) {
  Damping d(5, {.most = 4});
  for (const Damped algorithm : every) {
    const Numbers expected = d.solved_by(algorithm);
    Vector x = d.x;
    damped_solve(d.m.model, d.set, d.ws, d.m.q, x, {.algorithm = to_string(algorithm), .stiffness = d.stiffness}, x);
    EXPECT_EQ(Eigen::Map<const Numbers>(x.data(), d.set.rows()), expected) << to_string(algorithm);
  }
}

TEST(DampedInverse, GivesTheSameTwiceFromOneWorkspace) {
  Damping d(11, {.most = 6});
  for (const Damped algorithm : every) {
    const Matrix first = d.by(algorithm);
    const Numbers solved = d.solved_by(algorithm);
    for (const Damped other : every) d.by(other), d.solved_by(other);
    EXPECT_EQ(d.by(algorithm), first) << to_string(algorithm);
    EXPECT_EQ(d.solved_by(algorithm), solved) << to_string(algorithm);
  }
}

TEST(DampedInverse, NeedsNoConstraint) {
  const Model model(generators::chain(3));
  const ConstraintSet set(model, {});
  Workspace ws(model, set);
  for (const Damped algorithm : every) {
    EXPECT_NO_THROW(
        damped_inverse(model, set, ws, Vector(3, 0.1), {.algorithm = to_string(algorithm), .stiffness = 1}, {}));
    EXPECT_NO_THROW(damped_inverse(model, set, ws, Vector(3, 0.1), {.algorithm = to_string(algorithm)}, {}));
    EXPECT_NO_THROW(damped_solve(model, set, ws, Vector(3, 0.1), {}, {.algorithm = to_string(algorithm)}, {}));
  }
}

}  // namespace
}  // namespace tenon::test
