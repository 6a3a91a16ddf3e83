// Cyclic Jacobi rotations: quadratic convergence, accurate to rounding for 3x3.
#include "io/principal_axes.hpp"

#include <algorithm>
#include <cmath>

namespace tenon::io {

PrincipalAxes principal_axes(const std::array<double, 6>& inertia) {
  double a[3][3] = {
      {inertia[0], inertia[1], inertia[2]}, {inertia[1], inertia[3], inertia[4]}, {inertia[2], inertia[4], inertia[5]}};
  double r[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int sweep = 0; sweep < 30; ++sweep) {
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        if (a[p][q] == 0) continue;
        // The rotation by atan(t) in the plane p, q that makes a[p][q] zero.
        const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const double t = std::copysign(1 / (std::abs(theta) + std::hypot(theta, 1.0)), theta);
        const double c = 1 / std::hypot(t, 1.0), s = t * c;
        const auto turn = [c, s](double& x, double& y) {
          const double x0 = x, y0 = y;
          x = c * x0 - s * y0;
          y = s * x0 + c * y0;
        };
        for (int k = 0; k < 3; ++k) turn(a[k][p], a[k][q]);
        for (int k = 0; k < 3; ++k) turn(a[p][k], a[q][k]);
        for (int k = 0; k < 3; ++k) turn(r[k][p], r[k][q]);
        a[p][q] = a[q][p] = 0;
      }
    }
  }
  std::array<int, 3> order{0, 1, 2};
  std::sort(order.begin(), order.end(), [&](int i, int j) { return a[i][i] > a[j][j]; });
  PrincipalAxes axes;
  for (int k = 0; k < 3; ++k) axes.moments[k] = a[order[k]][order[k]];
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) axes.rotation[3 * i + k] = r[i][order[k]];
  // An odd permutation made it left-handed: turn the last axis round.
  const bool odd = ((order[0] > order[1]) != (order[0] > order[2])) != (order[1] > order[2]);
  if (odd)
    for (int i = 0; i < 3; ++i) axes.rotation[3 * i + 2] = -axes.rotation[3 * i + 2];
  return axes;
}

std::array<double, 6> inertia_from(const PrincipalAxes& axes) {
  const MassProperties diagonal{1, {0, 0, 0}, {axes.moments[0], 0, 0, axes.moments[1], 0, axes.moments[2]}};
  return transformed({axes.rotation, {0, 0, 0}}, diagonal).inertia;
}

}  // namespace tenon::io
