// Kinds of constraints that are not in the library's list: docs/extending.md's distance between two frames, and a row
// over three bodies and a joint. What the library makes of their terms is checked against differences and `dense`.
#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <set>
#include <sstream>

#include "constraints/draft.hpp"
#include "constraints/frame_rows.hpp"
#include "model/convert.hpp"
#include "model/each_axis.hpp"
#include "support/allocations.hpp"
#include "support/constraints.hpp"
#include "support/source_dir.hpp"
#include "tenon/configuration.hpp"
#include "tenon/constrained.hpp"
#include "tenon/delassus.hpp"

namespace tenon {

namespace kinds {
const ConstraintRules& distance();
}

namespace test {
namespace {

// Height of A minus the mean height of B and C, plus three times a degree of freedom.
class Balance final : public ConstraintRules {
 public:
  Balance(BodyPlace C, int dof, int coordinate) : C_(C), dof_(dof), coordinate_(coordinate) {}
  const char* name() const override { return "balance"; }

  void compile(ConstraintDraft& draft) const override {
    draft.resolve_frame();
    draft.resolve_second_frame();
    draft.keep_rows(1);
    for (const int body : {draft.out.A.body, draft.out.B.body, C_.body}) draft.add_term(body);
    draft.add_entry(0, dof_, 3);
  }

  PlacedTerm place(const CompiledConstraint& c, int term, const KinematicBody<double>* bodies) const override {
    const BodyPlace& at = term == 0 ? c.A : term == 1 ? c.B : C_;
    PlacedTerm out;
    out.X_wt.p = (bodies[at.body].X_wb * at.X).p;
    out.k[0].linear.z = weight(term);
    return out;
  }
  RowNumbers bias(const CompiledConstraint& c, const RowState& state) const override {
    return {sum(c, state, [](const FramePlace<double>& p) { return p.acceleration.linear.z; })};
  }
  RowNumbers error(const CompiledConstraint& c, const RowState& state) const override {
    return {sum(c, state, [](const FramePlace<double>& p) { return p.X.p.z; }) +
            3 * state.q[static_cast<std::size_t>(coordinate_)]};
  }

 private:
  static double weight(int term) { return term == 0 ? 1 : -0.5; }
  template <class Number>
  double sum(const CompiledConstraint& c, const RowState& state, Number&& number) const {
    double out = 0;
    for (int t = 0; t < 3; ++t) {
      const BodyPlace& at = t == 0 ? c.A : t == 1 ? c.B : C_;
      out += weight(t) * number(frame_place(state.bodies()[at.body], at.X));
    }
    return out;
  }
  BodyPlace C_;
  int dof_, coordinate_;
};

// A random robot with a distance, and where it has enough bodies and a joint with one coordinate, a balance.
struct Extended {
  Mechanism m;
  Random random;
  Kinematics kinematics{m.model};
  std::optional<Balance> balance;
  ConstraintSet set;
  std::vector<FrameId> frames;  // of different moving bodies

  explicit Extended(std::uint64_t seed)
      : m(random_mechanism(seed)), random(seed + 1), set(m.model, {}, {.constraints = 6, .rows = 30}) {
    std::set<int> joints;
    for (std::size_t k = 0; k < m.model.frames().size(); ++k)
      if (const int joint = m.model.frames()[k].parent_joint.index; joints.insert(joint).second && joint >= 0)
        frames.push_back({static_cast<int>(k)});
    if (frames.size() >= 2) set.data().add(distance(), kinds::distance());
    if (frames.size() >= 3)
      for (const JointInfo& joint : m.model.joints())
        if (joint.nq == 1 && !balance) {
          const BodyFrame& f = m.model.compiled().body_frames[static_cast<std::size_t>(frames[2].index)];
          balance.emplace(BodyPlace{f.body, f.X_bf * to_transform(somewhere())}, joint.v_index, joint.q_index);
          set.data().add(between(), *balance);
        }
  }
  Placement somewhere() {
    return placement_from_rpy({random.uniform(), random.uniform(), random.uniform()},
                              {random.uniform(), random.uniform(), random.uniform()});
  }
  Constraint between() {
    Constraint c;
    c.frame = frames[0], c.frame_b = frames[1];
    c.in_frame = somewhere(), c.in_frame_b = somewhere();
    return c;
  }
  Constraint distance() {
    Constraint c = between();
    c.offset = 0.7, c.kp = 2, c.kd = 3, c.reference = {0.4};
    return c;
  }
};

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Vector jacobian(Extended& x, const Vector& q) {
  Vector J(at(x.set.rows()) * x.m.nv());
  forward_kinematics(x.m.model, {q}, x.kinematics);
  constraint_jacobian(x.m.model, x.set, x.kinematics, J);
  return J;
}
Vector velocity(Extended& x, const Vector& q, const Vector& v) {
  Vector out(at(x.set.rows()));
  forward_kinematics(x.m.model, {q, v}, x.kinematics);
  constraint_velocity(x.m.model, x.set, x.kinematics, v, out);
  return out;
}
Vector error(Extended& x, const Vector& q) {
  Vector out(at(x.set.rows()));
  forward_kinematics(x.m.model, {q}, x.kinematics);
  constraint_error(x.m.model, x.set, x.kinematics, q, out);
  return out;
}
template <class Question>
Vector difference(Extended& x, double h, Question&& question) {
  Vector ahead = question(stepped(x.m.model, x.m.q, x.m.v, h));
  const Vector behind = question(stepped(x.m.model, x.m.q, x.m.v, -h));
  for (std::size_t r = 0; r < ahead.size(); ++r) ahead[r] = (ahead[r] - behind[r]) / (2 * h);
  return ahead;
}

TEST(AKindOfItsOwn, HasRowsThatAreTheDerivativeOfItsErrorEverywhere) {
  int balances = 0, distances = 0;
  for (const auto seed : seeds(100)) {
    Extended x(seed);
    const Vector rate = velocity(x, x.m.q, x.m.v);
    EXPECT_LE(distance(rate, product(jacobian(x, x.m.q), x.m.v)), 1e-12) << seed;
    // Truncation and rounding are both near 1e-10, times the curvature of a short distance.
    EXPECT_LE(distance(difference(x, 1e-6, [&](const Vector& q) { return error(x, q); }), rate), 1e-6) << seed;
    distances += x.set.size() > 0, balances += x.balance.has_value();
  }
  const auto tried = static_cast<int>(seeds(100).size());
  EXPECT_GE(distances, tried * 8 / 10);
  EXPECT_GE(balances, tried * 6 / 10);
}

TEST(AKindOfItsOwn, HasTheBiasThatIsTheDerivativeOfItsRate) {
  for (const auto seed : seeds(100)) {
    Extended x(seed);
    const Vector rate = difference(x, 1e-5, [&](const Vector& q) { return velocity(x, q, x.m.v); });
    Vector bias(rate.size());
    forward_kinematics(x.m.model, {x.m.q, x.m.v}, x.kinematics);
    constraint_bias(x.m.model, x.set, x.kinematics, bias);
    EXPECT_LE(distance(bias, rate), 1e-5) << seed;
  }
}

// By hand: reference - kd ė - kp e - J̇ v of the distance, which is always the first row.
TEST(AKindOfItsOwn, HasTheTargetOfItsGains) {
  for (const auto seed : seeds(50)) {
    Extended x(seed);
    if (x.set.size() == 0) continue;
    const Vector rate = velocity(x, x.m.q, x.m.v), e = error(x, x.m.q);
    Vector bias(rate.size()), target(rate.size());
    forward_kinematics(x.m.model, {x.m.q, x.m.v}, x.kinematics);
    constraint_bias(x.m.model, x.set, x.kinematics, bias);
    constraint_target(x.m.model, x.set, x.kinematics, {x.m.q, x.m.v}, target);
    EXPECT_NEAR(target[0], 0.4 - 3 * rate[0] - 2 * e[0] - bias[0], 1e-13 * (1 + std::abs(bias[0]))) << seed;
    x.set.hold(x.m.q);
    EXPECT_LE(std::abs(error(x, x.m.q)[0]), 1e-15) << seed;
  }
}

// J is not zero on the support alone.
TEST(AKindOfItsOwn, DependsOnItsSupport) {
  for (const auto seed : seeds(100)) {
    Extended x(seed);
    const Vector J = jacobian(x, x.m.q);
    for (int c = 0; c < x.set.size(); ++c) {
      std::set<int> support;
      for (const int dof : x.set.data().support_of(c)) support.insert(dof);
      for (int dof = 0; dof < x.m.model.nv(); ++dof)
        EXPECT_TRUE(J[at(c) * x.m.nv() + at(dof)] == 0 || support.count(dof)) << seed;
      for (const int dof : support) {
        const int up = x.m.model.compiled().lambda[at(dof + 1)];
        EXPECT_TRUE(up == 0 || support.count(up - 1)) << seed;
      }
    }
  }
}

TEST(AKindOfItsOwn, IsTakenByTheAlgorithmsThatTakeEveryRow) {
  int compared = 0;
  for (const auto seed : seeds(60)) {
    Extended x(seed);
    if (x.set.size() == 0) continue;
    const auto m = at(x.set.rows());
    Vector dense(m * m), ltl(m * m);
    Workspace ws(x.m.model, x.set);
    delassus(x.m.model, x.set, ws, x.m.q, {.algorithm = "dense"}, dense);
    delassus(x.m.model, x.set, ws, x.m.q, ltl);
    EXPECT_LE(distance(ltl, dense), 1e-9) << seed;
    Vector a(x.m.nv()), b(x.m.nv()), lambda(m), mu(m);
    const SolveReport report =
        constrained_dynamics(x.m.model, x.set, ws, {x.m.q, x.m.v}, x.m.a, {.tolerance = 1e-8}, {a, lambda});
    (void)constrained_dynamics(x.m.model, x.set, ws, {x.m.q, x.m.v}, x.m.a, {.algorithm = "dense", .tolerance = 1e-8},
                               {b, mu});
    // A distance that the robot cannot change has no solution.
    if (dense[0] < 1e-3) continue;
    EXPECT_EQ(report.status, SolveStatus::converged) << seed;
    EXPECT_LE(distance(a, b), 1e-6) << seed;
    ++compared;
  }
  EXPECT_GE(compared, static_cast<int>(seeds(60).size()) / 2);
}

TEST(AKindOfItsOwn, IsRefusedByNameWhereOneBodyIsTaken) {
  const Model model(generators::quadruped_standin());
  Constraint c = connect("FL_foot", "FR_foot");
  c.offset = 1;
  ConstraintSet set(model, {weld("HL_foot")}, {3, 12});
  set.data().add(c, kinds::distance());
  EXPECT_TRUE(takes(RowKinds::one_body | RowKinds::several_bodies, set));
  EXPECT_FALSE(takes(RowKinds::one_body | RowKinds::joints | RowKinds::all_bodies, set));
  const Vector q = neutral_configuration(model);
  Vector out(49);
  Workspace ws(model, set);
  try {
    delassus(model, set, ws, q, {.algorithm = "pv-osimr"}, out);
    FAIL();
  } catch (const Error& e) {
    const std::string said = e.what();
    EXPECT_TRUE(
        said.starts_with("constraint 1 (distance of \"FL_foot\" to \"FR_foot\"): pv-osimr takes frames held to "
                         "the world only; ltl-osim"))
        << said;
    EXPECT_TRUE(said.ends_with(" take every kind")) << said;
  }
  c.offset = -1;
  EXPECT_THROW(set.data().add(c, kinds::distance()), Error);
  EXPECT_EQ(set.data().parts.terms.size(), 3u);  // as it was
}

TEST(AKindOfItsOwn, ComesAndGoesWithoutAllocation) {
  const Model model(generators::quadruped_standin());
  Constraint c = connect(model.frame("FL_foot"), model.frame("FR_foot"));
  c.offset = 1;
  ConstraintSet set(model, {}, {4, 20});
  const Allocations heap;
  for (int round = 0; round < 3; ++round) {
    for (int k = 0; k < 4; ++k) set.data().add(c, kinds::distance());
    for (int k = 0; k < 4; ++k) set.remove(0);
  }
  EXPECT_EQ(heap.count(), 0);
}

// docs/extending.md prints the file that this program is built with.
TEST(AKindOfItsOwn, IsTheOneOfTheGuide) {
  const auto text_of = [](const char* file) {
    std::stringstream text;
    text << std::ifstream(source_dir() + file).rdbuf();
    return text.str();
  };
  const std::string guide = text_of("/docs/extending.md"), kind = text_of("/tests/constraints/distance.cpp");
  ASSERT_FALSE(kind.empty());
  EXPECT_NE(guide.find("```cpp\n" + kind + "```\n"), std::string::npos);
}

}  // namespace
}  // namespace test
}  // namespace tenon
