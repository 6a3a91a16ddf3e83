// The rows of the table, list by list. A file rows_*.cpp makes those of one list of descriptors; algorithms.cpp puts
// them together.
#pragma once

#include <vector>

#include "constraints/capability.hpp"
#include "model/algorithm_facts.hpp"
#include "tenon/algorithms.hpp"

namespace tenon {

using Rows = std::vector<Algorithm>;

void add_dynamics(Rows& rows);
void add_factorization(Rows& rows);
void add_kinematics(Rows& rows);
void add_configuration(Rows& rows);
void add_delassus(Rows& rows);
void add_damped(Rows& rows);
void add_constrained(Rows& rows);
void add_constrained_derivatives(Rows& rows);

using Compute = void(const Model&, Workspace&, const Question&, std::span<double>);
using Count = OperationCount(const Model&, const Question&);

Algorithm row(const AlgorithmFacts& facts, std::string_view family, RowKinds takes, Compute* compute, Count* count);
// What stands in the column `constraints`, and back.
std::string_view row_kinds_text(RowKinds kinds);
RowKinds row_kinds_of(std::string_view text);

}  // namespace tenon
