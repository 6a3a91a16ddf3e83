// quat, axisangle, euler, xyaxes and zaxis as rotations.
#include "io/mjcf_orientation.hpp"

#include <cmath>

#include "io/number.hpp"

namespace tenon::io::mjcf {

namespace {

constexpr double too_short = 1e-14;  // MuJoCo's bound for vectors that give a direction

Rotation product(const Rotation& a, const Rotation& b) { return (Placement{a, {}} * Placement{b, {}}).rotation; }

Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vector3 direction(const Vector3& x) {
  const double n = length(x);
  return {x[0] / n, x[1] / n, x[2] / n};
}

Vector3 direction_of(const Element& at, const char* attribute, const Vector3& x) {
  if (!(length(x) > too_short)) at.fail(attribute, "a direction that is not zero");
  return direction(x);
}

Rotation read_rotation(const Element& at, const Compiler& compiler) {
  if (const auto q = at.find_vector<4>("quat")) {
    const double n = std::hypot(std::hypot((*q)[0], (*q)[1]), std::hypot((*q)[2], (*q)[3]));
    if (!(n > too_short)) at.fail("quat", "a quaternion w x y z that is not zero");
    warn_of_length(at, "quat", n);
    return placement_from_quaternion({}, {(*q)[1], (*q)[2], (*q)[3], (*q)[0]}).rotation;
  }
  if (const auto a = at.find_vector<4>("axisangle"))
    return rotation_about(direction_of(at, "axisangle", {(*a)[0], (*a)[1], (*a)[2]}), (*a)[3] * compiler.angle);
  if (const auto e = at.find_vector<3>("euler"))
    return rotation_from_euler({(*e)[0] * compiler.angle, (*e)[1] * compiler.angle, (*e)[2] * compiler.angle},
                               compiler.euler_sequence);
  if (const auto a = at.find_vector<6>("xyaxes")) {
    const Vector3 x = direction_of(at, "xyaxes", {(*a)[0], (*a)[1], (*a)[2]});
    const Vector3 y = direction_of(at, "xyaxes", {(*a)[3], (*a)[4], (*a)[5]});
    if (!(length(cross(x, y)) > too_short)) at.fail("xyaxes", "two directions that are not parallel");
    return rotation_from_xy(x, y);
  }
  return rotation_to_z(direction_of(at, "zaxis", at.vector<3>("zaxis")));
}

}  // namespace

double length(const Vector3& x) { return std::hypot(x[0], x[1], x[2]); }

void warn_of_length(const Element& at, const char* attribute, double n) {
  constexpr double written_digits = 1e-3;  // 0.707 is meant to be the root of a half
  if (std::abs(n - 1) > written_digits)
    at.warn(std::string(attribute) + " " + in_quotes(at.string(attribute)) + " has length " + shortest(n) +
            ": normalised");
}

Vector3 rotated(const Placement& X, const Vector3& x) {
  return (Placement{X.rotation, {}} * Placement{{1, 0, 0, 0, 1, 0, 0, 0, 1}, x}).translation;
}

Rotation rotation_about(const Vector3& axis, double angle) {
  const Vector3 u = direction(axis);
  const double s = std::sin(angle / 2), c = std::cos(angle / 2);
  return placement_from_quaternion({}, {s * u[0], s * u[1], s * u[2], c}).rotation;
}

Rotation rotation_from_euler(const Vector3& angles, const std::string& sequence) {
  Rotation R = Placement{}.rotation;
  for (std::size_t k = 0; k < 3; ++k) {
    const bool fixed = sequence[k] < 'a';
    Vector3 axis{0, 0, 0};
    axis[static_cast<std::size_t>(sequence[k] - (fixed ? 'X' : 'x'))] = 1;
    const Rotation turn = rotation_about(axis, angles[k]);
    R = fixed ? product(turn, R) : product(R, turn);
  }
  return R;
}

Rotation rotation_to_z(const Vector3& z) {
  const Vector3 u = direction(z), axis = cross({0, 0, 1}, u);
  const double sine = length(axis);
  return sine < 1e-10 ? rotation_about({1, 0, 0}, u[2] > 0 ? 0 : M_PI) : rotation_about(axis, std::atan2(sine, u[2]));
}

Rotation rotation_from_xy(const Vector3& x, const Vector3& y) {
  const Vector3 a = direction(x), c = direction(cross(x, y)), b = cross(c, a);
  return {a[0], b[0], c[0], a[1], b[1], c[1], a[2], b[2], c[2]};
}

// The largest of the four components first, so that nothing small is divided by.
std::array<double, 4> quaternion_of(const Rotation& R) {
  const double trace = R[0] + R[4] + R[8];
  const double squares[4] = {1 + 2 * R[0] - trace, 1 + 2 * R[4] - trace, 1 + 2 * R[8] - trace, 1 + trace};  // 4 q_k²
  std::size_t best = 3;
  for (std::size_t k = 0; k < 3; ++k)
    if (squares[k] > squares[best]) best = k;
  // 4 q_i q_j: sums and differences of entries across the diagonal.
  const double xy = R[1] + R[3], xz = R[2] + R[6], yz = R[5] + R[7], xw = R[7] - R[5], yw = R[2] - R[6],
               zw = R[3] - R[1];
  const double products[4][4] = {
      {squares[0], xy, xz, xw}, {xy, squares[1], yz, yw}, {xz, yz, squares[2], zw}, {xw, yw, zw, squares[3]}};
  std::array<double, 4> q;
  const double scale = std::copysign(2 * std::sqrt(squares[best]), products[best][3]);
  for (std::size_t k = 0; k < 4; ++k) q[k] = products[best][k] / scale;
  return q;
}

Placement read_placement(const Attributes& attributes, const Compiler& compiler) {
  const std::vector<const char*> forms{"quat", "axisangle", "euler", "xyaxes", "zaxis"};
  Placement placement;
  placement.translation = attributes.vector<3>("pos", {0, 0, 0});
  const Element at = attributes.holder_of_any(forms);
  if (!at) return placement;
  std::string found;
  for (const char* form : forms)
    if (at.has(form)) found += (found.empty() ? "" : " and ") + std::string(form);
  if (found.find(' ') != std::string::npos) at.fail("orientation is given by " + found + ", expected by one of them");
  placement.rotation = read_rotation(at, compiler);
  return placement;
}

}  // namespace tenon::io::mjcf
