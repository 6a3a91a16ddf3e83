#include "api/every_call.hpp"

#include <algorithm>
#include <tuple>

namespace tenon::test {
namespace {

std::vector<FrameId> moving_frames(const Model& model) {
  std::vector<FrameId> moving;
  for (int f = 0; f < static_cast<int>(model.frames().size()); ++f)
    if (model.frame_info({f}).parent_joint.index >= 0) moving.push_back({f});
  return moving;
}

// Joints of one position: the kinds that couplings and bounds take.
std::vector<JointId> simple_joints(const Model& model) {
  std::vector<JointId> simple;
  for (int j = 0; j < static_cast<int>(model.joints().size()); ++j)
    if (model.joint_info({j}).nq == 1) simple.push_back({j});
  return simple;
}

void add_kinematics(ApiFixture& f, Calls& calls) {
  const auto& [q, v, a] = std::tie(f.m.q, f.m.v, f.m.a);
  calls.emplace_back("forward_kinematics", [&] { forward_kinematics(f.model, {q, v}, a, f.moved); });
  calls.emplace_back("forward_kinematics", [&] { forward_kinematics(f.model, {q, v}, f.moved); });
  calls.emplace_back("forward_kinematics", [&] { forward_kinematics(f.model, {q}, f.moved); });
  calls.emplace_back("frame_placement", [&] { frame_placement(f.model, f.kinematics, f.last); });
  for (const Axes axes : {Axes::local, Axes::world, Axes::world_aligned}) {
    calls.emplace_back("frame_velocity", [&f, axes] { frame_velocity(f.model, f.kinematics, f.last, axes); });
    calls.emplace_back("frame_acceleration", [&f, axes] { frame_acceleration(f.model, f.kinematics, f.last, axes); });
    calls.emplace_back("frame_bias_acceleration",
                       [&f, axes] { frame_bias_acceleration(f.model, f.kinematics, f.last, axes); });
    calls.emplace_back("frame_jacobian", [&f, axes] { frame_jacobian(f.model, f.kinematics, f.last, axes, f.wide); });
  }
}

void add_dynamics(ApiFixture& f, Calls& calls) {
  const auto add = [&](const char* name, auto call) {
    calls.emplace_back(name, [&f, call] { call(f.model, f.ws, f.m.q, f.m.v, f.m.a); });
  };
  using M = const Model&;
  using W = Workspace&;
  using V = const Vector&;
  add("rnea", [&](M m, W ws, V q, V v, V a) { rnea(m, ws, {q, v}, a, f.x); });
  add("rnea", [&](M m, W ws, V q, V v, V a) { rnea(m, ws, {q, v}, a, {.wrenches = f.wrenches}, f.x); });
  add("gravity_torque", [&](M m, W ws, V q, V, V) { gravity_torque(m, ws, q, f.x); });
  add("bias_torque", [&](M m, W ws, V q, V v, V) { bias_torque(m, ws, {q, v}, f.x); });
  add("coriolis_matrix", [&](M m, W ws, V q, V v, V) { coriolis_matrix(m, ws, {q, v}, f.square); });
  for (const Triangle t : {Triangle::both, Triangle::lower, Triangle::upper}) {
    add("crba", [&f, t](M m, W ws, V q, V, V) { crba(m, ws, q, {.triangle = t}, f.square); });
    add("minverse", [&f, t](M m, W ws, V q, V, V) { minverse(m, ws, q, {.triangle = t}, f.square); });
  }
  add("aba", [&](M m, W ws, V q, V v, V a) { aba(m, ws, {q, v}, a, f.x); });
  add("aba", [&](M m, W ws, V q, V v, V a) { aba(m, ws, {q, v}, a, {.wrenches = f.wrenches}, f.x); });
  add("minverse_apply", [&](M m, W ws, V q, V, V a) { minverse_apply(m, ws, q, a, f.x); });
  add("minverse_apply",
      [&](M m, W ws, V q, V, V) { minverse_apply(m, ws, q, f.M, {.columns = static_cast<int>(f.n)}, f.square); });
  add("passive_forces", [&](M m, W, V q, V v, V) { passive_forces(m, {q, v}, f.x); });
  add("energy", [&](M m, W ws, V q, V v, V) { energy(m, ws, {q, v}); });
  add("centre_of_mass", [&](M m, W, V, V, V) { centre_of_mass(m, f.kinematics); });
  add("centre_of_mass_jacobian",
      [&](M m, W, V, V, V) { centre_of_mass_jacobian(m, f.kinematics, std::span(f.wide).first(3 * f.n)); });
  add("centroidal_momentum", [&](M m, W, V, V, V) { centroidal_momentum(m, f.kinematics); });
  add("centroidal_map", [&](M m, W, V, V, V) { centroidal_map(m, f.kinematics, f.wide); });
  add("joint_reaction",
      [&](M m, W ws, V q, V v, V a) { joint_reaction(m, ws, {q, v}, a, f.joint, {.wrenches = f.wrenches}); });
  add("inverse_dynamics_regressor",
      [&](M m, W ws, V q, V v, V a) { inverse_dynamics_regressor(m, ws, {q, v}, a, f.regressor); });
  for (const auto wrenches : {std::span<const ExternalWrench>{}, f.wrenches}) {
    calls.emplace_back("aba_derivatives", [&f, wrenches] {
      aba_derivatives(f.model, f.ws, {f.m.q, f.m.v}, f.m.a, {.wrenches = wrenches}, {f.square, f.second, f.third});
    });
    for (const Zeros zeros : {Zeros::written, Zeros::kept})
      calls.emplace_back("rnea_derivatives", [&f, wrenches, zeros] {
        rnea_derivatives(f.model, f.ws, {f.m.q, f.m.v}, f.m.a, {.wrenches = wrenches, .zeros = zeros},
                         {f.square, f.second, f.third});
      });
  }
}

void add_factorization(ApiFixture& f, Calls& calls) {
  calls.emplace_back("factorize", [&] { EXPECT_TRUE(f.made.factorize(f.M)); });
  calls.emplace_back("factorize_in_place", [&] {
    f.square = f.M;
    EXPECT_TRUE(f.made.factorize_in_place(f.square));
  });
  using Product = void (Factorization::*)(std::span<const double>, const ColumnOptions&, std::span<double>);
  const std::pair<const char*, Product> products[] = {{"solve", &Factorization::solve},
                                                      {"multiply_L", &Factorization::multiply_L},
                                                      {"multiply_Lt", &Factorization::multiply_Lt},
                                                      {"solve_L", &Factorization::solve_L},
                                                      {"solve_Lt", &Factorization::solve_Lt},
                                                      {"multiply_D", &Factorization::multiply_D},
                                                      {"solve_D", &Factorization::solve_D}};
  for (const auto& [name, product] : products) {
    calls.emplace_back(name, [&f, product] { (f.factors.*product)(f.m.a, {}, f.x); });
    calls.emplace_back(name,
                       [&f, product] { (f.factors.*product)(f.M, {.columns = static_cast<int>(f.n)}, f.second); });
  }
  calls.emplace_back("inverse", [&] { f.factors.inverse(f.square); });
}

void add_constraints(ApiFixture& f, Calls& calls) {
  calls.emplace_back("default_penalty", [&] { default_penalty(f.constraints); });
  calls.emplace_back("constraint_jacobian",
                     [&] { constraint_jacobian(f.model, f.constraints, f.kinematics, f.rows_by_nv); });
  calls.emplace_back("constraint_bias", [&] { constraint_bias(f.model, f.constraints, f.kinematics, f.rows); });
  calls.emplace_back("constraint_velocity",
                     [&] { constraint_velocity(f.model, f.constraints, f.kinematics, f.m.v, f.rows); });
  calls.emplace_back("constraint_error",
                     [&] { constraint_error(f.model, f.constraints, f.kinematics, f.m.q, f.rows); });
  calls.emplace_back("constraint_target",
                     [&] { constraint_target(f.model, f.constraints, f.kinematics, {f.m.q, f.m.v}, f.rows); });
  const auto taken = [&](const Algorithm& a) { return a.takes(&f.constraints); };
  for (const Delassus algorithm : delassus_algorithms(names("delassus", taken), /*automatic=*/true))
    calls.emplace_back("delassus", [&f, algorithm] {
      delassus(f.model, f.constraints, f.ws, f.m.q, {.algorithm = to_string(algorithm)}, f.rows_by_rows);
    });
  for (const Damped algorithm : damped_algorithms(names("damped_inverse", taken), /*automatic=*/true)) {
    calls.emplace_back("damped_inverse", [&f, algorithm] {
      damped_inverse(f.model, f.constraints, f.ws, f.m.q, {.algorithm = to_string(algorithm), .stiffness = f.stiffness},
                     f.rows_by_rows);
    });
    calls.emplace_back("damped_solve", [&f, algorithm] {
      damped_solve(f.model, f.constraints, f.ws, f.m.q, f.rows_in,
                   {.algorithm = to_string(algorithm), .stiffness = f.stiffness}, f.rows);
    });
  }
  // The reference allocates.
  const auto does_not_allocate = [&](const Algorithm& a) { return taken(a) && a.name != "dense"; };
  for (const Constrained algorithm :
       constrained_algorithms(names("constrained_dynamics", does_not_allocate), /*automatic=*/true)) {
    calls.emplace_back("constrained_dynamics", [&f, algorithm] {
      (void)constrained_dynamics(f.model, f.constraints, f.ws, {f.m.q, f.m.v}, f.m.a, by(algorithm, f.wrenches),
                                 {f.x, f.rows});
    });
    if (algorithm == Constrained::pv_soft) continue;  // an impact has no soft rows
    calls.emplace_back("constrained_impulse", [&f, algorithm] {
      (void)constrained_impulse(f.model, f.constraints, f.ws, {f.m.q, f.m.v}, {.algorithm = to_string(algorithm)},
                                {f.x, f.rows});
    });
  }
}

void add_constrained_derivatives(ApiFixture& f, Calls& calls) {
  calls.emplace_back("constrained_dynamics_derivatives", [&] {
    (void)constrained_dynamics_derivatives(
        f.model, f.constraints, f.ws, {f.m.q, f.m.v}, f.m.a, {.wrenches = f.wrenches},
        {f.x, f.rows, f.square, f.second, f.third, f.rows_nv[0], f.rows_nv[1], f.rows_nv[2]});
  });
}

void add_operational(ApiFixture& f, Calls& calls) {
  calls.emplace_back("constrained_inverse_dynamics", [&] {
    (void)constrained_inverse_dynamics(f.model, f.constraints, f.ws, {f.m.q, f.m.v}, f.m.a,
                                       {.actuated = f.actuated, .wrenches = f.wrenches}, {f.x, f.rows});
  });
  if (algorithms_of("constrained_dynamics_derivatives")[0].takes(&f.constraints)) add_constrained_derivatives(f, calls);
  calls.emplace_back("project_velocity",
                     [&] { (void)project_velocity(f.model, f.constraints, f.ws, f.m.q, f.m.v, f.x); });
  calls.emplace_back("project_force", [&] { (void)project_force(f.model, f.constraints, f.ws, f.m.q, f.m.v, f.x); });
  calls.emplace_back("operational_space_inertia",
                     [&] { operational_space_inertia(f.model, f.constraints, f.ws, f.m.q, f.rows_by_rows); });
}

void add_configuration(ApiFixture& f, Calls& calls) {
  calls.emplace_back("integrate", [&] { integrate(f.model, f.m.q, f.m.v, f.q_out); });
  calls.emplace_back("difference", [&] { difference(f.model, f.m.q, f.q_out, f.x); });
  calls.emplace_back("interpolate", [&] { interpolate(f.model, f.m.q, f.m.q, 0.3, f.q_out); });
  calls.emplace_back("normalize", [&] { normalize(f.model, f.q_out); });
  calls.emplace_back("check_configuration", [&] { check_configuration(f.model, f.m.q); });
  calls.emplace_back("check_velocity", [&] { check_velocity(f.model, f.m.v); });
  for (const Convention c : {Convention::pinocchio, Convention::mujoco}) {
    calls.emplace_back("configuration_size", [&f, c] { configuration_size(f.model, c); });
    const auto theirs = std::span(f.theirs_q).first(static_cast<std::size_t>(configuration_size(f.model, c)));
    calls.emplace_back("configuration_to", [&f, c, theirs] { configuration_to(f.model, c, f.m.q, theirs); });
    calls.emplace_back("configuration_from", [&f, c, theirs] { configuration_from(f.model, c, theirs, f.q_out); });
    calls.emplace_back("velocity_to", [&f, c] { velocity_to(f.model, c, f.m.q, f.m.v, f.x); });
    calls.emplace_back("velocity_from", [&f, c] { velocity_from(f.model, c, f.m.q, f.m.v, f.x); });
    calls.emplace_back("acceleration_to", [&f, c] { acceleration_to(f.model, c, f.m.q, f.m.v, f.m.a, f.x); });
    calls.emplace_back("acceleration_from", [&f, c] { acceleration_from(f.model, c, f.m.q, f.m.v, f.m.a, f.x); });
    calls.emplace_back("force_to", [&f, c] { force_to(f.model, c, f.m.q, f.m.a, f.x); });
    calls.emplace_back("force_from", [&f, c] { force_from(f.model, c, f.m.q, f.m.a, f.x); });
  }
}

}  // namespace

std::vector<Constraint> frames_held(const Model& model) {
  const std::vector<FrameId> moving = moving_frames(model);
  return {connect(moving.front()), weld(moving.back()), connect(moving[moving.size() / 2])};
}

std::vector<Constraint> every_kind_held(const Model& model) {
  const std::vector<FrameId> moving = moving_frames(model);
  const std::vector<JointId> simple = simple_joints(model);
  const JointId last{static_cast<int>(model.joints().size()) - 1};
  const auto joint_of = [&](FrameId frame) { return model.frame_info(frame).parent_joint; };
  const auto other = std::ranges::find_if(moving.rbegin(), moving.rend(),
                                          [&](FrameId f) { return joint_of(f) != joint_of(moving.front()); });
  std::vector<Constraint> list{weld(moving.back()),
                               connect(moving.front(), *other),
                               coupling(simple.at(0), simple.at(1), 0.5, 0.1),
                               held_at(simple.back(), 0.2),
                               locked(last),
                               centre_of_mass_at({0.1, 0.2, 0.3})};
  list[0].target = placement_from_rpy({0.1, -0.2, 0.3}, {0.3, 0.2, -0.1});
  for (Constraint& c : list) c.kp = 10, c.kd = 2;
  return list;
}

Calls every_call(ApiFixture& f) {
  Calls calls;
  add_kinematics(f, calls);
  add_dynamics(f, calls);
  add_factorization(f, calls);
  add_constraints(f, calls);
  add_operational(f, calls);
  add_configuration(f, calls);
  return calls;
}

}  // namespace tenon::test
