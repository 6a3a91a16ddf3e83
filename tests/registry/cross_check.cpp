// Two routes to every quantity: all algorithms of a family give the same answer.
#include <gtest/gtest.h>

#include <cmath>
#include <Eigen/Dense>

#include "support/algorithms.hpp"
#include "support/seeds.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/configuration.hpp"
#include "tenon/generators.hpp"

namespace tenon {
namespace {

struct RandomState {
  std::vector<double> q, v, a, tau, to, rows, stiffness{10.0};
  std::vector<ExternalWrench> wrenches;
  ConstraintSet constraints;

  RandomState(const Model& model, std::uint64_t seed)
      : q(random_configuration(model, seed)),
        v(random_velocity(model, seed + 1)),
        a(random_velocity(model, seed + 2)),
        tau(random_velocity(model, seed + 3)),
        to(random_configuration(model, seed + 4)),
        constraints(model, weld_tips(model)) {
    rows.assign(static_cast<std::size_t>(constraints.rows()), 1.0);
    const int last = static_cast<int>(model.frames().size()) - 1;
    wrenches = {{FrameId{last}, {1, 2, 3, 4, 5, 6}}, {FrameId{last / 2}, {-2, 1, 0, 3, -1, 2}}};
  }
  Question question(const Family& family, FrameId frame) const {
    const std::vector<double>& x = family.takes("to") ? to : family.takes("constraints") ? rows : tau;
    return {q, v, a, tau, x, wrenches, frame, Axes::world_aligned, 0.3, 5, &constraints, stiffness};
  }
};

FrameId frame_for(const Family& family, const Model& model) {
  const auto frames = model.frames();
  for (std::size_t i = frames.size(); i-- > 0;)
    if (family.name != "joint_reaction" || frames[i].kind == FrameInfo::Kind::joint)
      return FrameId{static_cast<int>(i)};
  return FrameId{0};
}

std::vector<double> answer(const Model& model, Workspace& ws, const Algorithm& a, const RandomState& state) {
  const Family& f = family(a.family);
  const Question question = state.question(f, frame_for(f, model));
  std::vector<double> out(static_cast<std::size_t>(answer_size(f, model, question)), NAN);
  a.compute(model, ws, question, out);
  return out;
}

double relative_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double difference = 0, scale = 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = std::max(difference, std::abs(a[i] - b[i]));
    scale = std::max(scale, std::abs(b[i]));
    if (!std::isfinite(a[i]) || !std::isfinite(b[i])) return INFINITY;
  }
  return difference / scale;
}

TEST(Registry, AlgorithmsOfAFamilyAgreeOnRandomTrees) {
  int compared = 0;
  for (const std::uint64_t seed : test::seeds(100)) {
    const Model model(generators::random_tree(seed));
    if (model.nv() == 0) continue;
    Workspace ws(model);
    const RandomState state(model, seed);
    for (const Family& f : families()) {
      if (f.name == "factorization") continue;  // LTL and LTDL are two different factorizations
      if (f.name == "constrained_dynamics" || f.name == "impulse") continue;  // below
      const std::vector<double> expected = answer(model, ws, algorithms_of(f.name)[0], state);
      for (const Algorithm& a : algorithms_of(f.name).subspan(1)) {
        // M's condition number reaches 1e6 on these trees: six digits of sixteen are lost in a solve.
        EXPECT_LE(relative_difference(answer(model, ws, a, state), expected), 1e-9)
            << f.name << " " << a.name << ", seed " << seed;
        ++compared;
      }
    }
  }
  EXPECT_GE(compared, test::nearly(3000, 100));
}

// Of J with its rows made of unit length, by singular values: against the largest they are above 3e-4 or rounding.
int rank_of_rows(const Model& model, const RandomState& state) {
  Kinematics kinematics(model);
  forward_kinematics(model, {state.q}, kinematics);
  std::vector<double> numbers(state.rows.size() * static_cast<std::size_t>(model.nv()));
  constraint_jacobian(model, state.constraints, kinematics, numbers);
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Matrix J = Eigen::Map<Matrix>(numbers.data(), state.constraints.rows(), model.nv());
  J.rowwise().normalize();
  const Eigen::VectorXd s = Eigen::JacobiSVD<Eigen::MatrixXd>(J).singularValues();
  return static_cast<int>((s.array() > 1e-9 * s[0]).count());
}

// Motions; soft rows are another question. Algorithms that do not take redundant rows refuse them, and only them.
TEST(Registry, ConstrainedSolversAgreeOnRandomTrees) {
  int compared = 0, refused = 0;
  for (const std::uint64_t seed : test::seeds(100)) {
    const Model model(generators::random_tree(seed));
    if (model.nv() == 0) continue;
    Workspace ws(model);
    const RandomState state(model, seed);
    const bool redundant = rank_of_rows(model, state) < state.constraints.rows();
    for (const char* name : {"constrained_dynamics", "impulse"}) {
      const auto motion = [&](const Algorithm& a, SolveStatus& status) {
        std::vector<double> all = answer(model, ws, a, state);
        status = solve_report(std::span(all).last(4)).status;
        all.resize(static_cast<std::size_t>(model.nv()));
        return all;
      };
      SolveStatus expected_status{}, status{};
      const std::vector<double> expected = motion(algorithm(model, name, "dense"), expected_status);
      for (const Algorithm& a : algorithms_of(name)) {
        if (a.name == "pv-soft") continue;
        const std::vector<double> found = motion(a, status);
        if (redundant && !test::takes_redundant_rows(a)) {
          EXPECT_EQ(status, SolveStatus::redundant_rows) << name << " " << a.name << ", seed " << seed;
          ++refused;
          continue;
        }
        EXPECT_NE(status, SolveStatus::redundant_rows) << name << " " << a.name << ", seed " << seed;
        EXPECT_EQ(status == SolveStatus::infeasible, expected_status == SolveStatus::infeasible)
            << name << " " << a.name << ", seed " << seed;
        EXPECT_LE(relative_difference(found, expected), 1e-6) << name << " " << a.name << ", seed " << seed;
        ++compared;
      }
    }
  }
  EXPECT_GE(compared, test::nearly(1536, 100));
  EXPECT_LE(refused, test::hardly_more_than(264, 100));
}

TEST(Registry, AUsedWorkspaceGivesTheSameBits) {
  const Model model(generators::make("humanoid_standin"));
  Workspace used(model);
  const RandomState state(model, 7), other(model, 70);
  for (const Algorithm& a : algorithms()) answer(model, used, a, other);
  for (const Algorithm& a : algorithms()) {
    Workspace fresh(model);
    EXPECT_EQ(answer(model, used, a, state), answer(model, fresh, a, state)) << a.family << " " << a.name;
  }
}

// As many rows, on more frames.
TEST(Registry, AUsedWorkspaceTakesMoreConstraints) {
  const Model model(generators::make("humanoid_standin"));
  std::vector<Constraint> many;
  for (int frame = static_cast<int>(model.frames().size()) - 1; many.size() < 12; --frame) {
    many.push_back(connect(FrameId{frame}));
    many.back().mask = {true, false, false};
  }
  RandomState few(model, 7), more(model, 7);
  few.constraints = ConstraintSet(model, std::vector<Constraint>{weld("left_sole"), weld("right_sole")});
  more.constraints = ConstraintSet(model, many);
  ASSERT_EQ(few.constraints.rows(), more.constraints.rows());
  few.rows.assign(12, 1.0), more.rows.assign(12, 1.0);
  Workspace used(model);
  for (const Algorithm& a : algorithms()) {
    if (!family(a.family).takes("constraints")) continue;
    answer(model, used, a, few);
    Workspace fresh(model);
    EXPECT_EQ(answer(model, used, a, more), answer(model, fresh, a, more)) << a.family << " " << a.name;
  }
}

}  // namespace
}  // namespace tenon
