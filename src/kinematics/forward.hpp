// Placements in the world, spatial velocities and accelerations in body axes. [RBDA] eqs 5.7, 5.14. O(n).
#pragma once

#include "model/joint.hpp"

namespace tenon {

template <class S>
struct KinematicBody {
  Transform<S> X_wb;  // body in the world
  Motion<S> v;        // spatial velocity, body axes
  Motion<S> a;        // spatial acceleration
  Motion<S> bias;     // spatial acceleration for zero joint accelerations
};

inline namespace TENON_ISA {

// v and a may be null, which means zero.
template <class S>
void forward_kinematics_kernel(const CompiledModel& model, KinematicBody<S>* body, S* sine, S* cosine, const S* q,
                               const S* v, const S* a) {
  const S o(0);
  const Motion<S> none{{o, o, o}, {o, o, o}};
  body[0] = {identity_transform<S>(), none, none, none};
  joint_trigonometry(model, q, sine, cosine);
  for (int i = 1; i < model.body_count(); ++i) {
    const Body& k = model.bodies[i];
    const KinematicBody<S>& parent = body[k.parent];
    KinematicBody<S>& b = body[i];
    Transform<S> X;
    by_kind(k.kind, [&]<JointKind kind>() { X = joint_placement<kind>(k, q, sine, cosine); });
    b.X_wb = parent.X_wb * X;
    if (!v) {
      b.v = b.bias = none;
      b.a = a ? act_inverse(X, parent.a) + joint_motion(k, a) : none;
      continue;
    }
    const Motion<S> vj = joint_motion(k, v);
    b.v = act_inverse(X, parent.v) + vj;
    b.bias = act_inverse(X, parent.bias) + cross(b.v, vj);
    b.a = a ? act_inverse(X, parent.a) + cross(b.v, vj) + joint_motion(k, a) : b.bias;
  }
}

}  // namespace TENON_ISA
}  // namespace tenon
