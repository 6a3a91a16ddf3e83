// The public calls on the configuration manifold, joint by joint (manifold.hpp).
#include "tenon/configuration.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "model/arguments.hpp"
#include "model/compiled.hpp"
#include "model/manifold.hpp"

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

double length(const double* x, int n) {
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += x[k] * x[k];
  return std::sqrt(sum);
}

// The same numbers on every machine; std distributions differ between libraries.
class Uniform {
 public:
  explicit Uniform(std::uint64_t seed) : engine_(seed) {}
  double operator()(double lower, double upper) {
    return lower + (upper - lower) * static_cast<double>(engine_() >> 11) * 0x1.0p-53;
  }

 private:
  std::mt19937_64 engine_;
};

// A uniformly distributed rotation (Shoemake's subgroup method).
void random_quaternion(Uniform& uniform, double* q) {
  const double u = uniform(0, 1), a = uniform(0, 2 * std::numbers::pi), b = uniform(0, 2 * std::numbers::pi);
  const double r = std::sqrt(1 - u), s = std::sqrt(u);
  q[0] = r * std::sin(a), q[1] = r * std::cos(a), q[2] = s * std::sin(b), q[3] = s * std::cos(b);
}

double random_coordinate(Uniform& uniform, const JointInfo& joint) {
  const double lower = joint.lower[0], upper = joint.upper[0];
  const double reach = joint.kind == JointKind::prismatic ? 1 : std::numbers::pi;
  if (std::isfinite(lower) && std::isfinite(upper)) return uniform(lower, upper);
  if (std::isfinite(lower)) return uniform(lower, lower + 2 * reach);
  if (std::isfinite(upper)) return uniform(upper - 2 * reach, upper);
  return uniform(-reach, reach);
}

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
  for_each_joint(model, [&](const JointInfo& joint) {
    double* qi = q.data() + joint.q_index;
    const UnitPart unit = unit_part(joint.kind);
    if (unit.size == 0) {
      qi[0] = random_coordinate(uniform, joint);
      return;
    }
    for (int k = 0; k < unit.begin; ++k) qi[k] = uniform(-1, 1);
    if (unit.size == 4) return random_quaternion(uniform, qi + unit.begin);
    const double angle = uniform(-std::numbers::pi, std::numbers::pi);
    qi[2] = std::cos(angle), qi[3] = std::sin(angle);
  });
  return q;
}

std::vector<double> random_velocity(const Model& model, std::uint64_t seed, double scale) {
  Uniform uniform(seed);
  std::vector<double> v(static_cast<std::size_t>(model.nv()));
  for (double& vi : v) vi = uniform(-scale, scale);
  return v;
}

void integrate(const Model& model, std::span<const double> q, std::span<const double> v, std::span<double> out) {
  check_configuration(model, q);
  check_input(v, model.nv(), "v");
  check_size(out.size(), q.size(), "out");
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
  if (!std::isfinite(fraction)) throw Error("fraction is not finite");
  for_each_joint(model, [&](const JointInfo& joint) {
    double step[6];
    joint_difference(joint.kind, from.data() + joint.q_index, to.data() + joint.q_index, step);
    for (double& s : step) s *= fraction;
    joint_integrate(joint.kind, from.data() + joint.q_index, step, out.data() + joint.q_index);
  });
}

void normalize(const Model& model, std::span<double> q) {
  check_size(q.size(), static_cast<std::size_t>(model.nq()), "q");
  for_each_joint(model, [&](const JointInfo& joint) {
    const UnitPart unit = unit_part(joint.kind);
    double* part = q.data() + joint.q_index + unit.begin;
    const double n = length(part, unit.size);
    if (unit.size > 0 && !(n > 0)) throw Error("q: joint \"" + joint.name + "\": the unit part has length 0");
    for (int k = 0; k < unit.size; ++k) part[k] /= n;
  });
}

void check_configuration(const Model& model, std::span<const double> q, const char* argument) {
  const CompiledModel& m = model.compiled();
  check_input(q, m.nq, argument);
  for (const UnitNumbers& unit : m.unit_numbers) {
    const double n = length(q.data() + unit.begin, unit.size);
    if (std::abs(n - 1) <= unit_tolerance) [[likely]]
      continue;
    throw Error(std::string(argument) + ": joint \"" + m.joints[static_cast<std::size_t>(unit.joint)].name +
                "\": " + (unit.size == 4 ? "quaternion" : "cosine and sine") + " has length " + std::to_string(n) +
                ", expected 1 within 1e-6");
  }
}

void check_velocity(const Model& model, std::span<const double> v, const char* argument) {
  check_input(v, model.nv(), argument);
}

}  // namespace tenon
