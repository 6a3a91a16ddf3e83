// Pinocchio's side of the constrained race: a solver with its own Data, because its algorithms read what others left
// there; and the answer of every unit: accelerations, then the iterations it took.
#pragma once

#include "../delassus/pinocchio_rows.hpp"

#include <pinocchio/algorithm/proximal.hpp>

#include "settings.hpp"

namespace race {

using Proximal = pinocchio::ProximalSettingsTpl<double>;

inline Proximal proximal() { return {tolerance, 1 / mu, most_iterations}; }
inline Proximal loose() { return {within_reach, 1 / mu, more_iterations}; }
inline Proximal stiff() { return {within_reach, 1 / stiff_mu, more_iterations}; }
// Without regularization, and therefore in one iteration; not for redundant rows.
inline Proximal exact() { return {tolerance, 0, 1}; }

inline int give_solution(const Vector& acceleration, int iterations, double* out) {
  const int n = give(acceleration, out);
  out[n] = iterations;
  return n + 1;
}

// pv and constrainedABA do not say how many iterations they took: the fewest that give the same bits.
template <class Solve>
int iterations_by_trial(pinocchio::Data& data, Proximal& settings, Solve solve) {
  const pinocchio::Data before = data;
  solve();
  const Vector last = data.ddq;
  const int most = settings.max_iter;
  int taken = 1;
  for (; taken < most; ++taken) {
    data = before;
    settings.max_iter = taken;
    solve();
    if (data.ddq == last) break;
  }
  settings.max_iter = most;
  return taken;
}

}  // namespace race
