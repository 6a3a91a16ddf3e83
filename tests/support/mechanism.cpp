#include "support/mechanism.hpp"

namespace tenon::test {

namespace {

void normalize_part(double* x, int n) {
  double length = 0;
  for (int k = 0; k < n; ++k) length += x[k] * x[k];
  for (int k = 0; k < n; ++k) x[k] /= std::sqrt(length);
}
void back_on_manifold(const Model& model, Vector& q) {
  for (const JointInfo& joint : model.joints()) {
    double* x = &q[static_cast<std::size_t>(joint.q_index)];
    if (joint.kind == JointKind::spherical) normalize_part(x, 4);
    if (joint.kind == JointKind::planar) normalize_part(x + 2, 2);
    if (joint.kind == JointKind::free) normalize_part(x + 3, 4);
  }
}

// q ⊗ (w, 0) / 2 for a quaternion x y z w.
void quaternion_rate(const double* q, const double* w, double* rate) {
  rate[0] = 0.5 * (q[3] * w[0] + q[1] * w[2] - q[2] * w[1]);
  rate[1] = 0.5 * (q[3] * w[1] + q[2] * w[0] - q[0] * w[2]);
  rate[2] = 0.5 * (q[3] * w[2] + q[0] * w[1] - q[1] * w[0]);
  rate[3] = -0.5 * (q[0] * w[0] + q[1] * w[1] + q[2] * w[2]);
}

void position_rate(const double* quaternion, const double* v, double* rate) {
  const Placement X =
      placement_from_quaternion({0, 0, 0}, {quaternion[0], quaternion[1], quaternion[2], quaternion[3]});
  for (int r = 0; r < 3; ++r) {
    const double* row = &X.rotation[static_cast<std::size_t>(3 * r)];
    rate[r] = row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
  }
}

}  // namespace

Vector random_q(const Model& model, Random& random) {
  Vector q = random.vector(model.nq());
  back_on_manifold(model, q);
  return q;
}

Vector configuration_rate(const Model& model, const Vector& q, const Vector& v) {
  Vector rate(q.size());
  for (const JointInfo& joint : model.joints()) {
    const double* x = &q[static_cast<std::size_t>(joint.q_index)];
    const double* u = &v[static_cast<std::size_t>(joint.v_index)];
    double* r = &rate[static_cast<std::size_t>(joint.q_index)];
    if (joint.kind == JointKind::spherical) {
      quaternion_rate(x, u, r);
    } else if (joint.kind == JointKind::planar) {
      r[0] = x[2] * u[0] - x[3] * u[1], r[1] = x[3] * u[0] + x[2] * u[1];
      r[2] = -x[3] * u[2], r[3] = x[2] * u[2];
    } else if (joint.kind == JointKind::free) {
      position_rate(x + 3, u, r);
      quaternion_rate(x + 3, u + 3, r + 3);
    } else {
      r[0] = u[0];
    }
  }
  return rate;
}

Vector stepped(const Model& model, const Vector& q, const Vector& v, double h) {
  const Vector rate = configuration_rate(model, q, v);
  Vector next = q;
  for (std::size_t k = 0; k < q.size(); ++k) next[k] += h * rate[k];
  back_on_manifold(model, next);
  return next;
}

RobotDescription random_robot(std::uint64_t seed) {
  generators::RandomTreeOptions options;
  if (seed % 4 == 3) options.roots = 3;
  return generators::random_tree(seed, options);
}

RobotDescription forked_chain(int length) {
  RobotDescription robot = generators::chain(length);
  const auto graft = [&](int below, int bodies) {  // copies of the last bodies, on another one
    for (int k = 0; k < bodies; ++k) {
      Link link = robot.links[static_cast<std::size_t>(length - 1)];
      Joint joint = robot.joints[static_cast<std::size_t>(length - 1)];
      joint.parent = k == 0 ? robot.links[static_cast<std::size_t>(below)].name : robot.links.back().name;
      link.name = "graft_" + std::to_string(robot.links.size());
      joint.name = "on_" + link.name, joint.child = link.name;
      robot.links.push_back(link), robot.joints.push_back(joint);
    }
  };
  graft(3, 1), graft(length / 2, 6), graft(length - 2, 2);
  return robot;
}

Mechanism::Mechanism(const RobotDescription& robot, std::uint64_t seed, const CompileOptions& options)
    : model(robot, options) {
  Random random(seed);
  q = random_q(model, random);
  v = random.vector(model.nv()), a = random.vector(model.nv());
  const int frames = static_cast<int>(model.frames().size());
  for (int k = 0; k < 4; ++k) {
    ExternalWrench w{FrameId{random.integer(0, frames - 1)}, {}};
    for (double& x : w.wrench) x = random.uniform(-5, 5);
    wrenches.push_back(w);
  }
}

Vector Mechanism::rnea() const {
  Workspace ws(model);
  Vector tau(nv());
  tenon::rnea(model, ws, {q, v}, a, {.wrenches = wrenches}, tau);
  return tau;
}

double distance(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size()) return INFINITY;
  double difference = 0, scale = 1;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (!std::isfinite(a[k]) || !std::isfinite(b[k])) return INFINITY;
    difference = std::max(difference, std::abs(a[k] - b[k]));
    scale = std::max(scale, std::abs(b[k]));
  }
  return difference / scale;
}

Vector product(std::span<const double> matrix, std::span<const double> x) {
  Vector y(x.empty() ? 0 : matrix.size() / x.size(), 0.0);
  for (std::size_t i = 0; i < y.size(); ++i)
    for (std::size_t k = 0; k < x.size(); ++k) y[i] += matrix[i * x.size() + k] * x[k];
  return y;
}

}  // namespace tenon::test
