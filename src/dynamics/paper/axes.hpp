// The unit axes of a joint, as compile-time indices: I s is then a column, sᵀ f an element.
#pragma once

#include "model/compiled.hpp"

namespace tenon {
inline namespace TENON_ISA {

enum Axis { linear_x, linear_y, linear_z, angular_x, angular_y, angular_z };

template <Axis axis, class S>
TENON_INLINE Force<S> column(const ArticulatedInertia<S>& I) {
  if constexpr (axis == linear_x) return {{I.A.xx, I.A.xy, I.A.xz}, {I.B.xx, I.B.xy, I.B.xz}};
  if constexpr (axis == linear_y) return {{I.A.xy, I.A.yy, I.A.yz}, {I.B.yx, I.B.yy, I.B.yz}};
  if constexpr (axis == linear_z) return {{I.A.xz, I.A.yz, I.A.zz}, {I.B.zx, I.B.zy, I.B.zz}};
  if constexpr (axis == angular_x) return {{I.B.xx, I.B.yx, I.B.zx}, {I.C.xx, I.C.xy, I.C.xz}};
  if constexpr (axis == angular_y) return {{I.B.xy, I.B.yy, I.B.zy}, {I.C.xy, I.C.yy, I.C.yz}};
  if constexpr (axis == angular_z) return {{I.B.xz, I.B.yz, I.B.zz}, {I.C.xz, I.C.yz, I.C.zz}};
}
template <Axis axis, class Spatial>
TENON_INLINE auto& element(Spatial& s) {
  if constexpr (axis == linear_x) return s.linear.x;
  if constexpr (axis == linear_y) return s.linear.y;
  if constexpr (axis == linear_z) return s.linear.z;
  if constexpr (axis == angular_x) return s.angular.x;
  if constexpr (axis == angular_y) return s.angular.y;
  if constexpr (axis == angular_z) return s.angular.z;
}

// visit<axis>(degree of freedom) for the axes of a joint, base-most first. A helical joint has no unit axis and is not
// visited.
template <JointKind kind, class Visit>
TENON_INLINE void forward_axes(const Body& k, Visit&& visit) {
  if constexpr (kind == JointKind::revolute) visit.template operator()<angular_z>(k.v);
  if constexpr (kind == JointKind::prismatic) visit.template operator()<linear_z>(k.v);
  if constexpr (kind == JointKind::planar || kind == JointKind::free) {
    visit.template operator()<linear_x>(k.v);
    visit.template operator()<linear_y>(k.v + 1);
  }
  if constexpr (kind == JointKind::planar) visit.template operator()<angular_z>(k.v + 2);
  if constexpr (kind == JointKind::free) visit.template operator()<linear_z>(k.v + 2);
  if constexpr (kind == JointKind::spherical || kind == JointKind::free) {
    const int first = k.v + (kind == JointKind::free ? 3 : 0);
    visit.template operator()<angular_x>(first);
    visit.template operator()<angular_y>(first + 1);
    visit.template operator()<angular_z>(first + 2);
  }
}

// The same, tip-most first.
template <JointKind kind, class Visit>
TENON_INLINE void backward_axes(const Body& k, Visit&& visit) {
  if constexpr (kind == JointKind::spherical || kind == JointKind::free) {
    const int first = k.v + (kind == JointKind::free ? 3 : 0);
    visit.template operator()<angular_z>(first + 2);
    visit.template operator()<angular_y>(first + 1);
    visit.template operator()<angular_x>(first);
  }
  if constexpr (kind == JointKind::planar) visit.template operator()<angular_z>(k.v + 2);
  if constexpr (kind == JointKind::free) visit.template operator()<linear_z>(k.v + 2);
  if constexpr (kind == JointKind::planar || kind == JointKind::free) {
    visit.template operator()<linear_y>(k.v + 1);
    visit.template operator()<linear_x>(k.v);
  }
  if constexpr (kind == JointKind::prismatic) visit.template operator()<linear_z>(k.v);
  if constexpr (kind == JointKind::revolute) visit.template operator()<angular_z>(k.v);
}

}  // namespace TENON_ISA
}  // namespace tenon
