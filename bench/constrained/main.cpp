// The constrained race: its three questions for the program that bench/delassus shares.
#include "questions.hpp"

namespace race {
namespace {

std::vector<Way> ways(const Contest& contest) {
  std::vector<Way> all = dynamics_ways(contest);
  for (const auto& more : {batch_ways(contest), damped_ways(contest), derivative_ways(contest)})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::vector<double> reference(const Contest& contest, const std::string& question, int state) {
  if (question == "dynamics") return accelerations(contest, state);
  return question == "damped" ? damped_matrix(contest, state) : acceleration_derivatives(contest, state);
}

// Differences of dense solutions take seconds.
int judged(const std::string& question) { return question == "derivatives" ? 2 : 8; }

}  // namespace
}  // namespace race

int main(int argc, char** argv) { return race::race_main(argc, argv, {race::ways, race::reference, race::judged}); }
