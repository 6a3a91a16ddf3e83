// A block of a job: its numbers in and out, and whether all that was read may be read.
#pragma once

#include "batch/blocks.hpp"
#include "batch/kernels_wide.hpp"
#include "spatial/finite.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Lanes in which a quaternion, or a cosine and sine, is not of unit length.
template <class P>
TENON_INLINE typename P::Mask not_unit(const CompiledModel& model, const P* q) {
  using T = Element<P>;
  constexpr T off = batch_unit_tolerance<T>;
  typename P::Mask bad{};
  for (const UnitNumbers& unit : model.unit_numbers) {
    P sum(0);
    for (int k = unit.begin; k < unit.begin + unit.size; ++k) sum = mul_add(q[k], q[k], sum);
    bad |= (sum > P((1 + off) * (1 + off))) | (sum < P((1 - off) * (1 - off)));
  }
  return bad;
}

template <class P>
class BlockReader {
 public:
  using T = Element<P>;
  BlockReader(const BatchJob<T>& job, std::ptrdiff_t block)
      : rows_(job.layout == Layout::rows),
        at{job.n, block * P::width, static_cast<int>(std::min<std::ptrdiff_t>(P::width, job.n - block * P::width))} {}

  TENON_INLINE void read(const T* array, int size, P* x, T limit = largest_input<T>) {
    const P factor(overflow_factor(limit));
    bad |= rows_ ? rows_in(array, size, at, x, factor) : packed_in(array, size, at, x, factor);
  }
  // Not checked: for whoever finds out otherwise.
  TENON_INLINE void read_run(const T* array, int size, int from, int count, P* x) {
    if (rows_)
      run_in(array, size, at, from, count, x);
    else
      packed_run_in(array, size, at, from, count, x);
  }
  TENON_INLINE void write(const P* x, int size, T* array) const {
    if (rows_)
      rows_out(x, size, at, array);
    else
      packed_out(x, size, at, array);
  }
  bool any_bad() const { return any_lane<P>(bad); }

 private:
  bool rows_;

 public:
  BlockPlace at;
  typename P::Mask bad{};
};

// Calls step(reader) for every block; the first one with a bad number, or job.last.
template <class P, class Step>
TENON_INLINE std::ptrdiff_t for_each_block(const BatchJob<Element<P>>& job, Step&& step) {
  std::ptrdiff_t first_bad = job.last;
  for (std::ptrdiff_t block = job.first; block < job.last; ++block) {
    BlockReader<P> reader(job, block);
    step(reader);
    if (reader.any_bad() && first_bad == job.last) [[unlikely]]
      first_bad = block;
  }
  return first_bad;
}

}  // namespace TENON_ISA
}  // namespace tenon
