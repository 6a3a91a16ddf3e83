// Position errors of every kind of row, written out by hand from docs/conventions.md with Eigen's rotations, and by
// differences along a motion against the velocity rows. Loops stand on this.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "constrained/names.hpp"
#include "support/constraints.hpp"
#include "tenon/builder.hpp"
#include "tenon/configuration.hpp"
#include "tenon/dynamics.hpp"

namespace tenon::test {
namespace {

using Matrix3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

struct Pose {
  Matrix3 R = Matrix3::Identity();
  Eigen::Vector3d p = Eigen::Vector3d::Zero();
  friend Pose operator*(const Pose& a, const Pose& b) { return {a.R * b.R, a.R * b.p + a.p}; }
  Pose inverse() const { return {R.transpose(), -(R.transpose() * p)}; }
};
Pose pose(const Placement& X) {
  return {Eigen::Map<const Matrix3>(X.rotation.data()), Eigen::Map<const Eigen::Vector3d>(X.translation.data())};
}
Placement placement(const Pose& X) {
  Placement out;
  Eigen::Map<Matrix3>(out.rotation.data()) = X.R;
  Eigen::Map<Eigen::Vector3d>(out.translation.data()) = X.p;
  return out;
}
Eigen::Vector3d logarithm(const Matrix3& R) {
  const Eigen::AngleAxisd turn{Eigen::Matrix3d(R)};
  return turn.angle() * turn.axis();
}

Placement anywhere(Random& random) {
  const auto u = [&] { return random.uniform(); };
  return placement_from_rpy({u(), u(), u()}, {u(), u(), u()});
}

// A frame of a moving body other than `not_on`.
FrameId moving_frame(const Model& model, Random& random, JointId not_on = {}) {
  const auto frames = model.frames();
  for (int tries = 0; tries < 200; ++tries) {
    const int f = random.integer(0, static_cast<int>(frames.size()) - 1);
    const JointId joint = frames[static_cast<std::size_t>(f)].parent_joint;
    if (joint.index >= 0 && joint != not_on) return {f};
  }
  return {-1};
}

// Where A goes: to the origin until it is held, to a target, to a frame of the world, or to a frame that moves.
enum class Other { none, target, world, moving };

Constraint frame_constraint(const Model& model, Random& random, Other other) {
  const FrameId a = moving_frame(model, random);
  Constraint c = random.integer(0, 1) == 0 ? weld(a) : connect(a);
  c.in_frame = anywhere(random);
  if (random.integer(0, 1) == 0) c.axes = Axes::world_aligned;
  if (other == Other::target) c.target = anywhere(random);
  if (other == Other::world) c.frame_b = FrameId{0}, c.in_frame_b = anywhere(random);
  const FrameId b = moving_frame(model, random, model.frame_info(a).parent_joint);
  if (other == Other::moving && b.index >= 0) c.frame_b = b, c.in_frame_b = anywhere(random);
  if (random.integer(0, 2) == 0) {
    c.mask.assign(c.kind == ConstraintKind::weld ? 6 : 3, false);
    for (std::size_t r = 0; r < c.mask.size(); ++r) c.mask[r] = random.integer(0, 1) == 0;
    c.mask[static_cast<std::size_t>(random.integer(0, static_cast<int>(c.mask.size()) - 1))] = true;
  }
  return c;
}

void add_joint_constraints(const Model& model, Random& random, std::vector<Constraint>& list) {
  std::vector<JointId> single;
  const auto joints = model.joints();
  for (int j = 0; j < static_cast<int>(joints.size()); ++j) {
    const JointInfo& joint = joints[static_cast<std::size_t>(j)];
    if (joint.nq == 1) single.push_back({j});
    if (joint.nv > 1) list.push_back(held_still(JointRef(JointId{j}, random.integer(0, joint.nv - 1))));
  }
  for (std::size_t k = 0; k + 1 < single.size(); k += 2)
    list.push_back(coupling(single[k], single[k + 1], random.uniform(-2, 2), random.uniform()));
  if (!single.empty()) {
    list.push_back(held_at(single.back(), random.uniform()));
    list.push_back(held_still(single.front()));
  }
  list.push_back(locked(JointId{random.integer(0, static_cast<int>(joints.size()) - 1)}));
}

std::vector<Constraint> every_kind(const Model& model, Random& random) {
  std::vector<Constraint> list;
  if (model.nv() == 0) return list;
  for (const Other other : {Other::none, Other::target, Other::world, Other::moving, Other::moving})
    list.push_back(frame_constraint(model, random, other));
  add_joint_constraints(model, random, list);
  list.push_back(centre_of_mass_at({random.uniform(), random.uniform(), random.uniform()}));
  return list;
}

// Random rows on a random tree, with the question's calls.
struct Rows {
  Mechanism m;
  Random random;
  std::vector<Constraint> list;
  Vector neutral;  // where joints are locked unless hold() says otherwise

  explicit Rows(std::uint64_t seed)
      : m(random_mechanism(seed)),
        random(seed + 31),
        list(every_kind(m.model, random)),
        neutral(neutral_configuration(m.model)) {}

  Kinematics kinematics(const Vector& q) const {
    Kinematics out(m.model);
    forward_kinematics(m.model, {q, m.v}, out);
    return out;
  }
  Pose frame(const Kinematics& k, const FrameRef& ref, const Placement& in_frame) const {
    return pose(frame_placement(m.model, k, ref.id)) * pose(in_frame);
  }
  Vector error(const ConstraintSet& set, const Vector& q) const {
    Vector out(static_cast<std::size_t>(set.rows()));
    const Kinematics k = kinematics(q);
    constraint_error(m.model, set, k, q, out);
    return out;
  }
  Vector velocity(const ConstraintSet& set, const Vector& q, const Vector& v) const {
    Vector out(static_cast<std::size_t>(set.rows()));
    Kinematics k(m.model);
    forward_kinematics(m.model, {q, v}, k);
    constraint_velocity(m.model, set, k, v, out);
    return out;
  }
  // d/dt of f(q) along v, by four points: (h)⁴ and 1e-16 / h.
  template <class F>
  Vector rate(F&& f) const {
    constexpr double h = 3e-4;
    const auto at = [&](double t) {
      Vector along = m.v, q(m.q.size());
      for (double& x : along) x *= t;
      integrate(m.model, m.q, along, q);
      return f(q);
    };
    const Vector a = at(-2 * h), b = at(-h), c = at(h), d = at(2 * h);
    Vector out(a.size());
    for (std::size_t k = 0; k < a.size(); ++k) out[k] = (8 * (c[k] - b[k]) - (d[k] - a[k])) / (12 * h);
    return out;
  }

  // All rows of a frame constraint, kept or not.
  Vector frame_error(const Constraint& c, const Vector& q) const {
    const Kinematics k = kinematics(q);
    const Pose A = frame(k, c.frame, c.in_frame);
    const Pose B = c.frame_b.given() ? frame(k, c.frame_b, c.in_frame_b) : c.target ? pose(*c.target) : Pose{};
    const Matrix3 E = c.axes == Axes::local ? A.R : Matrix3::Identity();
    const Eigen::Vector3d away = E.transpose() * (A.p - B.p);
    const Eigen::Vector3d turned = E.transpose() * A.R * logarithm(B.R.transpose() * A.R);
    return {away[0], away[1], away[2], turned[0], turned[1], turned[2]};
  }
  Vector locked_error(const Constraint& c, const Vector& q) const {
    const JointInfo& joint = m.model.joint_info(c.joint.id);
    const auto at = static_cast<std::size_t>(joint.q_index), v_at = static_cast<std::size_t>(joint.v_index);
    if (joint.nq == 1) return {q[at] - neutral[at]};
    if (joint.kind == JointKind::spherical) {
      const auto turn = [&](const Vector& x) -> Matrix3 {
        return Eigen::Quaterniond(x[at + 3], x[at], x[at + 1], x[at + 2]).toRotationMatrix();
      };
      const Eigen::Vector3d e = logarithm(turn(neutral).transpose() * turn(q));
      return {e[0], e[1], e[2]};
    }
    Vector all(m.nv());
    difference(m.model, neutral, q, all);
    return {all.begin() + static_cast<std::ptrdiff_t>(v_at),
            all.begin() + static_cast<std::ptrdiff_t>(v_at) + joint.nv};
  }
  double coordinate(const Vector& q, const JointRef& joint) const {
    return q[static_cast<std::size_t>(m.model.joint_info(joint.id).q_index)];
  }
  Vector centre_error(const Constraint& c, const Vector& q) const {
    const Vector3 centre = centre_of_mass(m.model, kinematics(q)).position, target = c.target->translation;
    return {centre[0] - target[0], centre[1] - target[1], centre[2] - target[2]};
  }
  Vector by_hand(const Constraint& c, const Vector& q) const {
    switch (c.kind) {
      case ConstraintKind::weld:
      case ConstraintKind::connect:
        return frame_error(c, q);
      case ConstraintKind::coupling:
        return {coordinate(q, c.joint) - (c.multiplier * coordinate(q, c.joint_b) + c.offset)};
      case ConstraintKind::held_at:
        return {coordinate(q, c.joint) - c.bound};
      case ConstraintKind::locked:
        return locked_error(c, q);
      case ConstraintKind::centre_of_mass:
        return centre_error(c, q);
      default:  // held_still
        return {0};
    }
  }
  // The rows that the masks keep, in order.
  Vector all_by_hand(const Vector& q) const {
    Vector out;
    for (const Constraint& c : list) {
      const Vector rows = by_hand(c, q);
      const std::size_t most = c.kind == ConstraintKind::connect ? 3 : rows.size();
      for (std::size_t r = 0; r < most; ++r)
        if (c.mask.empty() || c.mask[r]) out.push_back(rows[r]);
    }
    return out;
  }
  ConstraintSet set() const { return ConstraintSet(m.model, list); }
  // Frames B and targets move to where A is.
  void make_frames_coincide() {
    const Kinematics k = kinematics(m.q);
    for (Constraint& c : list) {
      if (c.kind != ConstraintKind::weld && c.kind != ConstraintKind::connect) continue;
      const Pose A = frame(k, c.frame, c.in_frame);
      if (c.frame_b.given())
        c.in_frame_b = placement(pose(frame_placement(m.model, k, c.frame_b.id)).inverse() * A);
      else
        c.target = placement(A);
    }
  }
};

TEST(ConstraintErrors, AreThoseOfTheConventionsByHand) {
  int kinds[7] = {}, loops = 0, to_the_world = 0;
  for (const auto seed : seeds(200)) {
    const Rows r(seed);
    const ConstraintSet set = r.set();
    const Vector found = r.error(set, r.m.q), expected = r.all_by_hand(r.m.q);
    ASSERT_EQ(found.size(), expected.size()) << seed;
    for (int c = 0; c < set.size(); ++c)
      for (int k = set.first_row(c); k < set.first_row(c) + set.rows(c); ++k) {
        const auto i = static_cast<std::size_t>(k);
        EXPECT_NEAR(found[i], expected[i], 1e-12 * (1 + std::abs(expected[i]))) << seed << " " << set.label(c);
      }
    for (const Constraint& c : r.list) {
      ++kinds[static_cast<std::size_t>(c.kind)];
      loops += c.frame_b.id.index > 0, to_the_world += c.frame_b.id.index == 0;
    }
  }
  EXPECT_GE(loops, nearly(386, 200));
  EXPECT_GE(to_the_world, nearly(200, 200));
  const int today[7] = {499, 501, 659, 196, 736, 200, 200};
  for (std::size_t k = 0; k < 7; ++k) EXPECT_GE(kinds[k], nearly(today[k], 200)) << k;
}

// Where both frames coincide all rows of the error have the velocity rows as their derivative, in both kinds of axes,
// with a second frame that moves and is displaced, too.
TEST(ConstraintErrors, ChangeByTheVelocityRowsWhereTheFramesCoincide) {
  for (const auto seed : seeds(200)) {
    Rows r(seed);
    r.make_frames_coincide();
    const ConstraintSet unheld = r.set();
    ConstraintSet set = r.set();
    set.hold(r.m.q);  // what locked joints need
    const Vector rate = r.rate([&](const Vector& q) {
      Vector error = r.error(set, q);
      const Vector own = r.error(unheld, q);  // frames coincide by what they state, without hold()
      for (int c = 0; c < set.size(); ++c)
        if (set.kind(c) == ConstraintKind::weld || set.kind(c) == ConstraintKind::connect)
          std::copy_n(own.begin() + set.first_row(c), set.rows(c), error.begin() + set.first_row(c));
      return error;
    });
    const Vector velocity = r.velocity(set, r.m.q, r.m.v);
    for (int c = 0; c < set.size(); ++c) {
      if (set.kind(c) == ConstraintKind::held_still) continue;  // has no position
      for (int k = set.first_row(c); k < set.first_row(c) + set.rows(c); ++k) {
        const auto i = static_cast<std::size_t>(k);
        EXPECT_NEAR(rate[i], velocity[i], 1e-8 * (1 + std::abs(velocity[i]))) << seed << " " << set.label(c);
      }
    }
  }
}

// Anywhere: distances in world axes change by ṗ_A - ṗ_B, and in local ones R_A times the row does; joints, limits,
// couplings and the centre of mass are linear in what they measure.
TEST(ConstraintErrors, OfDistancesAndJointsChangeByTheVelocityRowsEverywhere) {
  for (const auto seed : seeds(200)) {
    Rows r(seed);
    std::erase_if(r.list, [](const Constraint& c) {
      return c.kind == ConstraintKind::locked || c.kind == ConstraintKind::held_still;
    });
    for (Constraint& c : r.list) {
      if (c.kind == ConstraintKind::weld) c.kind = ConstraintKind::connect;
      c.mask.clear();
    }
    const ConstraintSet set = r.set();
    // Rows in local axes, turned into those of the world.
    const auto turned = [&](const Vector& q, Vector rows) {
      const Kinematics k = r.kinematics(q);
      for (int c = 0; c < set.size(); ++c) {
        const Constraint& stated = r.list[static_cast<std::size_t>(c)];
        if (stated.kind != ConstraintKind::connect || stated.axes != Axes::local) continue;
        Eigen::Map<Eigen::Vector3d> row(rows.data() + set.first_row(c));
        row = (r.frame(k, stated.frame, stated.in_frame).R * row).eval();
      }
      return rows;
    };
    const Vector rate = r.rate([&](const Vector& q) { return turned(q, r.error(set, q)); });
    EXPECT_LE(distance(rate, turned(r.m.q, r.velocity(set, r.m.q, r.m.v))), 1e-8) << seed;
  }
}

// Rows that hold a joint measure the velocity of one degree of freedom, a coupling its combination of two.
TEST(ConstraintVelocities, OfJointsAreThoseOfTheirDegreesOfFreedom) {
  for (const auto seed : seeds(100)) {
    Rows r(seed);
    const ConstraintSet set = r.set();
    const Vector velocity = r.velocity(set, r.m.q, r.m.v);
    const auto rate = [&](const JointRef& joint) {
      return r.m.v[static_cast<std::size_t>(r.m.model.joint_info(joint.id).v_index + joint.dof)];
    };
    for (int c = 0; c < set.size(); ++c) {
      const Constraint& stated = r.list[static_cast<std::size_t>(c)];
      const double found = velocity[static_cast<std::size_t>(set.first_row(c))];
      if (stated.kind == ConstraintKind::held_still || stated.kind == ConstraintKind::held_at)
        EXPECT_EQ(found, rate(stated.joint)) << seed << " " << set.label(c);
      if (stated.kind == ConstraintKind::coupling)
        EXPECT_NEAR(found, rate(stated.joint) - stated.multiplier * rate(stated.joint_b), 1e-15) << seed;
    }
  }
}

// reference - kd ė - kp e - J̇ v with nothing of the code under test in e (by hand) or J̇ v (by differences).
TEST(ConstraintTargets, AreReferenceMinusGainsTimesTheErrorsByHandMinusTheBiasByDifferences) {
  for (const auto seed : seeds(200)) {
    Rows r(seed);
    for (Constraint& c : r.list) {
      const bool has_target =
          c.target || c.frame_b.given() || c.kind == ConstraintKind::coupling || c.kind == ConstraintKind::held_at;
      c.kp = has_target ? r.random.uniform(0, 4) : 0, c.kd = r.random.uniform(0, 4);
    }
    const ConstraintSet unset = r.set();
    for (std::size_t c = 0; c < r.list.size(); ++c)
      r.list[c].reference = r.random.vector(unset.rows(static_cast<int>(c)), 2);
    const ConstraintSet set = r.set();
    const Vector error = r.all_by_hand(r.m.q), velocity = r.velocity(set, r.m.q, r.m.v);
    const Vector bias = r.rate([&](const Vector& q) { return r.velocity(set, q, r.m.v); });
    Vector found(error.size()), expected(error.size());
    constraint_target(r.m.model, set, r.kinematics(r.m.q), {r.m.q, r.m.v}, found);
    for (int c = 0; c < set.size(); ++c)
      for (int k = 0; k < set.rows(c); ++k) {
        const auto i = static_cast<std::size_t>(set.first_row(c) + k);
        const Constraint& stated = r.list[static_cast<std::size_t>(c)];
        expected[i] =
            stated.reference[static_cast<std::size_t>(k)] - stated.kd * velocity[i] - stated.kp * error[i] - bias[i];
        EXPECT_NEAR(found[i], expected[i], 1e-8 * (1 + std::abs(expected[i]))) << seed << " " << set.label(c);
      }
  }
}

// A frame of a base that is fixed is a target: the same rows, taken by the algorithms of frames held to the world.
TEST(ConstraintErrors, OfASecondFrameThatIsFixedToTheWorldAreThoseOfATarget) {
  ModelBuilder builder("arm");
  builder.link("base", solid_sphere(1, 0.1)), builder.link("rod", solid_sphere(1, 0.1));
  builder.fixed("stand", "", "base", placement_at(0.5, 0, 1));
  builder.revolute("hinge", "base", "rod", placement_at(0, 0, 0.25), {0, 1, 0});
  builder.frame("tip", "rod", placement_at(0, 0, -2));
  const Model model = builder.build();
  Constraint held = connect("tip", "base");
  held.in_frame_b.translation = {0.125, 0, -0.5};
  held.axes = Axes::world_aligned;
  const ConstraintSet set(model, {held});
  EXPECT_TRUE(takes(Constrained::constrained_aba, set));
  Kinematics kinematics(model);
  const Vector q{0.75};
  forward_kinematics(model, {q}, kinematics);
  Vector error(3);
  constraint_error(model, set, kinematics, q, error);
  // The hinge is at (0.5, 0, 1.25), the place on the base at (0.625, 0, 0.5).
  const Vector expected{0.5 - 2 * std::sin(0.75) - 0.625, 0, 1.25 - 2 * std::cos(0.75) - 0.5};
  EXPECT_LE(distance(error, expected), 1e-14);
}

// Two links of a plane that meet at their tips: e = tip of the first minus tip of the second, in the axes of the first.
TEST(ConstraintErrors, OfALoopInClosedForm) {
  ModelBuilder builder("loop");
  for (const char* link : {"left", "right"}) builder.link(link, solid_sphere(1, 0.1));
  builder.revolute("a", "", "left", placement_at(0, 0, 0), {0, 0, 1});
  builder.revolute("b", "", "right", placement_at(3, 0, 0), {0, 0, 1});
  const Model model = builder.build();
  Constraint loop = connect("left", "right");
  loop.in_frame.translation = {2, 0, 0}, loop.in_frame_b.translation = {-1, 0.5, 0.25};
  const Vector q{0.3, -0.4}, v{1.5, 2.5};
  const double ax = 2 * std::cos(0.3), ay = 2 * std::sin(0.3);
  const double bx = 3 - std::cos(0.4) + 0.5 * std::sin(0.4), by = std::sin(0.4) + 0.5 * std::cos(0.4);
  const double ex = ax - bx, ey = ay - by;
  Kinematics kinematics(model);
  forward_kinematics(model, {q, v}, kinematics);
  Vector error(3), velocity(3);
  const ConstraintSet local(model, {loop});
  constraint_error(model, local, kinematics, q, error);
  EXPECT_LE(
      distance(error, Vector{std::cos(0.3) * ex + std::sin(0.3) * ey, -std::sin(0.3) * ex + std::cos(0.3) * ey, -0.25}),
      1e-14);
  loop.axes = Axes::world_aligned;
  const ConstraintSet world(model, {loop});
  constraint_error(model, world, kinematics, q, error);
  constraint_velocity(model, world, kinematics, v, velocity);
  EXPECT_LE(distance(error, Vector{ex, ey, -0.25}), 1e-14);
  EXPECT_LE(distance(velocity, Vector{-1.5 * ay + 2.5 * by, 1.5 * ax - 2.5 * (bx - 3), 0}), 1e-14);
}

}  // namespace
}  // namespace tenon::test
