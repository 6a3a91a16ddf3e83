// Joint-space inertia matrices of a batch, one sample per lane of S: CRBA's one walk (dynamics/fast/crba.hpp), with its
// entries put where the lanes of M stand.
#pragma once

#include "batch/walk.hpp"
#include "dynamics/fast/crba.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class S>
using BatchCrbaScratch = CrbaScratch<S, Pack<double, 4>>;

template <Triangle triangle, class S>
[[gnu::noinline]] void batch_crba(const BatchModel<Element<S>>& batch, const BatchCrbaScratch<S>& w, const S* q,
                                  Element<S>* M) {
  crba_walk<S>(*batch.model, batch.walk, w, q, EntryMatrix<S, triangle>{M, batch.model->nv});
}

// The lower triangle from the upper one, in blocks: down a column every entry is a cache line of its own. Entries
// between branches are not touched.
template <class S>
void batch_mirror(const CompiledModel& model, Element<S>* M) {
  constexpr std::ptrdiff_t block = 8, lanes = sizeof(S) / sizeof(Element<S>);
  const std::ptrdiff_t nv = model.nv;
  for (std::ptrdiff_t ib = 0; ib < nv; ib += block)
    for (std::ptrdiff_t jb = 0; jb <= ib; jb += block)
      for (std::ptrdiff_t j = jb; j < std::min(nv, jb + block); ++j) {
        const std::ptrdiff_t end = std::min<std::ptrdiff_t>(ib + block, subtree_end(model, static_cast<int>(j)));
        for (std::ptrdiff_t i = std::max(ib, j + 1); i < end; ++i)
          std::memcpy(M + (i * nv + j) * lanes, M + (j * nv + i) * lanes, sizeof(S));
      }
}

// Entries between branches are not touched.
template <class S>
void batch_crba(const BatchModel<Element<S>>& batch, const BatchCrbaScratch<S>& w, const S* q, Element<S>* M,
                bool lower, bool upper) {
  if (lower && batch.model->depth > shallow) {
    batch_crba<Triangle::upper, S>(batch, w, q, M);
    batch_mirror<S>(*batch.model, M);
    return;
  }
  if (lower && upper) return batch_crba<Triangle::both, S>(batch, w, q, M);
  if (lower) return batch_crba<Triangle::lower, S>(batch, w, q, M);
  batch_crba<Triangle::upper, S>(batch, w, q, M);
}

}  // namespace TENON_ISA
}  // namespace tenon
