// The rotation vector of a rotation matrix, the shorter way round.
#pragma once

#include "spatial/pack.hpp"
#include "spatial/vector3.hpp"

namespace tenon {

Vec3<double> rotation_log(const Mat3<double>& R);

inline namespace TENON_ISA {

// Lane by lane.
template <class T, int W>
Vec3<Pack<T, W>> rotation_log(const Mat3<Pack<T, W>>& R) {
  Vec3<Pack<T, W>> out;
  for (int l = 0; l < W; ++l) {
    const Vec3<double> w =
        rotation_log(Mat3<double>{R.xx[l], R.xy[l], R.xz[l], R.yx[l], R.yy[l], R.yz[l], R.zx[l], R.zy[l], R.zz[l]});
    out.x.set(l, static_cast<T>(w.x)), out.y.set(l, static_cast<T>(w.y)), out.z.set(l, static_cast<T>(w.z));
  }
  return out;
}

}  // namespace TENON_ISA
}  // namespace tenon
