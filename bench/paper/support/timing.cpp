#include "support/timing.hpp"

#include <algorithm>
#include <ctime>

namespace tenon::paper {

namespace {

double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double block(const std::function<void(int)>& run, int runs, int states) {
  const double start = thread_seconds();
  for (int i = 0, k = 0; i < runs; ++i) {
    run(k);
    if (++k == states) k = 0;
  }
  return thread_seconds() - start;
}

}  // namespace

std::vector<double> take_turns(const std::vector<std::function<void(int)>>& contestants, int states, int rounds) {
  std::vector<int> runs(contestants.size(), states);
  std::vector<std::vector<double>> times(contestants.size());
  for (std::size_t c = 0; c < contestants.size(); ++c)
    while (block(contestants[c], runs[c], states) < 1e-3) runs[c] *= 2;
  for (int round = 0; round < rounds; ++round)
    for (std::size_t k = 0; k < contestants.size(); ++k) {
      const std::size_t c = (k + static_cast<std::size_t>(round)) % contestants.size();  // nobody is always first
      times[c].push_back(1e6 * block(contestants[c], runs[c], states) / runs[c]);
    }
  std::vector<double> medians;
  for (std::vector<double>& list : times) {
    const auto middle = list.begin() + static_cast<long>(list.size() / 2);
    std::nth_element(list.begin(), middle, list.end());
    medians.push_back(*middle);
  }
  return medians;
}

}  // namespace tenon::paper
