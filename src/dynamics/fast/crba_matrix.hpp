// Where CRBA's entries of M go: into a matrix of doubles by rows, packs and blocks, or entry by entry for any scalar.
#pragma once

#include <algorithm>
#include <cstring>

#include "dynamics/mirror.hpp"
#include "model/compiled.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {
inline namespace TENON_ISA {

// One past the last degree of freedom that d moves: row d of M is zero from there on.
TENON_INLINE int subtree_end(const CompiledModel& model, int d) { return model.dof_end[model.body_of_dof[d]]; }

// Entry e = i nv + j of a lane of S is numbers[e W + lane], which need not be aligned. Entries between branches are not
// touched.
template <class S, Triangle triangle>
struct EntryMatrix {
  Element<S>* numbers;
  std::ptrdiff_t nv;

  TENON_INLINE void put(std::ptrdiff_t entry, const S& x) const {
    std::memcpy(static_cast<void*>(numbers + entry * static_cast<std::ptrdiff_t>(sizeof(S) / sizeof(Element<S>))), &x,
                sizeof x);
  }
  TENON_INLINE void set(int i, int j, const S& x) const {  // j supports i
    if constexpr (triangle != Triangle::upper) put(i * nv + j, x);
    if constexpr (triangle != Triangle::lower) put(j * nv + i, x);
  }
  template <int W, class T>
  void clear(const CompiledModel&, const Walk<W, T>&) const {}
  void finish() const {}
};

// Zeros are most of what CRBA stores of a branched robot; short runs do not pay for a call of memset().
TENON_INLINE void store_zeros(double* to, std::ptrdiff_t n) {
  using P = Pack<double, 4>;
  if (n > 512) {
    std::fill(to, to + n, 0.0);
  } else if (n >= 4) {
    for (std::ptrdiff_t k = 0; k < n - 4; k += 4) {
      P(0).store(to + k);
      asm volatile("" ::: "memory");  // or the compiler makes it that call
    }
    P(0).store(to + n - 4);
  } else {
    for (std::ptrdiff_t k = 0; k < n; ++k) to[k] = 0;
  }
}

// The M of a deep tree is written row by row above the diagonal, and mirrored at the end: down a column every entry
// would be a cache line of its own. A shallow tree has few entries. The triangle that is not asked for holds anything
// afterwards.
struct MassMatrix {
  const CompiledModel* model;
  double* M;
  std::ptrdiff_t nv;
  bool lower, upper;  // what is written at once
  bool mirrored;      // the lower triangle comes last
  bool small;         // entry by entry
  bool zeros;         // whether entries between branches are written

  MassMatrix(const CompiledModel& model, double* matrix, bool lower, bool upper, bool zeros)
      : model(&model),
        M(matrix),
        nv(model.nv),
        lower(lower && model.depth <= shallow),
        upper(upper || model.depth > shallow),
        mirrored(lower && model.depth > shallow),
        small(model.depth <= shallow),
        zeros(zeros) {}

  TENON_INLINE void set(int i, int j, const double& x) const {  // j supports i
    if (lower) M[i * nv + j] = x;
    if (upper) M[j * nv + i] = x;
  }
  // The same in each lane that `bits` names: i[l] and j[l]. All of them, as a rule, and both triangles.
  template <class P, int W>
  TENON_INLINE void set_lanes(const int (&i)[W], const int (&j)[W], const P& x, unsigned bits) const {
    if (bits == (1u << W) - 1 && lower && upper) {
      for (int l = 0; l < W; ++l) M[i[l] * nv + j[l]] = M[j[l] * nv + i[l]] = x[l];
    } else {
      for (int l = 0; l < W; ++l)
        if (bits >> l & 1) set(i[l], j[l], x[l]);
    }
  }
  TENON_INLINE void add_to_diagonal(int d, double x) const { M[d * nv + d] += x; }

  // Row d: what axis d feels of the columns [d, end).
  TENON_INLINE void row(int d, int end, const double* row) const {
    if (upper) {
      using P = Pack<double, 4>;
      double* to = M + d * nv;
      int c = d;
      for (; c + 4 <= end; c += 4) P::load(row + c).store(to + c);
      for (; c < end; ++c) to[c] = row[c];
    }
    if (!small && zeros) std::fill(M + d * nv + end, M + (d + 1) * nv, 0.0);
    if (lower)
      for (int c = d; c < end; ++c) M[c * nv + d] = row[c];
  }
  // The same for the six axes of a free joint, d … d + 5: four columns at a time, turned over for the lower triangle.
  TENON_INLINE void six_rows(int d, int end, const double* columns, int stride) const {
    using P = Pack<double, 4>;
    for (int block = d; block < end; block += 4) {
      const int c = std::min(block, end - 4);  // the last one overlaps the one before
      P x[6];
      for (int i = 0; i < 6; ++i) {
        x[i] = P::load(columns + i * stride + c);
        x[i].store(M + (d + i) * nv + c);
      }
      if (!small) continue;
      P y = x[4], z = x[5], u = x[4], v = x[5];
      transpose(x[0], x[1], x[2], x[3]);
      transpose(y, z, u, v);
      const P last[4] = {y, z, u, v};
      for (int i = 0; i < 4; ++i) {
        double* to = M + (c + i) * nv + d;
        x[i].store(to);
        std::memcpy(to + 4, &last[i], 2 * sizeof(double));
      }
    }
    if (!small && zeros)
      for (int i = d; i < d + 6; ++i) std::fill(M + i * nv + end, M + (i + 1) * nv, 0.0);
  }

  // Before the sweep; trunk steps of a large matrix fill their own rows.
  template <int W>
  TENON_INLINE void clear(const CompiledModel& model, const Walk<W>& walk) const {
    if (zeros && small) {
      for (const ZeroRun& run : model.zero_runs) store_zeros(M + run.begin, run.size);
    } else if (zeros) {
      for (const GroupStep<W>& g : walk.groups)
        for (int l = 0; l < W; ++l) std::fill(M + g.v[l] * nv + g.v[l], M + (g.v[l] + 1) * nv, 0.0);
    }
  }
  // After it. Above kept zeros there may be anything.
  TENON_INLINE void finish() const {
    if (mirrored && zeros) mirror(M, static_cast<int>(nv), false);
    if (mirrored && !zeros) mirror_runs(M, static_cast<int>(nv), [&](int d) { return subtree_end(*model, d); });
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
