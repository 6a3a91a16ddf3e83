// The public calls on the configuration manifold, joint by joint (manifold.hpp, random.hpp).
#include "tenon/configuration.hpp"

#include <algorithm>
#include <cmath>

#include "model/arguments.hpp"
#include "model/compiled.hpp"
#include "model/manifold.hpp"
#include "model/number_text.hpp"
#include "model/random.hpp"

namespace tenon {

namespace {

constexpr double unit_tolerance = 1e-6;

// Where the numbers of unit length stand in a joint's coordinates.
struct UnitPart {
  int begin = 0, size = 0;
};
UnitPart unit_part(JointKind kind) {
  if (kind == JointKind::spherical) return {0, 4};
  if (kind == JointKind::free) return {3, 4};
  if (kind == JointKind::planar) return {2, 2};
  return {};
}

double square(const double* x, int n) {
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += x[k] * x[k];
  return sum;
}
double length(const double* x, int n) { return std::sqrt(square(x, n)); }

template <class Step>
void for_each_joint(const Model& model, Step&& step) {
  for (const JointInfo& joint : model.joints()) step(joint);
}

}  // namespace

std::vector<double> neutral_configuration(const Model& model) {
  std::vector<double> q(static_cast<std::size_t>(model.nq()), 0.0);
  for_each_joint(model, [&](const JointInfo& joint) {
    const UnitPart unit = unit_part(joint.kind);
    if (unit.size == 4) q[static_cast<std::size_t>(joint.q_index + unit.begin + 3)] = 1;
    if (unit.size == 2) q[static_cast<std::size_t>(joint.q_index + unit.begin)] = 1;
  });
  return q;
}

std::vector<double> random_configuration(const Model& model, std::uint64_t seed) {
  Uniform uniform(seed);
  std::vector<double> q(static_cast<std::size_t>(model.nq()));
  for_each_joint(model, [&](const JointInfo& joint) { random_joint(uniform, joint, q.data() + joint.q_index); });
  return q;
}

std::vector<double> random_velocity(const Model& model, std::uint64_t seed, double scale) {
  Uniform uniform(seed);
  std::vector<double> v(static_cast<std::size_t>(model.nv()));
  for (double& vi : v) vi = random_between(uniform, -scale, scale);
  return v;
}

void integrate(const Model& model, std::span<const double> q, std::span<const double> v, std::span<double> out) {
  check_configuration(model, q);
  check_input(v, model.nv(), "v");
  check_size(out.size(), q.size(), "out");
  check_apart(out, v, "out", "v");
  for_each_joint(model, [&](const JointInfo& joint) {
    joint_integrate(joint.kind, q.data() + joint.q_index, v.data() + joint.v_index, out.data() + joint.q_index);
  });
}

void difference(const Model& model, std::span<const double> from, std::span<const double> to, std::span<double> out) {
  check_configuration(model, from, "from");
  check_configuration(model, to, "to");
  check_size(out.size(), static_cast<std::size_t>(model.nv()), "out");
  for_each_joint(model, [&](const JointInfo& joint) {
    joint_difference(joint.kind, from.data() + joint.q_index, to.data() + joint.q_index, out.data() + joint.v_index);
  });
}

void interpolate(const Model& model, std::span<const double> from, std::span<const double> to, double fraction,
                 std::span<double> out) {
  check_configuration(model, from, "from");
  check_configuration(model, to, "to");
  check_size(out.size(), from.size(), "out");
  if (!(std::abs(fraction) <= largest_input<double>))
    throw Error("fraction is " + bad_input_text(fraction, largest_input<double>));
  for_each_joint(model, [&](const JointInfo& joint) {
    joint_interpolate(joint.kind, from.data() + joint.q_index, to.data() + joint.q_index, fraction,
                      out.data() + joint.q_index);
  });
}

void normalize(const Model& model, std::span<double> q) {
  check_size(q.size(), static_cast<std::size_t>(model.nq()), "q");
  for_each_joint(model, [&](const JointInfo& joint) {
    const UnitPart unit = unit_part(joint.kind);
    double* part = q.data() + joint.q_index + unit.begin;
    const double n = length(part, unit.size);
    if (unit.size > 0 && !(n > 0 && std::isfinite(n)))
      throw Error("q: joint \"" + joint.name + "\": the unit part has length " + number_text(n) +
                  ", expected a finite one above 0");
    for (int k = 0; k < unit.size; ++k) part[k] /= n;
  });
}

void check_unit_length(const char* argument, const JointInfo& joint, const double* part, int size) {
  const double n = length(part, size);
  if (std::abs(n - 1) <= unit_tolerance) return;
  throw Error(std::string(argument) + ": joint \"" + joint.name +
              "\": " + (size == 4 ? "quaternion" : "cosine and sine") + " has length " + std::to_string(n) +
              ", expected 1 within 1e-6");
}

void check_configuration(const Model& model, std::span<const double> q, const char* argument) {
  const CompiledModel& m = model.compiled();
  check_input(q, m.nq, argument, largest_coordinate<double>);
  for (const UnitNumbers& unit : m.unit_numbers) {
    const double* part = q.data() + unit.begin;
    if (std::abs(square(part, unit.size) - 1) <= unit_tolerance) [[likely]]
      continue;  // the length is within half of that
    check_unit_length(argument, m.joints[static_cast<std::size_t>(unit.joint)], part, unit.size);
  }
}

void check_velocity(const Model& model, std::span<const double> v, const char* argument) {
  check_input(v, model.nv(), argument);
}

}  // namespace tenon
