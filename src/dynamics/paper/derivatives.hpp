// Derivatives of inverse and forward dynamics, the plain versions: templates over the scalar, which is double, or
// Counted for their operation counts. [Sin22] (closed form in world axes), [Car18]. Theory: paper/rnea_derivatives.hpp,
// paper/aba_derivatives.hpp.
// All spatial quantities have world axes; the origin is where the root body of their tree is, so that a robot far from
// the world's origin loses no digits.
#pragma once

#include "dynamics/bilinear.hpp"
#include "model/joint.hpp"

namespace tenon {

template <class S>
struct DerivativeBody {
  Transform<S> X;           // body frame
  Motion<S> v, a;           // a includes the upward acceleration that stands for gravity
  Inertia<S> I;             // of the body, then of its subtree
  Bilinear<S> B;            // the same
  Force<S> f;               // net force less external wrenches: the same
  ArticulatedInertia<S> A;  // articulated-body inertia
};

template <class S>
struct DerivativeAxis {
  Motion<S> s;         // joint axis
  Motion<S> s_dot;     // v_i × s: its rate
  Motion<S> psi_dot;   // v_parent × s
  Motion<S> psi_ddot;  // a_parent × s + v_parent × psi_dot
  Force<S> U;          // A s
  S D_inverse{};
};

// Scratch memory of the caller: per body, per degree of freedom, and trigonometry.
template <class S>
struct DerivativeScratch {
  DerivativeBody<S>* body;
  DerivativeAxis<S>* axis;
  Force<S>* p;  // per body
  S *sine, *cosine;
};

}  // namespace tenon
