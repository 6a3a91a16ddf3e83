// The three questions of the constrained race, from q (and v and tau) to the answer.
#pragma once

#include <utility>

#include "contest.hpp"
#include "settings.hpp"

namespace race {

// v̇ with λ: "dynamics".
std::vector<Way> dynamics_ways(const Contest& contest);
std::vector<Way> batch_ways(const Contest& contest);
std::vector<double> accelerations(const Contest& contest, int state);

// (1 / stiffness + J M^-1 J^T)^-1: "damped".
std::vector<Way> damped_ways(const Contest& contest);
std::vector<double> damped_matrix(const Contest& contest, int state);

// v̇, λ and how both change with q, v and tau: "derivatives".
std::vector<Way> derivative_ways(const Contest& contest);
std::vector<double> acceleration_derivatives(const Contest& contest, int state);

// add.operator()<0>(), <1>, …: C-style entries know their place at compile time.
template <std::size_t count, class Add>
void add_each(Add add) {
  [&]<std::size_t... index>(std::index_sequence<index...>) {
    (add.template operator()<index>(), ...);
  }(std::make_index_sequence<count>());
}

// A single call of ours on each state.
template <class Answer>
Way single_way(const Contest& contest, const char* question, const char* name, const char* mode, bool best,
               std::size_t bytes, void (*run)(int), Answer answer) {
  return {"tenon", "",       name,
          mode,    "double", best,
          bytes,   answer,   {{question, name, nullptr, run, nullptr}, contest.states->count, 1, 1, {}}};
}

}  // namespace race
