// Mass properties: mass >= 0, inertia about the centre of mass positive semidefinite, principal moments obeying the
// triangle inequality (a rigid body's a + b >= c).
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "model/check.hpp"
#include "spatial/finite.hpp"

namespace tenon {

namespace {

// Eigenvalues of a symmetric 3x3 matrix, ascending, by cyclic Jacobi rotations.
std::array<double, 3> eigenvalues(const std::array<double, 6>& s) {
  double a[3][3] = {{s[0], s[1], s[2]}, {s[1], s[3], s[4]}, {s[2], s[4], s[5]}};
  for (int sweep = 0; sweep < 30; ++sweep) {
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        if (a[p][q] == 0) continue;
        const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::hypot(theta, 1.0));
        const double c = 1 / std::hypot(t, 1.0), sn = t * c;
        for (int k = 0; k < 3; ++k) {
          const double kp = a[k][p], kq = a[k][q];
          a[k][p] = c * kp - sn * kq, a[k][q] = sn * kp + c * kq;
        }
        for (int k = 0; k < 3; ++k) {
          const double pk = a[p][k], qk = a[q][k];
          a[p][k] = c * pk - sn * qk, a[q][k] = sn * pk + c * qk;
        }
      }
    }
  }
  std::array<double, 3> e{a[0][0], a[1][1], a[2][2]};
  std::sort(e.begin(), e.end());
  return e;
}

std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", x);
  return text;
}

}  // namespace

void check_mass_properties(const Link& link, std::vector<Diagnostic>& diagnostics) {
  const MassProperties& mp = link.inertia;
  Source source = link.source;
  if (source.element.empty()) source.element = "link \"" + link.name + "\"";
  bool finite = std::isfinite(mp.mass), small = std::abs(mp.mass) <= largest_mass;
  for (const double x : mp.com) finite = finite && std::isfinite(x), small = small && std::abs(x) <= largest_length;
  for (const double x : mp.inertia) finite = finite && std::isfinite(x), small = small && std::abs(x) <= largest_mass;
  if (!finite) throw Error(source, "mass, centre of mass or inertia is not finite");
  if (!small)
    throw Error(source, "mass, centre of mass or inertia is too large, expected at most " + number(largest_mass) +
                            " kg, " + number(largest_length) + " m, " + number(largest_mass) + " kg·m²");
  if (mp.mass < 0) throw Error(source, "mass is " + number(mp.mass) + " kg, expected >= 0");

  const std::array<double, 3> e = eigenvalues(mp.inertia);
  const double scale = std::max(std::abs(e[0]), std::abs(e[2]));
  // Rounding noise in a file is not a claim about the body: below a micrometre's radius of gyration it is a zero.
  if (e[0] < -std::max(1e-6 * scale, 1e-12 * mp.mass))
    throw Error(source, "inertia has a negative principal moment, " + number(e[0]) + " kg·m², expected >= 0");
  if (mp.mass == 0 && scale > 0) diagnostics.push_back({Diagnostic::Severity::warning, source, "inertia without mass"});
  // Rounded files break the inequality by their digits; anything visible is worth a word.
  if (e[0] + e[1] < e[2] * (1 - 1e-9))
    diagnostics.push_back({Diagnostic::Severity::warning, source,
                           "principal moments " + number(e[0]) + ", " + number(e[1]) + ", " + number(e[2]) +
                               " kg·m² break the triangle inequality: no rigid body has them"});
}

}  // namespace tenon
