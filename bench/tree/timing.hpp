// Blocks of at least a millisecond on the thread's own processor clock; contestants take turns, round after round.
#pragma once

#include <sched.h>
#include <time.h>

#include <algorithm>
#include <vector>

#include "race.hpp"

namespace race {

inline double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// Stays on the core it is on: moving would cost one side its cache.
inline void stay_on_this_core() {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(sched_getcpu(), &set);
  sched_setaffinity(0, sizeof set, &set);
}

struct Runner {
  RaceEntry entry;
  int states = 0;
  int samples = 1;  // evaluations in one run
  int runs_per_block = 1;
  std::vector<double> microseconds;  // per evaluation, one number per block

  // Seconds of `runs` runs: over all states in turn, or on one state where something is given first.
  double block(int round, int runs) const {
    const int first = round % states;
    if (entry.load) entry.load(first);
    const double start = thread_seconds();
    int k = first;
    for (int i = 0; i < runs; ++i) {
      entry.run(k);
      if (!entry.load && ++k == states) k = 0;
    }
    return thread_seconds() - start;
  }

  void calibrate(double shortest_block) {
    for (runs_per_block = 1; block(0, runs_per_block) < shortest_block;) runs_per_block *= 2;
  }

  void time_round(int round) { microseconds.push_back(1e6 * block(round, runs_per_block) / runs_per_block / samples); }

  // Long runs need no hundred rounds.
  bool has_enough(double seconds, std::size_t least_rounds) const {
    double total = 0;
    for (const double us : microseconds) total += 1e-6 * us * runs_per_block * samples;
    return microseconds.size() >= least_rounds && total >= seconds;
  }

  double minimum() const { return *std::min_element(microseconds.begin(), microseconds.end()); }
  double median() const {
    std::vector<double> sorted = microseconds;
    const auto middle = sorted.begin() + static_cast<long>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    return *middle;
  }
};

// Rounds in which the order rotates, so that nobody always runs first. Who has run for three seconds stops after ten.
inline void race_all(std::vector<Runner*>& runners, int rounds, double shortest_block = 1e-3) {
  for (Runner* r : runners) r->calibrate(shortest_block);
  for (int round = 0; round < rounds; ++round) {
    for (Runner* r : runners)
      if (!r->has_enough(3, 10)) r->time_round(round);
    std::rotate(runners.begin(), runners.begin() + 1, runners.end());
  }
}

}  // namespace race
