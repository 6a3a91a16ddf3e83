// Energy, momentum, centre of mass and passive forces against closed forms, power balance and finite differences.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "support/mechanism.hpp"
#include "tenon/builder.hpp"

namespace tenon::test {
namespace {

constexpr double step = 1e-5;            // central differences: truncation ~ step², rounding ~ 1e-16 / step
constexpr double difference_tol = 1e-7;  // relative; covers both with room for the size of third derivatives

Kinematics kinematics_of(const Mechanism& m) {
  Kinematics k(m.model);
  forward_kinematics(m.model, {m.q, m.v}, m.a, k);
  return k;
}
Vector vector_of(const Vector3& x) { return {x.begin(), x.end()}; }
Vector vector_of(const Vector6& x) { return {x.begin(), x.end()}; }

Energy energy_at(const Model& model, const Vector& q, const Vector& v) {
  Workspace ws(model);
  return energy(model, ws, {q, v});
}

TEST(Energy, OfAPendulumIsItsClosedForm) {
  ModelBuilder b;
  b.link("bob", solid_sphere(2.0, 0.1, placement_at(0, 0, -0.7)));
  Joint& joint = b.revolute("pivot", "", "bob", placement_at(0, 0, 1.5), {0, 1, 0});
  joint.stiffness = 3, joint.spring_reference = 0.2, joint.armature = 0.05;
  const Model model = b.build();
  const double q = 0.4, v = -1.3, inertia = 2 * 0.7 * 0.7 + 0.4 * 2 * 0.1 * 0.1 + 0.05;
  const Energy e = energy_at(model, {q}, {v});
  EXPECT_NEAR(e.kinetic, 0.5 * inertia * v * v, 1e-14);
  EXPECT_NEAR(e.potential, 2 * 9.81 * (1.5 - 0.7 * std::cos(q)), 1e-13);
  EXPECT_NEAR(e.elastic, 0.5 * 3 * 0.2 * 0.2, 1e-15);
}

TEST(Energy, ChangesByThePowerOfTheJointTorques) {
  for (const auto seed : seeds(1000)) {
    Mechanism m = random_mechanism(seed);
    m.wrenches.clear();
    Vector tau = m.rnea();
    Vector v_up = m.v, v_down = m.v;
    double power = 0;
    for (std::size_t k = 0; k < m.nv(); ++k) {
      v_up[k] += step * m.a[k], v_down[k] -= step * m.a[k];
      power += tau[k] * m.v[k];
    }
    const Energy up = energy_at(m.model, stepped(m.model, m.q, m.v, step), v_up);
    const Energy down = energy_at(m.model, stepped(m.model, m.q, m.v, -step), v_down);
    const double rate = (up.kinetic + up.potential - down.kinetic - down.potential) / (2 * step);
    EXPECT_NEAR(rate, power, difference_tol * (1 + std::abs(up.kinetic) + std::abs(up.potential))) << seed;
  }
}

TEST(PassiveForces, AreTheGradientOfTheElasticEnergyForEveryJointKind) {
  for (const auto seed : seeds(300)) {
    RobotDescription robot = random_robot(seed);
    for (Joint& joint : robot.joints) joint.stiffness = 2, joint.damping = 0, joint.friction = 0;
    const Mechanism m(robot, seed);
    Vector tau(m.nv());
    passive_forces(m.model, {m.q, m.v}, tau);
    double power = 0;
    for (std::size_t k = 0; k < m.nv(); ++k) power += tau[k] * m.v[k];
    const Energy up = energy_at(m.model, stepped(m.model, m.q, m.v, step), m.v);
    const Energy down = energy_at(m.model, stepped(m.model, m.q, m.v, -step), m.v);
    EXPECT_NEAR((up.elastic - down.elastic) / (2 * step), -power, difference_tol * (1 + up.elastic)) << seed;
  }
}

TEST(PassiveForces, DampAndRubAgainstTheMotion) {
  ModelBuilder b;
  b.link("slider", solid_sphere(1, 0.1));
  Joint& joint = b.prismatic("rail", "", "slider");
  joint.damping = 0.5, joint.friction = 2;
  const Model model = b.build();
  Vector tau(1);
  const auto force = [&](double v, double smoothing) {
    passive_forces(model, {Vector{0}, Vector{v}}, {.friction_smoothing = smoothing}, tau);
    return tau[0];
  };
  EXPECT_DOUBLE_EQ(force(3, 0.01), -0.5 * 3 - 2);
  EXPECT_DOUBLE_EQ(force(-0.005, 0.01), 0.5 * 0.005 + 1);
  EXPECT_DOUBLE_EQ(force(0, 0), 0);
  EXPECT_DOUBLE_EQ(force(-1e-9, 0), 0.5e-9 + 2);
  EXPECT_THROW(force(1, -1), Error);
  EXPECT_THROW(force(NAN, 1), Error);
}

TEST(CentreOfMass, MovesAsItsDerivativesSay) {
  for (const auto seed : seeds(1000)) {
    const Mechanism m = random_mechanism(seed);
    const Kinematics k = kinematics_of(m);
    const CentreOfMass com = centre_of_mass(m.model, k);
    EXPECT_NEAR(com.mass, m.model.mass(), 1e-12 * com.mass) << seed;
    Vector position[2], velocity[2];
    for (const int side : {0, 1}) {
      const double h = side == 0 ? -step : step;
      Vector v = m.v;
      for (std::size_t d = 0; d < v.size(); ++d) v[d] += h * m.a[d];
      Kinematics moved(m.model);
      forward_kinematics(m.model, {stepped(m.model, m.q, m.v, h), v}, moved);
      const CentreOfMass c = centre_of_mass(m.model, moved);
      position[side] = vector_of(c.position), velocity[side] = vector_of(c.velocity);
    }
    Vector speed(3), acceleration(3);
    for (std::size_t r = 0; r < 3; ++r) {
      speed[r] = (position[1][r] - position[0][r]) / (2 * step);
      acceleration[r] = (velocity[1][r] - velocity[0][r]) / (2 * step);
    }
    EXPECT_LE(distance(vector_of(com.velocity), speed), difference_tol) << seed;
    EXPECT_LE(distance(vector_of(com.acceleration), acceleration), difference_tol) << seed;
    Vector J(3 * m.nv());
    centre_of_mass_jacobian(m.model, k, J);
    EXPECT_LE(distance(product(J, m.v), vector_of(com.velocity)), 1e-12) << seed;
  }
}

TEST(CentroidalMap, TimesVelocityIsTheMomentumAndItsLinearHalfIsMassTimesVelocity) {
  for (const auto seed : seeds(1000)) {
    const Mechanism m = random_mechanism(seed);
    const Kinematics k = kinematics_of(m);
    Vector A(6 * m.nv());
    centroidal_map(m.model, k, A);
    const Vector h = vector_of(centroidal_momentum(m.model, k));
    EXPECT_LE(distance(product(A, m.v), h), 1e-12) << seed;
    const CentreOfMass com = centre_of_mass(m.model, k);
    for (std::size_t r = 0; r < 3; ++r) EXPECT_NEAR(h[r], com.mass * com.velocity[r], 1e-11 * (1 + com.mass)) << seed;
  }
}

// By hand, link by link: Σ R I Rᵀω + m (x - c) × v with x and v of each link's centre of mass, c that of all. The sign
// of a lever arm does not show in what is conserved.
TEST(CentroidalMomentum, IsTheSumOfWhatTheLinksHaveAboutTheCentreOfMass) {
  int compared = 0;
  for (const auto seed : seeds(300)) {
    const Mechanism m = random_mechanism(seed);
    const Kinematics k = kinematics_of(m);
    const Vector3 centre = centre_of_mass(m.model, k).position;
    const Eigen::Vector3d c(centre[0], centre[1], centre[2]);
    Eigen::Vector3d linear = Eigen::Vector3d::Zero(), angular = linear;
    for (const FrameInfo& frame : m.model.frames()) {
      if (frame.kind != FrameInfo::Kind::link || frame.parent_joint.index < 0) continue;
      const MassProperties& mp = m.model.description().links[static_cast<std::size_t>(frame.link)].inertia;
      const FrameId id = m.model.frame(frame.name);
      const Placement X = frame_placement(m.model, k, id);
      const Vector6 v = frame_velocity(m.model, k, id, Axes::world_aligned);
      using Rows = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
      const Eigen::Map<const Rows> R(X.rotation.data());
      const auto& i = mp.inertia;
      Eigen::Matrix3d I;
      I << i[0], i[1], i[2], i[1], i[3], i[4], i[2], i[4], i[5];
      const Eigen::Vector3d arm = R * Eigen::Map<const Eigen::Vector3d>(mp.com.data());
      const Eigen::Vector3d omega(v[3], v[4], v[5]);
      const Eigen::Vector3d speed = Eigen::Vector3d(v[0], v[1], v[2]) + omega.cross(arm);
      const Eigen::Vector3d x = Eigen::Map<const Eigen::Vector3d>(X.translation.data()) + arm;
      linear += mp.mass * speed;
      angular += R * I * R.transpose() * omega + mp.mass * (x - c).cross(speed);
    }
    const Vector h = vector_of(centroidal_momentum(m.model, k));
    const double size = 1 + linear.norm() + angular.norm();
    for (int r = 0; r < 3; ++r) {
      EXPECT_NEAR(h[static_cast<std::size_t>(r)], linear[r], 1e-11 * size) << seed;
      EXPECT_NEAR(h[static_cast<std::size_t>(r + 3)], angular[r], 1e-10 * size) << seed;
    }
    compared += angular.norm() > 0.1;
  }
  EXPECT_GE(compared, static_cast<int>(seeds(300).size()) / 2);
}

// Without gravity, joint torques are internal forces of a floating mechanism: they cannot change its momentum.
TEST(CentroidalMomentum, OfAFloatingMechanismIsConserved) {
  for (const auto seed : seeds(200)) {
    generators::RandomTreeOptions options;
    options.floating = 1, options.links = 8, options.extras = 0;
    RobotDescription robot = generators::random_tree(seed, options);
    robot.gravity = {0, 0, 0};
    Mechanism m(robot, seed);
    Workspace ws(m.model);
    Random random(seed);
    Vector tau = random.vector(m.model.nv());
    std::fill_n(tau.begin(), 6, 0.0);
    aba(m.model, ws, {m.q, m.v}, tau, m.a);
    Vector h[2];
    for (const int side : {0, 1}) {
      const double t = side == 0 ? -step : step;
      Vector v = m.v;
      for (std::size_t d = 0; d < v.size(); ++d) v[d] += t * m.a[d];
      Kinematics moved(m.model);
      forward_kinematics(m.model, {stepped(m.model, m.q, m.v, t), v}, moved);
      h[side] = vector_of(centroidal_momentum(m.model, moved));
    }
    for (std::size_t r = 0; r < 6; ++r) EXPECT_NEAR((h[1][r] - h[0][r]) / (2 * step), 0, 1e-5) << seed << " row " << r;
  }
}

TEST(EnergyAndMomentum, DoNotSeeMergingAndScrewFrames) {
  for (const auto seed : seeds(300)) {
    const Mechanism m = random_mechanism(seed),
                    plain(random_robot(seed), seed, {.merge_fixed = false, .screw_frames = false});
    const Kinematics k = kinematics_of(m), p = kinematics_of(plain);
    const Energy e = energy_at(m.model, m.q, m.v), f = energy_at(plain.model, m.q, m.v);
    EXPECT_LE(distance(Vector{e.kinetic, e.potential, e.elastic}, Vector{f.kinetic, f.potential, f.elastic}), 1e-12);
    EXPECT_LE(distance(vector_of(centroidal_momentum(m.model, k)), vector_of(centroidal_momentum(plain.model, p))),
              1e-12)
        << seed;
    const CentreOfMass c = centre_of_mass(m.model, k), d = centre_of_mass(plain.model, p);
    EXPECT_NEAR(c.mass, d.mass, 1e-12 * c.mass) << seed;
    EXPECT_LE(distance(vector_of(c.acceleration), vector_of(d.acceleration)), 1e-12) << seed;
  }
}

}  // namespace
}  // namespace tenon::test
