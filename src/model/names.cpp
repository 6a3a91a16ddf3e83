// Nearest names by edit distance.
#include "model/names.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "tenon/error.hpp"

namespace tenon {

// The table of distances between prefixes, of which three rows are kept.
int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> before, above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), above[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = above;
    above = row;
  }
  return above.back();
}

namespace {

// A name with a kind in front, "joint:elbow", is also looked for without it.
int distance_to(std::string_view name, std::string_view candidate) {
  const int whole = edit_distance(name, candidate);
  const std::size_t colon = candidate.find(':');
  return colon == std::string_view::npos ? whole : std::min(whole, edit_distance(name, candidate.substr(colon + 1)));
}

}  // namespace

std::string nearest_names(std::string_view name, const std::vector<std::string>& candidates) {
  std::vector<std::pair<int, const std::string*>> ranked;
  for (const std::string& candidate : candidates) ranked.emplace_back(distance_to(name, candidate), &candidate);
  const std::size_t count = std::min<std::size_t>(3, ranked.size());
  std::ranges::stable_sort(ranked, {}, [](const auto& one) { return one.first; });
  std::string text;
  for (std::size_t k = 0; k < count; ++k) text += (k ? ", \"" : "\"") + *ranked[k].second + "\"";
  return text;
}

}  // namespace tenon
