// Is M positive definite? The joint blocks D_i of the articulated-body recursion ([RBDA] Table 7.1) at one generic
// configuration tell, and name the joint that has nothing to move. O(n).
#include <algorithm>
#include <array>
#include <cmath>

#include "model/check.hpp"
#include "spatial/sincos.hpp"

namespace tenon {

namespace {

// Any placement with no special angle will do; every joint gets another one.
Transform<double> generic_motion(const Body& body, int i) {
  const double angle = 0.7 + 0.37 * (i % 7);
  double s, c;
  sincos(angle, s, c);
  Transform<double> X = identity_transform<double>();
  const bool turns = body.kind != JointKind::prismatic && body.kind != JointKind::fixed;
  if (turns) X.R = {c, -s, 0, s, c, 0, 0, 0, 1};
  if (body.kind == JointKind::spherical || body.kind == JointKind::free)
    X.R = X.R * Mat3<double>{1, 0, 0, 0, c, -s, 0, s, c};
  if (body.kind == JointKind::prismatic) X.p.z = 0.3 * angle;
  return X;
}

using Matrix6 = std::array<std::array<double, 6>, 6>;

Matrix6 dense(const ArticulatedInertia<double>& I) {
  const Sym3<double>&A = I.A, &C = I.C;
  const Mat3<double>& B = I.B;
  return {{{A.xx, A.xy, A.xz, B.xx, B.xy, B.xz},
           {A.xy, A.yy, A.yz, B.yx, B.yy, B.yz},
           {A.xz, A.yz, A.zz, B.zx, B.zy, B.zz},
           {B.xx, B.yx, B.zx, C.xx, C.xy, C.xz},
           {B.xy, B.yy, B.zy, C.xy, C.yy, C.yz},
           {B.xz, B.yz, B.zz, C.xz, C.yz, C.zz}}};
}

// The motion subspace as indices of the six axes; a helical joint mixes two and is handled apart.
std::array<int, 6> axes_of(JointKind kind, int& count) {
  switch (kind) {
    case JointKind::revolute:
      return count = 1, std::array<int, 6>{5};
    case JointKind::prismatic:
      return count = 1, std::array<int, 6>{2};
    case JointKind::spherical:
      return count = 3, std::array<int, 6>{3, 4, 5};
    case JointKind::planar:
      return count = 3, std::array<int, 6>{0, 1, 5};
    case JointKind::free:
      return count = 6, std::array<int, 6>{0, 1, 2, 3, 4, 5};
    default:
      return count = 0, std::array<int, 6>{};
  }
}

// The file's line where the description has one; implicit joints have only a name.
Source source_of(const CompiledModel& model, const JointInfo& info) {
  for (const Joint& joint : model.description.joints)
    if (joint.name == info.name && !joint.source.element.empty()) return joint.source;
  return {"", 0, "joint \"" + info.name + "\""};
}

}  // namespace

void check_definiteness(const CompiledModel& model) {
  const int n = model.body_count();
  std::vector<ArticulatedInertia<double>> IA(static_cast<std::size_t>(n));
  for (int i = 1; i < n; ++i) IA[i] = articulated(model.bodies[i].I);
  for (int i = n - 1; i > 0; --i) {
    const Body& body = model.bodies[i];
    const auto eliminate = [&](const Force<double>& U, double D, double armature, double scale) {
      // Armature keeps the pivot away from zero by itself.
      if (!(D + armature > std::max(1e-14 * scale, 1e-100))) {
        throw Error(source_of(model, model.joints[static_cast<std::size_t>(body.joint)]),
                    "nothing with mass or inertia moves along it, so the inertia matrix is singular; expected links "
                    "with mass beyond it, or an armature");
      }
      IA[i] = rank_one_downdate(IA[i], 1 / (D + armature), U);
    };
    const auto scale_of = [](const Matrix6& I) {
      double largest = 0;
      for (int k = 0; k < 6; ++k) largest = std::max(largest, I[k][k]);
      return largest;
    };
    const Matrix6 before = dense(IA[i]);
    const double scale = scale_of(before);
    if (body.kind == JointKind::helical) {
      const Motion<double> s{{0, 0, body.pitch}, {0, 0, 1}};
      const Force<double> U = IA[i] * s;
      eliminate(U, dot(s, U), model.armature[body.v], scale);
    } else {
      int count = 0;
      const std::array<int, 6> axes = axes_of(body.kind, count);
      for (int k = 0; k < count; ++k) {
        const Matrix6 I = dense(IA[i]);
        const auto& u = I[axes[k]];
        eliminate({{u[0], u[1], u[2]}, {u[3], u[4], u[5]}}, u[axes[k]], model.armature[body.v + k], scale);
      }
    }
    if (body.parent > 0) IA[body.parent] += act(body.X_pj * generic_motion(body, i), IA[i]);
  }
}

}  // namespace tenon
