// Three-vectors, 3x3 matrices and symmetric 3x3 matrices as plain aggregates; every product is written with mul_add.
#pragma once

#include "spatial/scalar.hpp"

namespace tenon {

template <class S>
struct Vec3 {
  S x{}, y{}, z{};
};
template <class S>
struct Mat3 {
  S xx{}, xy{}, xz{}, yx{}, yy{}, yz{}, zx{}, zy{}, zz{};
};
template <class S>
struct Sym3 {
  S xx{}, xy{}, xz{}, yy{}, yz{}, zz{};
};

inline namespace TENON_ISA {

template <class S>
TENON_INLINE Vec3<S> operator+(const Vec3<S>& a, const Vec3<S>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class S>
TENON_INLINE Vec3<S> operator-(const Vec3<S>& a, const Vec3<S>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class S>
TENON_INLINE Vec3<S> operator-(const Vec3<S>& a) {
  return {-a.x, -a.y, -a.z};
}
template <class S>
TENON_INLINE Vec3<S>& operator+=(Vec3<S>& a, const Vec3<S>& b) {
  return a = a + b;
}
template <class S>
TENON_INLINE Vec3<S>& operator-=(Vec3<S>& a, const Vec3<S>& b) {
  return a = a - b;
}
template <class A, class B>
TENON_INLINE Vec3<Product<A, B>> operator*(const A& s, const Vec3<B>& v) {
  return {s * v.x, s * v.y, s * v.z};
}

// s v + w.
template <class S, class A, class B>
TENON_INLINE Vec3<S> mul_add(const A& s, const Vec3<B>& v, const Vec3<S>& w) {
  return {mul_add(s, v.x, w.x), mul_add(s, v.y, w.y), mul_add(s, v.z, w.z)};
}
template <class A, class B>
TENON_INLINE Product<A, B> dot(const Vec3<A>& a, const Vec3<B>& b) {
  return mul_add(a.x, b.x, mul_add(a.y, b.y, a.z * b.z));
}
template <class A, class B>
TENON_INLINE Vec3<Product<A, B>> cross(const Vec3<A>& a, const Vec3<B>& b) {
  return {neg_mul_add(a.z, b.y, a.y * b.z), neg_mul_add(a.x, b.z, a.z * b.x), neg_mul_add(a.y, b.x, a.x * b.y)};
}
// a × b + c.
template <class A, class B, class S>
TENON_INLINE Vec3<S> cross_add(const Vec3<A>& a, const Vec3<B>& b, const Vec3<S>& c) {
  return {neg_mul_add(a.z, b.y, mul_add(a.y, b.z, c.x)), neg_mul_add(a.x, b.z, mul_add(a.z, b.x, c.y)),
          neg_mul_add(a.y, b.x, mul_add(a.x, b.y, c.z))};
}

template <class S>
TENON_INLINE Mat3<S> identity3() {
  return {S(1), S(0), S(0), S(0), S(1), S(0), S(0), S(0), S(1)};
}
template <class A, class B>
TENON_INLINE Vec3<Product<A, B>> operator*(const Mat3<A>& M, const Vec3<B>& v) {
  return {mul_add(M.xx, v.x, mul_add(M.xy, v.y, M.xz * v.z)), mul_add(M.yx, v.x, mul_add(M.yy, v.y, M.yz * v.z)),
          mul_add(M.zx, v.x, mul_add(M.zy, v.y, M.zz * v.z))};
}
// Mᵀ v.
template <class A, class B>
TENON_INLINE Vec3<Product<A, B>> transpose_mul(const Mat3<A>& M, const Vec3<B>& v) {
  return {mul_add(M.xx, v.x, mul_add(M.yx, v.y, M.zx * v.z)), mul_add(M.xy, v.x, mul_add(M.yy, v.y, M.zy * v.z)),
          mul_add(M.xz, v.x, mul_add(M.yz, v.y, M.zz * v.z))};
}
template <class S>
TENON_INLINE Mat3<S> transpose(const Mat3<S>& M) {
  return {M.xx, M.yx, M.zx, M.xy, M.yy, M.zy, M.xz, M.yz, M.zz};
}
template <class A, class B>
TENON_INLINE Mat3<Product<A, B>> operator*(const Mat3<A>& M, const Mat3<B>& N) {
  const Vec3<Product<A, B>> x = M * Vec3<B>{N.xx, N.yx, N.zx}, y = M * Vec3<B>{N.xy, N.yy, N.zy},
                            z = M * Vec3<B>{N.xz, N.yz, N.zz};
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}
template <class S>
TENON_INLINE Mat3<S> operator+(const Mat3<S>& a, const Mat3<S>& b) {
  return {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yx + b.yx, a.yy + b.yy,
          a.yz + b.yz, a.zx + b.zx, a.zy + b.zy, a.zz + b.zz};
}
template <class S>
TENON_INLINE Mat3<S>& operator+=(Mat3<S>& a, const Mat3<S>& b) {
  return a = a + b;
}

template <class S>
TENON_INLINE Sym3<S> operator+(const Sym3<S>& a, const Sym3<S>& b) {
  return {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
}
template <class S>
TENON_INLINE Sym3<S> operator-(const Sym3<S>& a, const Sym3<S>& b) {
  return {a.xx - b.xx, a.xy - b.xy, a.xz - b.xz, a.yy - b.yy, a.yz - b.yz, a.zz - b.zz};
}
template <class S>
TENON_INLINE Sym3<S>& operator+=(Sym3<S>& a, const Sym3<S>& b) {
  return a = a + b;
}
template <class A, class B>
TENON_INLINE Vec3<Product<A, B>> operator*(const Sym3<A>& M, const Vec3<B>& v) {
  return {mul_add(M.xx, v.x, mul_add(M.xy, v.y, M.xz * v.z)), mul_add(M.xy, v.x, mul_add(M.yy, v.y, M.yz * v.z)),
          mul_add(M.xz, v.x, mul_add(M.yz, v.y, M.zz * v.z))};
}
template <class A, class B>
TENON_INLINE Mat3<Product<A, B>> operator*(const Mat3<A>& M, const Sym3<B>& N) {
  return M * Mat3<B>{N.xx, N.xy, N.xz, N.xy, N.yy, N.yz, N.xz, N.yz, N.zz};
}

// R M Rᵀ.
template <class A, class B>
TENON_INLINE Mat3<Product<A, B>> rotated(const Mat3<A>& R, const Mat3<B>& M) {
  return (R * M) * transpose(R);
}
template <class A, class B>
TENON_INLINE Sym3<Product<A, B>> rotated(const Mat3<A>& R, const Sym3<B>& M) {
  const Mat3<Product<A, B>> N = R * M;
  const auto entry = [](const auto& nx, const auto& ny, const auto& nz, const auto& rx, const auto& ry,
                        const auto& rz) { return mul_add(nx, rx, mul_add(ny, ry, nz * rz)); };
  return {entry(N.xx, N.xy, N.xz, R.xx, R.xy, R.xz), entry(N.xx, N.xy, N.xz, R.yx, R.yy, R.yz),
          entry(N.xx, N.xy, N.xz, R.zx, R.zy, R.zz), entry(N.yx, N.yy, N.yz, R.yx, R.yy, R.yz),
          entry(N.yx, N.yy, N.yz, R.zx, R.zy, R.zz), entry(N.zx, N.zy, N.zz, R.zx, R.zy, R.zz)};
}

// R M Rᵀ for an M whose last column is zero (and last row too, when symmetric).
template <class A, class B>
TENON_INLINE Mat3<Product<A, B>> rotated_xy(const Mat3<A>& R, const Mat3<B>& M) {
  using S = Product<A, B>;
  const Vec3<S> x = R * Vec3<B>{M.xx, M.yx, M.zx}, y = R * Vec3<B>{M.xy, M.yy, M.zy};
  return {mul_add(x.x, R.xx, y.x * R.xy), mul_add(x.x, R.yx, y.x * R.yy), mul_add(x.x, R.zx, y.x * R.zy),
          mul_add(x.y, R.xx, y.y * R.xy), mul_add(x.y, R.yx, y.y * R.yy), mul_add(x.y, R.zx, y.y * R.zy),
          mul_add(x.z, R.xx, y.z * R.xy), mul_add(x.z, R.yx, y.z * R.yy), mul_add(x.z, R.zx, y.z * R.zy)};
}
template <class A, class B>
TENON_INLINE Sym3<Product<A, B>> rotated_xy(const Mat3<A>& R, const Sym3<B>& M) {
  using S = Product<A, B>;
  const Vec3<S> x{mul_add(R.xx, M.xx, R.xy * M.xy), mul_add(R.yx, M.xx, R.yy * M.xy), mul_add(R.zx, M.xx, R.zy * M.xy)},
      y{mul_add(R.xx, M.xy, R.xy * M.yy), mul_add(R.yx, M.xy, R.yy * M.yy), mul_add(R.zx, M.xy, R.zy * M.yy)};
  return {mul_add(x.x, R.xx, y.x * R.xy), mul_add(x.x, R.yx, y.x * R.yy), mul_add(x.x, R.zx, y.x * R.zy),
          mul_add(x.y, R.yx, y.y * R.yy), mul_add(x.y, R.zx, y.y * R.zy), mul_add(x.z, R.zx, y.z * R.zy)};
}

// [v]× M, column by column.
template <class A, class B>
TENON_INLINE Mat3<Product<A, B>> cross(const Vec3<A>& v, const Mat3<B>& M) {
  const auto x = cross(v, Vec3<B>{M.xx, M.yx, M.zx}), y = cross(v, Vec3<B>{M.xy, M.yy, M.zy}),
             z = cross(v, Vec3<B>{M.xz, M.yz, M.zz});
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}

// Inverse of a symmetric positive definite matrix, by cofactors.
template <class S>
TENON_INLINE Sym3<S> inverse(const Sym3<S>& M) {
  const S a = neg_mul_add(M.yz, M.yz, M.yy * M.zz), b = neg_mul_add(M.xy, M.zz, M.xz * M.yz),
          c = neg_mul_add(M.xz, M.yy, M.xy * M.yz);
  const S d = S(1) / mul_add(M.xx, a, mul_add(M.xy, b, M.xz * c));
  return {d * a,
          d * b,
          d * c,
          d * neg_mul_add(M.xz, M.xz, M.xx * M.zz),
          d * neg_mul_add(M.xx, M.yz, M.xy * M.xz),
          d * neg_mul_add(M.xy, M.xy, M.xx * M.yy)};
}

}  // namespace TENON_ISA
}  // namespace tenon
