// x of a body frame lies on the common normal of its own axis and the chosen child's axis ([Fea05] §5: one child of
// each node can be a DH node; the heaviest subtree is chosen, which maximises D_1a).
#include "model/screw_frames.hpp"

#include <cmath>

#include "model/joint_axis.hpp"

namespace tenon {

namespace {

Transform<double> z_screw(double angle, double slide) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {{c, -s, 0, s, c, 0, 0, 0, 1}, {0, 0, slide}};
}

// Rounding leaves 6e-17 where a 0 belongs; exact zeros and ones keep operation counts honest.
double snapped(double x) {
  for (const double exact : {0.0, 1.0, -1.0})
    if (std::abs(x - exact) < 2e-15) return exact;
  return x;
}
void snap(Mat3<double>& R) {
  for (double* x : {&R.xx, &R.xy, &R.xz, &R.yx, &R.yy, &R.yz, &R.zx, &R.zy, &R.zz}) *x = snapped(*x);
}

// How far a body's mass lies from its frame's origin: the square is that of its centre of mass and of its radius of
// gyration together.
double reach(const Body& body) {
  const Sym3<double>& I = body.I.I;
  return body.I.m > 0 ? std::sqrt((I.xx + I.yy + I.zz) / (2 * body.I.m)) : 0;
}

// The z-screw that takes a body's frame to the common normal with the axis of a child; false where the normal lies far
// from both: axes that are nearly parallel meet far away, and inertias that are moved there and back lose the square of
// the distance in digits. The general step keeps them.
bool common_normal(const Body& body, const Body& child, double& angle, double& slide) {
  constexpr double far = 8;  // link lengths: two of sixteen digits; real robots stay below 3
  const Vec3<double>& o = child.X_pj.p;
  const Vec3<double> k = {child.X_pj.R.xz, child.X_pj.R.yz, child.X_pj.R.zz};
  const double sine = std::hypot(k.x, k.y);
  if (sine > 1e-14) {
    angle = std::atan2(k.x, -k.y);  // n = z × k = (-k.y, k.x, 0): alpha is then between 0 and pi
    // The point of the z-axis nearest to the line: o + t k crosses the normal where its offset across n vanishes.
    const double t = -(o.x * k.x + o.y * k.y) / (sine * sine);
    slide = o.z + t * k.z;
    const double length = std::hypot(o.x, o.y, o.z);
    return std::abs(slide) <= far * (length + reach(body)) && std::abs(t) <= far * (length + reach(child));
  }
  const double across = std::hypot(o.x, o.y);
  angle = across > 1e-12 ? std::atan2(o.y, o.x) : 0;
  slide = 0;
  return true;
}

int chosen_child(const CompiledModel& model, int i) {
  int best = -1, size = 0;
  for (int c = i + 1; c < model.end[i]; c = model.end[c]) {
    const bool axis = has_axis(model.bodies[c].kind);
    if (axis && model.end[c] - c > size) best = c, size = model.end[c] - c;
  }
  return best;
}

// Reads a, alpha, theta, d off a placement whose x-axis is the common normal; false when it is not one.
bool read_screw(const Transform<double>& X, ScrewPlacement& screw) {
  const Mat3<double>& R = X.R;
  // Rot_x(alpha) Rot_z(theta) = [c -s 0; ca s, ca c, -sa; sa s, sa c, ca].
  if (std::abs(R.xz) > 1e-14) return false;
  screw.alpha = std::atan2(-R.yz, R.zz);
  screw.theta = std::atan2(-R.xy, R.xx);
  screw.a = X.p.x;
  const double ca = R.zz, sa = -R.yz;
  screw.d = ca * X.p.z - sa * X.p.y;
  const double across = ca * X.p.y + sa * X.p.z;
  const double length = std::hypot(X.p.x, X.p.y, X.p.z);
  return std::abs(across) <= 1e-14 * (1 + length);
}

}  // namespace

void choose_screw_frames(CompiledModel& model) {
  const int n = model.body_count();
  std::vector<Transform<double>> Z(static_cast<std::size_t>(n), identity_transform<double>());
  for (int i = 1; i < n; ++i) {
    if (!has_axis(model.bodies[i].kind)) continue;
    const int child = chosen_child(model, i);
    if (child < 0) continue;
    double angle, slide;
    if (common_normal(model.bodies[i], model.bodies[child], angle, slide)) Z[i] = z_screw(angle, slide);
  }
  for (int i = 1; i < n; ++i) {
    Body& body = model.bodies[i];
    body.X_pj = inverse(Z[body.parent]) * body.X_pj * Z[i];
    snap(body.X_pj.R);
    body.I = act(inverse(Z[i]), body.I);
    if (has_axis(body.kind) && body.parent > 0 && read_screw(body.X_pj, body.screw)) body.tag = PlacementTag::x_screw;
  }
  for (BodyFrame& frame : model.body_frames) frame.X_bf = inverse(Z[frame.body]) * frame.X_bf;
  for (CompiledLink& link : model.links) link.X_bl = inverse(Z[link.body]) * link.X_bl;
}

}  // namespace tenon
