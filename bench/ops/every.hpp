// The registry's operation counts beside each other.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "tenon/model.hpp"

namespace tenon::ops {

// A row per algorithm, a column per robot; the same as objects with "task": "count".
void print_every_count(const std::vector<Model>& models, nlohmann::json& rows);

}  // namespace tenon::ops
