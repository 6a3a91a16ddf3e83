// Every algorithm against the dense product, and the dense product against Eigen and closed forms.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "delassus/refused.hpp"
#include "support/algorithms.hpp"
#include "support/constraints.hpp"
#include "tenon/builder.hpp"
#include "tenon/delassus.hpp"
#include "tenon/dynamics.hpp"

namespace tenon::test {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

const std::vector<Delassus> on_links = delassus_algorithms(names("delassus", recursive));
const std::vector<Delassus> every = delassus_algorithms(names("delassus"), /*automatic=*/true);

struct Constrained {
  Mechanism m;
  Random random;
  ConstraintSet set;
  Workspace ws;

  explicit Constrained(std::uint64_t seed, const ConstraintMix& mix = {})
      : Constrained(random_robot(seed), seed, mix) {}
  Constrained(const RobotDescription& robot, std::uint64_t seed, const ConstraintMix& mix = {},
              const CompileOptions& options = {})
      : m(robot, seed, options),
        random(seed + 7),
        set(m.model, random_constraints(m.model, random, mix)),
        ws(m.model, set) {}

  Matrix by(Delassus algorithm) {
    Matrix out(set.rows(), set.rows());
    delassus(m.model, set, ws, m.q, {.algorithm = to_string(algorithm)},
             {out.data(), static_cast<std::size_t>(out.size())});
    return out;
  }
  Matrix inertia() {
    Matrix M(m.model.nv(), m.model.nv());
    Workspace tree(m.model);
    crba(m.model, tree, m.q, {M.data(), static_cast<std::size_t>(M.size())});
    return M;
  }
  Matrix jacobian() {
    Matrix J(set.rows(), m.model.nv());
    Kinematics kinematics(m.model);
    forward_kinematics(m.model, {m.q}, kinematics);
    constraint_jacobian(m.model, set, kinematics, {J.data(), static_cast<std::size_t>(J.size())});
    return J;
  }
  // Rounding of a solve with M grows with its condition number.
  double tolerance() {
    if (tolerance_ == 0) tolerance_ = 1e-9 * std::max(1.0, 1e-7 * condition());
    return tolerance_;
  }
  double condition() {
    const Eigen::VectorXd eigenvalues =
        Eigen::SelfAdjointEigenSolver<Matrix>(inertia(), Eigen::EigenvaluesOnly).eigenvalues();
    return eigenvalues.maxCoeff() / eigenvalues.minCoeff();
  }
  double tolerance_ = 0;
};

double difference(const Matrix& a, const Matrix& b) {
  return a.size() == 0 ? 0 : (a - b).cwiseAbs().maxCoeff() / std::max(1e-300, b.cwiseAbs().maxCoeff());
}

TEST(DelassusDense, IsTheProductOfItsDefinition) {
  for (const auto seed : seeds(200)) {
    Constrained c(seed, {.loops = true, .joints = true, .centre_of_mass = true});
    const Matrix J = c.jacobian(), expected = J * c.inertia().llt().solve(J.transpose());
    EXPECT_LE(difference(c.by(Delassus::dense), expected), c.tolerance()) << seed;
  }
}

// Two bars on hinges about y, the second's tip held across its own axis: 1/μ in closed form.
TEST(DelassusDense, OfAPendulumIsTheInverseOfItsApparentMass) {
  ModelBuilder arm("pendulum");
  arm.link("rod", solid_sphere(2, 0.1, placement_at(0, 0, -1)));
  arm.revolute("hinge", "", "rod", placement_at(0, 0, 0), {0, 1, 0});
  arm.frame("tip", "rod", placement_at(0, 0, -3));
  const Model model = arm.build();
  Constraint across = connect("tip");
  across.mask = {true, false, false};
  const ConstraintSet set(model, {across});
  Workspace ws(model, set);
  const double inertia = 2 * (0.4 * 0.01 + 1);
  for (const Delassus algorithm : every) {
    Vector out(1);
    delassus(model, set, ws, Vector{0.7}, {.algorithm = to_string(algorithm)}, out);
    EXPECT_NEAR(out[0], 9 / inertia, 1e-13) << to_string(algorithm);
  }
}

// A free sphere held at its centre: 1/mass for the point, 1/inertia for the turn.
TEST(DelassusDense, OfAFreeSphereIsItsInverseMassAndInertia) {
  ModelBuilder builder("ball");
  builder.link("ball", solid_sphere(4, 0.5));
  builder.free("root", "", "ball");
  const Model model = builder.build();
  const ConstraintSet set(model, {weld("ball")});
  Workspace ws(model, set);
  for (const Delassus algorithm : every) {
    Matrix out(6, 6);
    delassus(model, set, ws, Vector{1, 2, 3, 0.5, 0.5, 0.5, 0.5}, {.algorithm = to_string(algorithm)},
             {out.data(), 36});
    Matrix expected = Matrix::Zero(6, 6);
    expected.diagonal() << 0.25, 0.25, 0.25, 2.5, 2.5, 2.5;
    EXPECT_LE(difference(out, expected), 1e-14) << to_string(algorithm);
  }
}

TEST(DelassusAlgorithms, EqualTheDenseProductOnAThousandRandomTrees) {
  for (const auto seed : seeds(1000)) {
    Constrained c(seed, {.most = 6});
    const Matrix expected = c.by(Delassus::dense);
    const double tolerance = c.tolerance();
    for (const Delassus algorithm : every)
      EXPECT_LE(difference(c.by(algorithm), expected), tolerance) << seed << " " << to_string(algorithm);
  }
}

TEST(DelassusAlgorithms, EqualTheDenseProductWithoutScrewFramesOrMerging) {
  for (const auto seed : seeds(100)) {
    Constrained c(random_robot(seed), seed, {}, {.merge_fixed = false, .screw_frames = false});
    const Matrix expected = c.by(Delassus::dense);
    for (const Delassus algorithm : every)
      EXPECT_LE(difference(c.by(algorithm), expected), c.tolerance()) << seed << " " << to_string(algorithm);
  }
}

TEST(DelassusAlgorithms, EqualTheDenseProductOnRobotsOfThePaper) {
  for (const char* robot : {"branched_stem:9,3,4", "square_chain:5", "atlas_standin:2", "shadow_hand_standin",
                            "swimmer:5", "binary_tree:4", "quadruped_standin"})
    for (const auto seed : seeds(3)) {
      Constrained c(generators::make(robot), seed, {.most = 12});
      const Matrix expected = c.by(Delassus::dense);
      for (const Delassus algorithm : every)
        EXPECT_LE(difference(c.by(algorithm), expected), c.tolerance()) << robot << seed << " " << to_string(algorithm);
    }
}

TEST(DelassusAlgorithms, JointSpaceOnesTakeEveryKindOfRow) {
  for (const auto seed : seeds(300)) {
    Constrained c(seed, {.most = 6, .loops = true, .joints = true, .centre_of_mass = true});
    EXPECT_LE(difference(c.by(Delassus::ltl_osim), c.by(Delassus::dense)), c.tolerance()) << seed;
    EXPECT_LE(difference(c.by(Delassus::ltl_osim_plain), c.by(Delassus::dense)), c.tolerance()) << seed;
    EXPECT_LE(difference(c.by(Delassus::automatic), c.by(Delassus::dense)), c.tolerance()) << seed;
  }
}

TEST(DelassusAlgorithms, NameTheConstraintTheyDoNotTake) {
  const Model model(generators::quadruped_standin());
  const Vector q = Mechanism(generators::quadruped_standin(), 1).q;
  for (const auto& [set, named] : refused_sets(model))
    for (const Delassus algorithm : on_links) {
      Workspace ws(model, set);
      Vector out(static_cast<std::size_t>(set.rows() * set.rows()), 7.0);
      try {
        delassus(model, set, ws, q, {.algorithm = to_string(algorithm)}, out);
        FAIL() << to_string(algorithm);
      } catch (const Error& e) {
        const std::string message = e.what();
        EXPECT_NE(message.find("constraint 1"), std::string::npos) << message;
        EXPECT_NE(message.find(named), std::string::npos) << message;
        EXPECT_NE(message.find(to_string(algorithm)), std::string::npos) << message;
      }
      EXPECT_EQ(out, Vector(out.size(), 7.0));  // nothing written
      EXPECT_FALSE(takes(algorithm, set));
    }
}

TEST(DelassusAlgorithms, AreSymmetricAndPositiveSemidefinite) {
  for (const auto seed : seeds(200)) {
    Constrained c(seed);
    for (const Delassus algorithm : every) {
      const Matrix out = c.by(algorithm);
      EXPECT_EQ(out, out.transpose()) << seed << " " << to_string(algorithm);
      const Eigen::VectorXd eigenvalues = Eigen::SelfAdjointEigenSolver<Matrix>(out).eigenvalues();
      EXPECT_GE(eigenvalues.minCoeff(), -c.tolerance() * eigenvalues.maxCoeff()) << seed << " " << to_string(algorithm);
    }
  }
}

// Turning the constraint's frame by R turns whole-frame rows: Λ' = Rᵀ Λ R.
TEST(DelassusAlgorithms, FollowTheAxesOfTheConstraintFrame) {
  for (const auto seed : seeds(50)) {
    Constrained c(seed);
    if (c.m.model.nv() == 0 || c.set.size() == 0) continue;
    Random random(seed);
    const Placement turn = placement_from_rpy({0, 0, 0}, {random.uniform(), random.uniform(), random.uniform()});
    Constraint a = weld(c.m.model.frame(c.m.model.frames().back().name)), b = a;
    if (c.m.model.frames().back().parent_joint.index < 0) continue;
    b.in_frame = turn;
    const ConstraintSet plain(c.m.model, {a}), turned(c.m.model, {b});
    Workspace ws(c.m.model, plain);
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> R(turn.rotation.data());
    Matrix E = Matrix::Zero(6, 6);
    E.topLeftCorner(3, 3) = E.bottomRightCorner(3, 3) = R;
    for (const Delassus algorithm : every) {
      Matrix x(6, 6), y(6, 6);
      delassus(c.m.model, plain, ws, c.m.q, {.algorithm = to_string(algorithm)}, {x.data(), 36});
      delassus(c.m.model, turned, ws, c.m.q, {.algorithm = to_string(algorithm)}, {y.data(), 36});
      EXPECT_LE(difference(y, E.transpose() * x * E), 1e-11) << seed << " " << to_string(algorithm);
    }
  }
}

TEST(DelassusAlgorithms, HaveZeroBlocksAcrossRoots) {
  generators::RandomTreeOptions options;
  options.roots = 2, options.floating = 1, options.links = 8;
  Mechanism m(generators::random_tree(3, options), 3);
  std::vector<FrameId> roots;
  for (int f = 0; f < static_cast<int>(m.model.frames().size()); ++f) {
    const JointId joint = m.model.frame_info({f}).parent_joint;
    if (joint.index >= 0 && m.model.joint_info(joint).parent.index < 0) roots.push_back({f});
  }
  ASSERT_NE(m.model.frames()[static_cast<std::size_t>(roots.front().index)].parent_joint,
            m.model.frames()[static_cast<std::size_t>(roots.back().index)].parent_joint);
  const ConstraintSet set(m.model, {connect(roots.front()), connect(roots.back())});
  Workspace ws(m.model, set);
  for (const Delassus algorithm : every) {
    Matrix out(6, 6);
    delassus(m.model, set, ws, m.q, {.algorithm = to_string(algorithm)}, {out.data(), 36});
    EXPECT_EQ(out.topRightCorner(3, 3), Matrix::Zero(3, 3)) << to_string(algorithm);
    EXPECT_GT(out(0, 0), 0);
  }
}

TEST(DelassusAlgorithms, GiveTheSameTwiceFromOneWorkspace) {
  Constrained c(11, {.most = 6});
  for (const Delassus algorithm : every) {
    const Matrix first = c.by(algorithm);
    for (const Delassus other : every) c.by(other);
    EXPECT_EQ(c.by(algorithm), first) << to_string(algorithm);
  }
}

TEST(DelassusAlgorithms, RefuseWhatTheirWorkspaceWasNotMadeFor) {
  const Model model(generators::chain(3)), other(generators::chain(3));
  const ConstraintSet small(model, {connect("link_2")}), large(model, {weld("link_2")}),
      foreign(other, {connect("link_2")});
  Workspace ws(model, small), wide(model, large);
  const Vector q(3, 0.1);
  Vector nine(9), many(36);
  EXPECT_THROW(delassus(model, large, ws, q, many), Error);    // more rows than it has room for
  EXPECT_THROW(delassus(model, small, ws, q, many), Error);    // the answer's size
  EXPECT_THROW(delassus(model, foreign, ws, q, nine), Error);  // a set of another model
  EXPECT_THROW(delassus(other, foreign, ws, q, nine), Error);  // a workspace of another model
  EXPECT_THROW(delassus(model, small, ws, Vector(2, 0.1), nine), Error);
  // As many rows, more constraints.
  const ConstraintSet points(model, {connect("link_2"), connect("link_1")});
  EXPECT_THROW(delassus(model, points, wide, q, many), Error);
  EXPECT_NO_THROW(delassus(model, small, wide, q, nine));  // room for more is fine
  EXPECT_GT(wide.bytes(), ws.bytes());
}

TEST(DelassusAlgorithms, NeedNoConstraint) {
  const Model model(generators::chain(3));
  const ConstraintSet set(model, {});
  Workspace ws(model, set);
  for (const Delassus algorithm : every)
    EXPECT_NO_THROW(delassus(model, set, ws, Vector(3, 0.1), {.algorithm = to_string(algorithm)}, {}));
}

}  // namespace
}  // namespace tenon::test
