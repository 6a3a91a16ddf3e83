// The JSON that `info` and `eval` share.
#pragma once

#include <nlohmann/json.hpp>
#include <span>

#include "tenon/model.hpp"
#include "tenon/operations.hpp"

namespace tenon::cli {

// Keys stay in the order they are written.
using Json = nlohmann::ordered_json;

Json joints_json(const Model& model);             // [{"name", "type", "q_index", "nq", "v_index", "nv", "parent"}]
Json frames_json(const Model& model);             // [{"name", "parent_joint", "placement"}]
Json placement_json(const Placement& placement);  // 4 x 4, homogeneous
Json matrix_json(std::span<const double> values, int rows, int columns);  // an array of rows

Json operations_json(const OperationCount& n);  // {"add", "mul", "div", "sqrt", "trig"}

// One line per element of a top-level list: readable, and small enough for large matrices.
std::string json_text(const Json& value);

}  // namespace tenon::cli
