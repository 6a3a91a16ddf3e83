// The time of one call.
#pragma once

#include <algorithm>

#include "timing.hpp"

namespace tenon::ops {

// Microseconds of one call: the least of blocks that each take half a millisecond.
template <class Call>
double least(Call&& call) {
  int runs = 1;
  const auto block = [&] {
    const double start = race::thread_seconds();
    for (int i = 0; i < runs; ++i) call();
    return 1e6 * (race::thread_seconds() - start);
  };
  while (block() < 500) runs *= 2;
  double best = block();
  for (int round = 0; round < 60; ++round) best = std::min(best, block());
  return best / runs;
}

}  // namespace tenon::ops
