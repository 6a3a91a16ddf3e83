// B(I, v) = (v×* I - I v× + (I v)×̄*) / 2, the matrix that carries all velocity products of a rigid body ([Ech21]):
// B v = v ×* I v, and 2 B w = w ×* I v + v ×* I w - I (v × w) for any other motion w. Linear in I, so composite bodies
// add theirs. Our closed form: with momentum I v = (p, k) the left half vanishes,
//   B = [0  -p×; 0  G],   2 G = Ī-terms - k×,   Ī-terms = -(l× h× + h× l×) + ω× Ī - Ī ω×  for v = (l, ω),
// twelve numbers in place of thirty-six.
#pragma once

#include "spatial/spatial.hpp"

namespace tenon {

template <class S>
struct Bilinear {
  Vec3<S> p;  // linear momentum
  Mat3<S> G;
};

inline namespace TENON_ISA {

template <class S>
inline Bilinear<S> bilinear(const Inertia<S>& I, const Motion<S>& v) {
  const Force<S> momentum = I * v;
  const Vec3<S>&l = v.linear, &w = v.angular, &h = I.h, k = momentum.angular;
  // -(l× h× + h× l×) = 2 (l·h) 1 - (l hᵀ + h lᵀ).
  const S lh = dot(l, h), two(2), half(0.5);
  const Sym3<S> stretch{two * (lh - l.x * h.x), -(mul_add(l.x, h.y, l.y * h.x)), -(mul_add(l.x, h.z, l.z * h.x)),
                        two * (lh - l.y * h.y), -(mul_add(l.y, h.z, l.z * h.y)), two * (lh - l.z * h.z)};
  // ω× Ī - Ī ω× is symmetric: W + Wᵀ with W = ω× Ī.
  const Sym3<S>& J = I.I;
  const Mat3<S> W = cross(w, Mat3<S>{J.xx, J.xy, J.xz, J.xy, J.yy, J.yz, J.xz, J.yz, J.zz});
  const S xy = W.xy + W.yx + stretch.xy, xz = W.xz + W.zx + stretch.xz, yz = W.yz + W.zy + stretch.yz;
  return {momentum.linear,
          {W.xx + half * stretch.xx, half * (xy + k.z), half * (xz - k.y), half * (xy - k.z), W.yy + half * stretch.yy,
           half * (yz + k.x), half * (xz + k.y), half * (yz - k.x), W.zz + half * stretch.zz}};
}
template <class S>
inline Bilinear<S>& operator+=(Bilinear<S>& a, const Bilinear<S>& b) {
  a.p += b.p, a.G += b.G;
  return a;
}
template <class S>
inline Force<S> operator*(const Bilinear<S>& B, const Motion<S>& s) {
  return {cross(s.angular, B.p), B.G * s.angular};
}
// Bᵀ s.
template <class S>
inline Force<S> transpose_mul(const Bilinear<S>& B, const Motion<S>& s) {
  return {{S(0), S(0), S(0)}, cross_add(B.p, s.linear, transpose_mul(B.G, s.angular))};
}

}  // namespace TENON_ISA
}  // namespace tenon
