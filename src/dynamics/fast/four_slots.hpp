// Spatial quantities of four slots at once, from and to the layouts of DerivativeRows.
#pragma once

#include "dynamics/bilinear.hpp"
#include "dynamics/fast/derivative_rows.hpp"
#include "spatial/pack.hpp"

namespace tenon {
inline namespace TENON_ISA {

using Four = Pack<double, 4>;

// Packs side by side.
struct FourSlots {
  double* at;

  TENON_INLINE Four load(int r) const { return Four::load(at + r * 4); }
  TENON_INLINE Vec3<Four> vec3(int r) const { return {load(r), load(r + 1), load(r + 2)}; }
  TENON_INLINE Motion<Four> motion(int r) const { return {vec3(r), vec3(r + 3)}; }
  TENON_INLINE Transform<Four> pose(int r) const {
    return {{load(r), load(r + 1), load(r + 2), load(r + 3), load(r + 4), load(r + 5), load(r + 6), load(r + 7),
             load(r + 8)},
            vec3(r + 9)};
  }
  TENON_INLINE Inertia<Four> inertia(int r) const {
    return {load(r), vec3(r + 1), {load(r + 4), load(r + 5), load(r + 6), load(r + 7), load(r + 8), load(r + 9)}};
  }

  TENON_INLINE void store(int r, Four x) const { x.store(at + r * 4); }
  TENON_INLINE void store(int r, const Vec3<Four>& x) const { store(r, x.x), store(r + 1, x.y), store(r + 2, x.z); }
  TENON_INLINE void store(int r, const Motion<Four>& x) const { store(r, x.linear), store(r + 3, x.angular); }
  TENON_INLINE void store(int r, const Force<Four>& x) const { store(r, x.linear), store(r + 3, x.angular); }
  TENON_INLINE void store(int r, const Transform<Four>& T) const {
    store(r, Vec3<Four>{T.R.xx, T.R.xy, T.R.xz}), store(r + 3, Vec3<Four>{T.R.yx, T.R.yy, T.R.yz});
    store(r + 6, Vec3<Four>{T.R.zx, T.R.zy, T.R.zz}), store(r + 9, T.p);
  }
  TENON_INLINE void store(int r, const Inertia<Four>& I) const {
    store(r, I.m), store(r + 1, I.h);
    store(r + 4, Vec3<Four>{I.I.xx, I.I.xy, I.I.xz}), store(r + 7, Vec3<Four>{I.I.yy, I.I.yz, I.I.zz});
  }
};

TENON_INLINE FourSlots panel_of(const DerivativeRows& rows, int pack) {
  return {rows.panels + static_cast<std::ptrdiff_t>(pack) * DerivativeRows::row_count * 4};
}
TENON_INLINE FourSlots constants_of(DerivativeRows& rows, int pack) {
  return {rows.constants + static_cast<std::ptrdiff_t>(pack) * DerivativeRows::constant_count * 4};
}
TENON_INLINE FourSlots scratch_of(DerivativeRows& rows, int pack) {
  return {rows.scratch + static_cast<std::ptrdiff_t>(pack) * DerivativeRows::scratch_count * 4};
}

// Four numbers from each of four records of the given size become four packs, and back.
template <int size>
TENON_INLINE void gather(const double* records, const int* index, int offset, Four& a, Four& b, Four& c, Four& d) {
  a = Four::load(records + static_cast<std::ptrdiff_t>(index[0]) * size + offset);
  b = Four::load(records + static_cast<std::ptrdiff_t>(index[1]) * size + offset);
  c = Four::load(records + static_cast<std::ptrdiff_t>(index[2]) * size + offset);
  d = Four::load(records + static_cast<std::ptrdiff_t>(index[3]) * size + offset);
  transpose(a, b, c, d);
}
template <int size>
TENON_INLINE void scatter(double* record, int offset, Four a, Four b, Four c, Four d) {
  transpose(a, b, c, d);
  a.store(record + offset), b.store(record + size + offset);
  c.store(record + 2 * size + offset), d.store(record + 3 * size + offset);
}

TENON_INLINE Motion<Four> gather_motion(const double* records, const int* index) {
  Motion<Four> m;
  Four none;
  gather<8>(records, index, 0, m.linear.x, m.linear.y, m.linear.z, none);
  gather<8>(records, index, 4, m.angular.x, m.angular.y, m.angular.z, none);
  return m;
}
// record: the first of four neighbours.
TENON_INLINE void scatter_motion(double* record, const Motion<Four>& m) {
  const Four none(0.0);
  scatter<8>(record, 0, m.linear.x, m.linear.y, m.linear.z, none);
  scatter<8>(record, 4, m.angular.x, m.angular.y, m.angular.z, none);
}
TENON_INLINE Transform<Four> gather_pose(const double* records, const int* index) {
  Transform<Four> T;
  Four none;
  gather<16>(records, index, 0, T.R.xx, T.R.yx, T.R.zx, none);
  gather<16>(records, index, 4, T.R.xy, T.R.yy, T.R.zy, none);
  gather<16>(records, index, 8, T.R.xz, T.R.yz, T.R.zz, none);
  gather<16>(records, index, 12, T.p.x, T.p.y, T.p.z, none);
  return T;
}

struct Composite {
  Inertia<Four> I;
  Bilinear<Four> B;
  Force<Four> f;
};
TENON_INLINE Composite gather_composite(const double* records, const int* index) {
  constexpr int size = DerivativeRows::composite_size;
  Composite c;
  gather<size>(records, index, 0, c.I.m, c.I.h.x, c.I.h.y, c.I.h.z);
  gather<size>(records, index, 4, c.I.I.xx, c.I.I.xy, c.I.I.xz, c.I.I.yy);
  gather<size>(records, index, 8, c.I.I.yz, c.I.I.zz, c.B.p.x, c.B.p.y);
  gather<size>(records, index, 12, c.B.p.z, c.B.G.xx, c.B.G.xy, c.B.G.xz);
  gather<size>(records, index, 16, c.B.G.yx, c.B.G.yy, c.B.G.yz, c.B.G.zx);
  gather<size>(records, index, 20, c.B.G.zy, c.B.G.zz, c.f.linear.x, c.f.linear.y);
  gather<size>(records, index, 24, c.f.linear.z, c.f.angular.x, c.f.angular.y, c.f.angular.z);
  return c;
}
TENON_INLINE void scatter_composite(double* record, const Composite& c) {
  constexpr int size = DerivativeRows::composite_size;
  scatter<size>(record, 0, c.I.m, c.I.h.x, c.I.h.y, c.I.h.z);
  scatter<size>(record, 4, c.I.I.xx, c.I.I.xy, c.I.I.xz, c.I.I.yy);
  scatter<size>(record, 8, c.I.I.yz, c.I.I.zz, c.B.p.x, c.B.p.y);
  scatter<size>(record, 12, c.B.p.z, c.B.G.xx, c.B.G.xy, c.B.G.xz);
  scatter<size>(record, 16, c.B.G.yx, c.B.G.yy, c.B.G.yz, c.B.G.zx);
  scatter<size>(record, 20, c.B.G.zy, c.B.G.zz, c.f.linear.x, c.f.linear.y);
  scatter<size>(record, 24, c.f.linear.z, c.f.angular.x, c.f.angular.y, c.f.angular.z);
}

}  // namespace TENON_ISA
}  // namespace tenon
