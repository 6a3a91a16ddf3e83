// Timings of our own kernels beside each other: blocks of at least a millisecond of the thread's processor time,
// contestants in turns, medians.
#pragma once

#include <functional>
#include <vector>

namespace tenon::paper {

// Microseconds per run of each contestant; run(k) computes on state k, 0 to states - 1.
std::vector<double> take_turns(const std::vector<std::function<void(int)>>& contestants, int states, int rounds = 31);

}  // namespace tenon::paper
