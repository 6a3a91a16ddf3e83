// Requests and answers in another library's layout of q, v, accelerations and forces.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "json_reader.hpp"
#include "tenon/configuration.hpp"

namespace tenon::cli {

using Layout = std::optional<Convention>;  // none: tenon's own

// "convention": "tenon", "pinocchio" or "mujoco".
Layout read_layout(const Value& value);

// Vectors of a request, from that layout into tenon's, in place; q is tenon's already, x is force-like.
void vectors_from(Layout layout, const Model& model, std::span<const double> q, std::vector<double>& v,
                  std::vector<double>& a, std::vector<double>& tau, std::vector<double>& x);

// An answer of `family`, turned into the asked layout in place of tenon's. Error for an answer that has no counterpart
// there (derivatives or Coriolis terms with a free joint in MuJoCo's layout: its zero acceleration is another one).
std::vector<double> answer_in(Layout layout, const Model& model, std::string_view family, std::span<const double> q,
                              std::span<const double> v, std::vector<double> answer);

}  // namespace tenon::cli
