// Lie-group steps of one joint's coordinates: q ⊕ v and its inverse. In and out may be the same array.
#pragma once

#include "tenon/description.hpp"

namespace tenon {

void joint_integrate(JointKind kind, const double* q, const double* v, double* out);
void joint_difference(JointKind kind, const double* from, const double* to, double* out);

// out = quaternion product a b; x y z w.
void quaternion_product(const double* a, const double* b, double* out);
// Rotates x by the quaternion (inverse: by its conjugate).
void quaternion_rotate(const double* quaternion, bool inverse, const double* x, double* out);

}  // namespace tenon
