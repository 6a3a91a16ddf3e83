// The questions that can be asked, and the shape of their answers.
#include <algorithm>

#include "tenon/algorithms.hpp"

namespace tenon {

namespace {

using Parts = std::vector<AnswerPart>;
using Kind = AnswerPart::Kind;

AnswerPart vector(int size, const char* name = "") { return {name, Kind::vector, size, 1}; }
AnswerPart matrix(int rows, int columns, const char* name = "") { return {name, Kind::matrix, rows, columns}; }

template <int size>
Parts vector_of(const Model&, const Question&) {
  return {vector(size)};
}
template <int rows>
Parts rows_by_nv(const Model& model, const Question&) {
  return {matrix(rows, model.nv())};
}
Parts tangent(const Model& model, const Question&) { return {vector(model.nv())}; }
Parts configuration(const Model& model, const Question&) { return {vector(model.nq())}; }
Parts square(const Model& model, const Question&) { return {matrix(model.nv(), model.nv())}; }
Parts placement(const Model&, const Question&) { return {matrix(4, 4)}; }
Parts factors(const Model& model, const Question&) {
  return {matrix(model.nv(), model.nv(), "L"), vector(model.nv(), "D")};
}
Parts derivatives(const Model& model, const char* last) {
  const int n = model.nv();
  return {matrix(n, n, "dq"), matrix(n, n, "dv"), matrix(n, n, last)};
}
Parts derivatives_of_forces(const Model& model, const Question&) { return derivatives(model, "da"); }
Parts derivatives_of_accelerations(const Model& model, const Question&) { return derivatives(model, "dtau"); }
Parts energies(const Model&, const Question&) { return {{"kinetic"}, {"potential"}, {"elastic"}, {"total"}}; }
Parts delassus(const Model&, const Question& question) {
  const int rows = question.constraints ? question.constraints->rows() : 0;
  return {matrix(rows, rows)};
}
Parts rows(const Model&, const Question& question) {
  return {vector(question.constraints ? question.constraints->rows() : 0)};
}
Parts motion_and_forces(const Model& model, const Question& question) {
  const int rows = question.constraints ? question.constraints->rows() : 0;
  return {vector(model.nv()), vector(rows, "force"), {"report", Kind::report, 4, 1}};
}
Parts derivatives_of_both(const Model& model, const Question& question) {
  const int n = model.nv(), rows = question.constraints ? question.constraints->rows() : 0;
  return {matrix(n, n, "dq"),
          matrix(n, n, "dv"),
          matrix(n, n, "dtau"),
          matrix(rows, n, "force_dq"),
          matrix(rows, n, "force_dv"),
          matrix(rows, n, "force_dtau"),
          {"report", Kind::report, 4, 1}};
}
Parts regressor(const Model& model, const Question&) {
  return {matrix(model.nv(), 10 * static_cast<int>(model.description().links.size()))};
}

const Family table[] = {
    {"rnea", "joint forces for given accelerations: M a + C v + g - Jᵀ wrenches", "q v a external_wrenches", tangent},
    {"gravity", "joint forces that hold the robot at rest: g", "q", tangent},
    {"bias", "joint forces at zero acceleration: C v + g", "q v", tangent},
    {"passive_forces", "what springs, damping and dry friction do by themselves", "q v", tangent},
    {"crba", "joint-space inertia matrix M", "q", square},
    {"factorization", "M = LᵀD L with branch-sparse L", "q", factors},
    {"multiply_L", "L x, with the L of factorization", "q x", tangent},
    {"multiply_Lt", "Lᵀ x", "q x", tangent},
    {"solve_L", "L⁻¹ x", "q x", tangent},
    {"solve_Lt", "L⁻ᵀ x", "q x", tangent},
    {"minverse", "M⁻¹", "q", square},
    {"minverse_apply", "M⁻¹ x", "q x", tangent},
    {"aba", "joint accelerations for given forces: M⁻¹(tau - C v - g + Jᵀ wrenches)", "q v tau external_wrenches",
     tangent},
    {"rnea_derivatives", "derivatives of rnea with respect to q (tangent), v and a", "q v a external_wrenches",
     derivatives_of_forces},
    {"aba_derivatives", "derivatives of aba with respect to q (tangent), v and tau", "q v tau external_wrenches",
     derivatives_of_accelerations},
    {"coriolis", "matrix C(q, v) with dM/dt - 2C skew-symmetric", "q v", square},
    {"joint_reaction", "wrench that a joint (frame joint:NAME) passes to its child, in its own axes",
     "q v a frame external_wrenches", vector_of<6>},
    {"regressor", "Y with rnea = Y pi, ten numbers per link", "q v a", regressor},
    {"placement", "pose of a frame in the world, 4 x 4", "q frame", placement},
    {"velocity", "spatial velocity of a frame", "q v frame axes", vector_of<6>},
    {"acceleration", "spatial acceleration of a frame, gravity not included", "q v a frame axes", vector_of<6>},
    {"bias_acceleration", "acceleration of a frame at zero joint acceleration: J̇ v", "q v frame axes", vector_of<6>},
    {"jacobian", "J of a frame: its velocity is J v", "q frame axes", rows_by_nv<6>},
    {"energy", "kinetic, potential, elastic and total energy", "q v", energies},
    {"com", "centre of mass in the world", "q", vector_of<3>},
    {"com_velocity", "velocity of the centre of mass", "q v", vector_of<3>},
    {"com_acceleration", "acceleration of the centre of mass", "q v a", vector_of<3>},
    {"com_jacobian", "Jacobian of the centre of mass", "q", rows_by_nv<3>},
    {"momentum", "linear momentum, and angular momentum about the centre of mass", "q v", vector_of<6>},
    {"centroidal_map", "matrix that takes v to that momentum", "q", rows_by_nv<6>},
    {"delassus", "J M⁻¹Jᵀ: the constraints' accelerations per unit of their forces", "q constraints", delassus},
    {"damped_inverse", "Λ_R = (R⁻¹ + J M⁻¹Jᵀ)⁻¹ with the constraints' stiffness R", "q constraints stiffness",
     delassus},
    {"damped_solve", "Λ_R x: forces of soft constraints per their accelerations", "q constraints stiffness x", rows},
    {"constrained_dynamics", "joint accelerations under the constraints; their forces λ, M v̇ + C v + g = tau + Jᵀλ",
     "q v tau external_wrenches constraints settings stiffness", motion_and_forces},
    {"impulse", "velocity after an impact in which the constraints take hold; their impulses",
     "q v constraints settings restitution", motion_and_forces},
    {"constrained_dynamics_derivatives",
     "derivatives of constrained_dynamics and of its forces with respect to q (tangent), v and tau",
     "q v tau external_wrenches constraints settings", derivatives_of_both},
    {"integrate", "the configuration after moving along v for unit time", "q v", configuration},
    {"difference", "the v that moves q to another configuration in unit time", "q to", tangent},
    {"interpolate", "the configuration a fraction of the way to another", "q to fraction", configuration},
    {"random", "a configuration at random, uniform within the limits", "seed", configuration},
};

}  // namespace

std::span<const Family> families() { return table; }

const Family& family(std::string_view name) {
  std::string names;
  for (const Family& f : table) {
    if (f.name == name) return f;
    names += (names.empty() ? "" : ", ") + std::string(f.name);
  }
  throw Error("found \"" + std::string(name) + "\", expected one of: " + names);
}

bool Family::takes(std::string_view input) const {
  for (std::size_t start = 0; start < inputs.size();) {
    const std::size_t end = std::min(inputs.find(' ', start), inputs.size());
    if (inputs.substr(start, end - start) == input) return true;
    start = end + 1;
  }
  return false;
}

int answer_size(const Family& family, const Model& model, const Question& question) {
  int size = 0;
  for (const AnswerPart& part : family.answer(model, question)) size += part.size();
  return size;
}

}  // namespace tenon
