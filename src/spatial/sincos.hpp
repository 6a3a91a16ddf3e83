// Sine and cosine of a scalar or of every lane, without libm: reduction by multiples of pi/2 [Cody80] and minimax
// polynomials on [-pi/4, pi/4]. Error below 1 ulp of 1 for |x| < 1e5; beyond, the reduction's error grows with |x|
// (2e-11 at 1e10). NaN and infinity give NaN.
//
// The code is our own, the numbers are not: the coefficients for double and the three parts of pi/2 are those of
// [Fdlibm] (k_sin.c, k_cos.c, e_rem_pio2.c), the ones for float those of [Cephes] (sinf.c). The notice of the former:
//   Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
//   Developed at SunPro, a Sun Microsystems, Inc. business.
//   Permission to use, copy, modify, and distribute this software is freely granted,
//   provided that this notice is preserved.
#pragma once

#include "spatial/scalar.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class T>
struct SinCosConstants;

template <>
struct SinCosConstants<double> {
  static constexpr double round = 6755399441055744.0;  // 1.5 · 2^52: adding it rounds to an integer
  static constexpr double two_over_pi = 0x1.45f306dc9c883p-1;
  static constexpr double half_pi[3] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2e037073p-69};
  static constexpr double sine[6] = {-1.66666666666666324348e-01, 8.33333333332248946124e-03,
                                     -1.98412698298579493134e-04, 2.75573137070700676789e-06,
                                     -2.50507602534068634195e-08, 1.58969099521155010221e-10};
  static constexpr double cosine[6] = {4.16666666666666019037e-02, -1.38888888888741095749e-03,
                                       2.48015872894767294178e-05, -2.75573143513906633035e-07,
                                       2.08757232129817482790e-09, -1.13596475577881948265e-11};
};
template <>
struct SinCosConstants<float> {
  static constexpr float round = 12582912.0f;  // 1.5 · 2^23
  static constexpr float two_over_pi = 0.636619772f;
  static constexpr float half_pi[3] = {1.5703125f, 4.837512969970703125e-4f, 7.54978995489188e-8f};
  static constexpr float sine[3] = {-1.6666654611e-1f, 8.3321608736e-3f, -1.9515295891e-4f};
  static constexpr float cosine[3] = {4.166664568298827e-2f, -1.388731625493765e-3f, 2.443315711809948e-5f};
};

// Horner's rule, highest power last in `k`.
template <class S, class T, std::size_t n>
inline S polynomial(S x, const T (&k)[n]) {
  S sum = S(k[n - 1]);
  for (std::size_t i = n - 1; i-- > 0;) sum = mul_add(sum, x, S(k[i]));
  return sum;
}

template <class S>
inline void sincos(S x, S& sine, S& cosine) {
  using T = Element<S>;
  using K = SinCosConstants<T>;
  const S quarters = mul_add(x, S(K::two_over_pi), S(K::round)) - S(K::round);
  S r = neg_mul_add(quarters, S(K::half_pi[0]), x);
  r = neg_mul_add(quarters, S(K::half_pi[1]), r);
  r = neg_mul_add(quarters, S(K::half_pi[2]), r);
  // m = quarters modulo 4, in {-2, -1, 0, 1, 2}.
  const S fours = mul_add(quarters, S(T(0.25)), S(K::round)) - S(K::round);
  const S m = neg_mul_add(fours, S(T(4)), quarters);

  const S r2 = r * r;
  const S s = mul_add(r * r2, polynomial(r2, K::sine), r);
  const S c = mul_add(r2 * r2, polynomial(r2, K::cosine), neg_mul_add(S(T(0.5)), r2, S(T(1))));

  const S m2 = m * m;  // 0, 1 or 4
  const auto odd = m2 == S(T(1));
  const auto half_turn = m2 > S(T(2));
  const S a = select(odd, c, s), b = select(odd, s, c);
  // sin: negative for m = -1, ±2; cos: negative for m = 1, ±2.
  const S sign_s = select(half_turn, S(T(-1)), select(m < S(T(0)), S(T(-1)), S(T(1))));
  const S sign_c = select(half_turn, S(T(-1)), select(m > S(T(0)), S(T(-1)), S(T(1))));
  sine = a * sign_s;
  cosine = b * sign_c;
}

}  // namespace TENON_ISA
}  // namespace tenon
