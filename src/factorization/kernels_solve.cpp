// M⁻¹x for one vector: M⁻¹ = K⁻¹S⁻¹K⁻ᵀ, [Fea05] appendix by blocks.
#include <utility>

#include "factorization/kernels_parts.hpp"
#include "factorization/kernels_places.hpp"

namespace tenon {
inline namespace TENON_ISA {

namespace {

// Calls work(BlockRows) with the block's count and depth (or packs) as constants.
template <bool shallow, class Work, int... size>
TENON_INLINE void with_size(const PackedFactor& f, const Block& block, Work&& work,
                            std::integer_sequence<int, size...>) {
  const auto call = [&]<int s>() __attribute__((always_inline)) {
    if constexpr (!shallow || depth_of(s) >= 0) work(BlockRows<count_of(s), packs_of(s), depth_of(s)>(f, block));
    return true;
  };
  (void)((block.size == size && call.template operator()<size>()) || ...);
}
template <bool shallow, class Work>
TENON_INLINE void with_size(const PackedFactor& f, const Block& block, Work&& work) {
  with_size<shallow>(f, block, work, std::make_integer_sequence<int, block_sizes>());
}

template <bool shallow, class Places>
TENON_INLINE void solve_with(const PackedFactor& f, Places sum, Places path, const double* in, double* out) {
  double* w = f.padded + 4L * f.tree.block_count;
  Pack4 own(0.0);  // the first block's stays in a register for the way back
  const Block* const first = f.tree.blocks;
  const Block* const end = first + f.tree.block_count;
  if (first == end) return;
  for (const Block* block = end; block-- != first;) {
    w -= 4;
    with_size<shallow>(f, *block, [&]<int B, int P, int d>(const BlockRows<B, P, d>& K) __attribute__((always_inline)) {
      double x[B];
      load_rows(in + K.row, x);
      take(K, sum, x);
      give<-1>(K, sum, x);
      own = multiply_inverse(K, x);
      own.store(w);
    });
  }
  const auto finish = [&]<int B, int P, int d>(const BlockRows<B, P, d>& K) __attribute__((always_inline)) {
    if (P != 0) own -= gather(K, path);
    share(K, path, own);
    store_rows<B>(own, out + K.row);
  };
  with_size<shallow>(f, *first, finish);
  for (const Block* block = first + 1; block != end; ++block) {
    w += 4;
    own = Pack4::load(w);
    with_size<shallow>(f, *block, finish);
  }
}

void solve_shallow(const PackedFactor& f, const double* in, double* out) {
  solve_with<true>(f, PlacesInRegisters(), PlacesInRegisters(), in, out);
}
void solve_deep(const PackedFactor& f, const double* in, double* out) {
  solve_with<false>(f, PlacesInMemory{f.sum}, PlacesInMemory{f.path}, in, out);
}

}  // namespace

void solve(const PackedFactor& factor, const double* in, double* out) {
  const PackedFactor f = factor;
  return f.tree.shallow ? solve_shallow(f, in, out) : solve_deep(f, in, out);
}

}  // namespace TENON_ISA
}  // namespace tenon
