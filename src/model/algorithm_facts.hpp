// What the registry shows of an algorithm. Each algorithm says it once, in the descriptor at the end of its file.
#pragma once

#include <string_view>

namespace tenon {

// The cost model of registry/cost.cpp: nanoseconds per call, per step and per operation. All zero: there is no
// estimate, and the algorithm is taken by name only.
struct CostWeights {
  double call_ns = 0, step_ns = 0, operation_ns = 0;
};

// Degeneracies that an algorithm takes. Massless links are legal as long as M stays positive definite (Model checks).
inline constexpr const char* massless_links = "massless links";
inline constexpr const char* massless_links_and_redundant_rows = "massless links, redundant rows";

struct AlgorithmFacts {
  std::string_view name;         // the paper's, in lower case with dashes
  std::string_view family = {};  // the question, where all algorithms of a list do not share theirs
  std::string_view paper;        // key in docs/references.bib; "definition": no algorithm of a paper is needed
  std::string_view listing;      // where in that paper
  std::string_view complexity;   // n degrees of freedom, d depth of the tree, m rows
  std::string_view degeneracies = massless_links;
  bool lanes = false;        // limbs of the tree are walked side by side
  CostWeights weights = {};  // written by tools/calibrate_cost.py
};

}  // namespace tenon
