#include "api/every_call.hpp"

#include <tuple>

namespace tenon::test {
namespace {

void add_kinematics(ApiFixture& f, Calls& calls) {
  const auto& [q, v, a] = std::tie(f.m.q, f.m.v, f.m.a);
  calls.emplace_back("forward_kinematics", [&] { forward_kinematics(f.model, q, v, a, f.kinematics); });
  calls.emplace_back("forward_kinematics", [&] { forward_kinematics(f.model, q, v, {}, f.kinematics); });
  calls.emplace_back("forward_kinematics", [&] { forward_kinematics(f.model, q, {}, {}, f.kinematics); });
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
  add("rnea", [&](M m, W ws, V q, V v, V a) { rnea(m, ws, q, v, a, f.x); });
  add("rnea", [&](M m, W ws, V q, V v, V a) { rnea(m, ws, q, v, a, f.x, f.wrenches); });
  add("gravity_torque", [&](M m, W ws, V q, V, V) { gravity_torque(m, ws, q, f.x); });
  add("bias_torque", [&](M m, W ws, V q, V v, V) { bias_torque(m, ws, q, v, f.x); });
  add("coriolis_matrix", [&](M m, W ws, V q, V v, V) { coriolis_matrix(m, ws, q, v, f.square); });
  for (const Triangle t : {Triangle::both, Triangle::lower, Triangle::upper}) {
    add("crba", [&f, t](M m, W ws, V q, V, V) { crba(m, ws, q, f.square, t); });
    add("minverse", [&f, t](M m, W ws, V q, V, V) { minverse(m, ws, q, f.square, t); });
  }
  add("aba", [&](M m, W ws, V q, V v, V a) { aba(m, ws, q, v, a, f.x); });
  add("aba", [&](M m, W ws, V q, V v, V a) { aba(m, ws, q, v, a, f.x, f.wrenches); });
  add("minverse_apply", [&](M m, W ws, V q, V, V a) { minverse_apply(m, ws, q, a, f.x); });
  add("minverse_apply",
      [&](M m, W ws, V q, V, V) { minverse_apply(m, ws, q, f.third, f.square, static_cast<int>(f.n)); });
  add("passive_forces", [&](M m, W, V q, V v, V) { passive_forces(m, q, v, f.x); });
  add("energy", [&](M m, W ws, V q, V v, V) { energy(m, ws, q, v); });
  add("centre_of_mass", [&](M m, W, V, V, V) { centre_of_mass(m, f.kinematics); });
  add("centre_of_mass_jacobian",
      [&](M m, W, V, V, V) { centre_of_mass_jacobian(m, f.kinematics, std::span(f.wide).first(3 * f.n)); });
  add("centroidal_momentum", [&](M m, W, V, V, V) { centroidal_momentum(m, f.kinematics); });
  add("centroidal_map", [&](M m, W, V, V, V) { centroidal_map(m, f.kinematics, f.wide); });
  add("joint_reaction", [&](M m, W ws, V q, V v, V a) { joint_reaction(m, ws, q, v, a, f.joint, f.wrenches); });
  add("inverse_dynamics_regressor",
      [&](M m, W ws, V q, V v, V a) { inverse_dynamics_regressor(m, ws, q, v, a, f.regressor); });
  for (const auto wrenches : {std::span<const ExternalWrench>{}, f.wrenches}) {
    calls.emplace_back("aba_derivatives", [&f, wrenches] {
      aba_derivatives(f.model, f.derivatives, f.m.q, f.m.v, f.m.a, f.square, f.second, f.third, wrenches);
    });
    for (const Zeros zeros : {Zeros::written, Zeros::kept})  // leaves M in third again
      calls.emplace_back("rnea_derivatives", [&f, wrenches, zeros] {
        rnea_derivatives(f.model, f.derivatives, f.m.q, f.m.v, f.m.a, f.square, f.second, f.third, wrenches, zeros);
      });
  }
}

void add_factorization(ApiFixture& f, Calls& calls) {
  calls.emplace_back("factorize", [&] { factorize(f.model, f.factors, f.third); });
  calls.emplace_back("factorize_in_place", [&] {
    f.square = f.third;
    factorize_in_place(f.model, f.factors, f.square);
  });
  const std::pair<const char*, void (*)(Factorization&, std::span<const double>, std::span<double>, int)> products[] = {
      {"solve", solve},       {"multiply_L", multiply_L}, {"multiply_Lt", multiply_Lt}, {"solve_L", solve_L},
      {"solve_Lt", solve_Lt}, {"multiply_D", multiply_D}, {"solve_D", solve_D}};
  for (const auto& [name, product] : products) {
    calls.emplace_back(name, [&f, product] { product(f.factors, f.m.a, f.x, 1); });
    calls.emplace_back(name, [&f, product] { product(f.factors, f.third, f.second, static_cast<int>(f.n)); });
  }
  calls.emplace_back("inverse", [&] { inverse(f.factors, f.square); });
}

void add_constraints(ApiFixture& f, Calls& calls) {
  calls.emplace_back("constraint_jacobian",
                     [&] { constraint_jacobian(f.model, f.constraints, f.kinematics, f.rows_by_nv); });
  calls.emplace_back("constraint_bias", [&] { constraint_bias(f.model, f.constraints, f.kinematics, f.rows); });
  calls.emplace_back("constraint_velocity",
                     [&] { constraint_velocity(f.model, f.constraints, f.kinematics, f.m.v, f.rows); });
  calls.emplace_back("constraint_error",
                     [&] { constraint_error(f.model, f.constraints, f.kinematics, f.m.q, f.rows); });
  calls.emplace_back("constraint_target",
                     [&] { constraint_target(f.model, f.constraints, f.kinematics, f.m.q, f.m.v, f.rows); });
  for (const Delassus algorithm : delassus_algorithms(names("delassus"), /*automatic=*/true))
    calls.emplace_back("delassus", [&f, algorithm] {
      delassus(f.model, f.constraints, f.delassus_ws, f.m.q, f.rows_by_rows, algorithm);
    });
  for (const Damped algorithm : damped_algorithms(names("damped_inverse"), /*automatic=*/true)) {
    calls.emplace_back("damped_inverse", [&f, algorithm] {
      damped_inverse(f.model, f.constraints, f.damped_ws, f.m.q, f.stiffness, f.rows_by_rows, algorithm);
    });
    calls.emplace_back("damped_solve", [&f, algorithm] {
      damped_solve(f.model, f.constraints, f.damped_ws, f.m.q, f.stiffness, f.rows_in, f.rows, algorithm);
    });
  }
  const auto does_not_allocate = [](const Algorithm& a) { return a.name != "dense"; };  // the reference does
  for (const Constrained algorithm :
       constrained_algorithms(names("constrained_dynamics", does_not_allocate), /*automatic=*/true)) {
    calls.emplace_back("constrained_dynamics", [&f, algorithm] {
      constrained_dynamics(f.model, f.constraints, f.constrained_ws, f.m.q, f.m.v, f.m.a, {}, f.x, f.rows, algorithm,
                           f.wrenches);
    });
    calls.emplace_back("constrained_impulse", [&f, algorithm] {
      constrained_impulse(f.model, f.constraints, f.constrained_ws, f.m.q, f.m.v, {}, f.x, f.rows, algorithm);
    });
  }
}

void add_operational(ApiFixture& f, Calls& calls) {
  calls.emplace_back("constrained_inverse_dynamics", [&] {
    constrained_inverse_dynamics(f.model, f.constraints, f.operational_ws, f.m.q, f.m.v, f.m.a, f.actuated, {}, f.x,
                                 f.rows, f.wrenches);
  });
  calls.emplace_back("constrained_dynamics_derivatives", [&] {
    constrained_dynamics_derivatives(f.model, f.constraints, f.constrained_derivatives, f.m.q, f.m.v, f.m.a, f.rows_in,
                                     {f.square, f.second, f.third, f.rows_nv[0], f.rows_nv[1], f.rows_nv[2]},
                                     f.wrenches);
    crba(f.model, f.ws, f.m.q, f.third);  // leaves M there again
  });
  calls.emplace_back("project_velocity",
                     [&] { project_velocity(f.model, f.constraints, f.operational_ws, f.m.q, f.m.v, f.x); });
  calls.emplace_back("project_force",
                     [&] { project_force(f.model, f.constraints, f.operational_ws, f.m.q, f.m.v, f.x); });
  calls.emplace_back("operational_space_inertia", [&] {
    operational_space_inertia(f.model, f.constraints, f.operational_ws, f.m.q, f.rows_by_rows);
  });
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
