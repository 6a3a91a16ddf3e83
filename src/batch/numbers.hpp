// One array of a batch, sample by sample.
#pragma once

#include <cstddef>

#include "tenon/batch.hpp"

namespace tenon {

// Where number k of a sample of `size` numbers stands.
inline std::ptrdiff_t number_at(Layout layout, std::ptrdiff_t lanes, int size, std::ptrdiff_t sample, int k) {
  const std::ptrdiff_t first = sample / lanes * lanes;
  return layout == Layout::rows ? sample * size + k : first * size + k * lanes + (sample - first);
}

}  // namespace tenon
