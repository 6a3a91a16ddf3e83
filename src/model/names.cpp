// Nearest names by edit distance.
#include "tenon/error.hpp"

#include <algorithm>
#include <numeric>

namespace tenon {

namespace {

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest_names(std::string_view name, const std::vector<std::string>& candidates) {
  std::vector<std::pair<int, const std::string*>> ranked;
  for (const std::string& candidate : candidates) ranked.emplace_back(edit_distance(name, candidate), &candidate);
  const std::size_t count = std::min<std::size_t>(3, ranked.size());
  std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(count), ranked.end(),
                    [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string text;
  for (std::size_t k = 0; k < count; ++k) text += (k ? ", \"" : "\"") + *ranked[k].second + "\"";
  return text;
}

}  // namespace tenon
