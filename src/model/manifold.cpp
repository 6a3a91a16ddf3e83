// Exponential and logarithm of SO(3), SE(2) and SE(3) in the body frame (right-trivialised tangent): q ⊕ v = q exp(v).
// Small angles use the series to the order at which both forms agree to rounding.
#include "model/manifold.hpp"

#include <cmath>
#include <cstring>

#include "spatial/vector3.hpp"

namespace tenon {

namespace {

constexpr double small_angle = 1e-3;  // series error below 1e-18 there

// (1 - cos t)/t² and (t - sin t)/t³.
void exponential_factors(double t, double& b, double& c) {
  const double t2 = t * t;
  if (t < small_angle) {
    b = 0.5 - t2 / 24 + t2 * t2 / 720;
    c = 1.0 / 6 - t2 / 120 + t2 * t2 / 5040;
  } else {
    const double half = std::sin(t / 2);
    b = 2 * half * half / t2;
    c = (t - std::sin(t)) / (t2 * t);
  }
}

// (1 - (t/2) cot(t/2))/t².
double logarithm_factor(double t) {
  const double t2 = t * t;
  if (t < small_angle) return 1.0 / 12 + t2 / 720 + t2 * t2 / 30240;
  return (1 - t / 2 * std::cos(t / 2) / std::sin(t / 2)) / t2;
}

// Quaternion of the rotation vector w.
void quaternion_of(const double* w, double* out) {
  const double t = std::hypot(w[0], w[1], w[2]);
  const double s = t < small_angle ? 0.5 - t * t / 48 : std::sin(t / 2) / t;
  for (int k = 0; k < 3; ++k) out[k] = s * w[k];
  out[3] = std::cos(t / 2);
}

// Rotation vector of a quaternion, the shorter way round.
void rotation_vector(const double* q, double* w) {
  const double n = std::hypot(q[0], q[1], q[2]);
  const double sign = q[3] < 0 ? -1 : 1;
  const double t = 2 * std::atan2(n, sign * q[3]);
  const double scale = n < small_angle ? 2 * (1 + n * n / 6) : t / n;
  for (int k = 0; k < 3; ++k) w[k] = sign * scale * q[k];
}

void normalized(double* q) {
  const double n = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int k = 0; k < 4; ++k) q[k] /= n;
}

void quaternion_step(const double* q, const double* w, double* out) {
  double step[4];
  quaternion_of(w, step);
  quaternion_product(q, step, out);
  normalized(out);
}

void quaternion_log(const double* from, const double* to, double* w) {
  const double conjugate[4] = {-from[0], -from[1], -from[2], from[3]};
  double relative[4];
  quaternion_product(conjugate, to, relative);
  rotation_vector(relative, w);
}

void free_integrate(const double* q, const double* v, double* out) {
  const Vec3<double> l{v[0], v[1], v[2]}, w{v[3], v[4], v[5]};
  double b, c;
  exponential_factors(std::sqrt(dot(w, w)), b, c);
  const Vec3<double> wl = cross(w, l), wwl = cross(w, wl);
  const Vec3<double> move = l + b * wl + c * wwl;
  const double local[3] = {move.x, move.y, move.z};
  double world[3], quaternion[4];
  quaternion_rotate(q + 3, false, local, world);
  quaternion_step(q + 3, v + 3, quaternion);
  for (int k = 0; k < 3; ++k) out[k] = q[k] + world[k];
  std::memcpy(out + 3, quaternion, sizeof quaternion);
}

void free_difference(const double* from, const double* to, double* out) {
  const double apart[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
  double local[3], w[3];
  quaternion_rotate(from + 3, true, apart, local);
  quaternion_log(from + 3, to + 3, w);
  const Vec3<double> p{local[0], local[1], local[2]}, r{w[0], w[1], w[2]};
  const Vec3<double> rp = cross(r, p);
  const Vec3<double> l = p + (-0.5) * rp + logarithm_factor(std::sqrt(dot(r, r))) * cross(r, rp);
  out[0] = l.x, out[1] = l.y, out[2] = l.z, out[3] = w[0], out[4] = w[1], out[5] = w[2];
}

void planar_integrate(const double* q, const double* v, double* out) {
  const double t = v[2], sine = std::sin(t), cosine = std::cos(t);
  double b, c;
  exponential_factors(std::abs(t), b, c);
  const double a = 1 - c * t * t;  // sin t / t
  const double x = a * v[0] - b * t * v[1], y = b * t * v[0] + a * v[1];
  const double cq = q[2], sq = q[3];
  out[0] = q[0] + cq * x - sq * y;
  out[1] = q[1] + sq * x + cq * y;
  const double cn = cq * cosine - sq * sine, sn = sq * cosine + cq * sine, n = std::hypot(cn, sn);
  out[2] = cn / n, out[3] = sn / n;
}

void planar_difference(const double* from, const double* to, double* out) {
  const double cq = from[2], sq = from[3], dx = to[0] - from[0], dy = to[1] - from[1];
  const double x = cq * dx + sq * dy, y = -sq * dx + cq * dy;
  const double t = std::atan2(cq * to[3] - sq * to[2], cq * to[2] + sq * to[3]);
  // Inverse of [a -bt; bt a]: [h t/2; -t/2 h] with h = (t/2) cot(t/2).
  const double h = 1 - logarithm_factor(std::abs(t)) * t * t;
  out[0] = h * x + t / 2 * y, out[1] = -t / 2 * x + h * y, out[2] = t;
}

}  // namespace

void quaternion_product(const double* a, const double* b, double* out) {
  const double x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
  const double y = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2];
  const double z = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0];
  const double w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
  out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

void quaternion_rotate(const double* quaternion, bool inverse, const double* x, double* out) {
  const double sign = inverse ? -1 : 1;
  const Vec3<double> u{sign * quaternion[0], sign * quaternion[1], sign * quaternion[2]}, p{x[0], x[1], x[2]};
  const Vec3<double> t = 2.0 * cross(u, p);
  const Vec3<double> r = p + quaternion[3] * t + cross(u, t);
  out[0] = r.x, out[1] = r.y, out[2] = r.z;
}

void joint_integrate(JointKind kind, const double* q, const double* v, double* out) {
  switch (kind) {
    case JointKind::spherical: {
      double quaternion[4];
      quaternion_step(q, v, quaternion);
      std::memcpy(out, quaternion, sizeof quaternion);
      break;
    }
    case JointKind::planar:
      planar_integrate(q, v, out);
      break;
    case JointKind::free:
      free_integrate(q, v, out);
      break;
    case JointKind::fixed:
      break;
    default:
      out[0] = q[0] + v[0];
  }
}

void joint_difference(JointKind kind, const double* from, const double* to, double* out) {
  switch (kind) {
    case JointKind::spherical:
      quaternion_log(from, to, out);
      break;
    case JointKind::planar:
      planar_difference(from, to, out);
      break;
    case JointKind::free:
      free_difference(from, to, out);
      break;
    case JointKind::fixed:
      break;
    default:
      out[0] = to[0] - from[0];
  }
}

}  // namespace tenon
