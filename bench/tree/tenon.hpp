// tenon's side of a race: the model, the states that everybody gets, and the public calls (bench/tree/tenon.cpp: single
// ones; bench/batch/tenon.cpp: all states in one call).
#pragma once

#include <memory>
#include <string>
#include <tenon/tenon.hpp>
#include <vector>

#include "race.hpp"
#include "tree_file.hpp"

namespace race {

// The same mechanism as the neutral file describes it; used where no robot file is given.
tenon::RobotDescription description_of(const Tree& tree);

struct States {
  int count = 0;
  std::vector<double> q, v, a, tau;  // tenon's layout, row k belongs to state k
};
States random_states(const tenon::Model& model, int count);

// In the layout of a peer.
struct PeerStates {
  std::vector<double> q, v, a, tau;
  RaceStates view{};
};
PeerStates converted(const tenon::Model& model, const States& states, tenon::Convention convention);

// Sets what the entries below work on.
void prepare_tenon(std::shared_ptr<const tenon::Model> model, std::shared_ptr<const States> states);
std::size_t tenon_bytes();

struct TenonEntry {
  RaceEntry entry;
  const char* mode;  // single, lanes, batch
  bool best;         // the default public call
  int samples = 1;   // evaluations in one run: a batch takes all states whatever state it is called with
  const char* scalar = "double";
};
std::vector<TenonEntry> tenon_entries();

}  // namespace race
