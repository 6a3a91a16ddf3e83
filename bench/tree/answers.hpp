// Whether an answer is right: peers' answers in tenon's layout, and how far an answer is from being one.
#pragma once

#include <string>
#include <vector>

#include "tenon.hpp"

namespace race {

struct Inputs {
  std::span<const double> q, v, a, tau;
};

// A peer's answer to `question`, in tenon's layout.
std::vector<double> translated(const tenon::Model& model, tenon::Convention convention, const std::string& question,
                               const Inputs& at, const std::vector<double>& answer);

// Questions with an equation to put the answer into (aba, solve, factorize, crba_solve, minverse): its normwise
// backward error. The others (rnea, crba, derivatives): the relative distance to `other`, the other side's answer.
double residual(const tenon::Model& model, tenon::Workspace& workspace, const std::string& question, const Inputs& at,
                const std::vector<double>& answer, const std::vector<double>& other);

}  // namespace race
