#include "delassus/listed.hpp"

#include <string>
#include <vector>

#include "tenon/error.hpp"

namespace tenon {

namespace {

// "one, two and three"
std::string joined(const std::vector<std::string_view>& names, const char* last) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k)
    text += (k == 0 ? "" : k + 1 < names.size() ? ", " : last) + std::string(names[k]);
  return text;
}

}  // namespace

int find_position(ListedAlgorithms list, std::string_view name) {
  if (name.empty() || name == "automatic") return -1;
  for (std::size_t k = 0; k < list.size(); ++k)
    if (list[k].name == name) return static_cast<int>(k);
  std::vector<std::string_view> names;
  for (const ListedAlgorithm& one : list) names.push_back(one.name);
  names.emplace_back("automatic");
  throw Error("algorithm: found \"" + std::string(name) + "\", expected " + joined(names, " or "));
}

std::string_view name_at(ListedAlgorithms list, int position) {
  return position < 0 ? "automatic" : list[static_cast<std::size_t>(position)].name;
}

bool takes(ListedAlgorithms list, int position, const ConstraintSet& set) {
  return position < 0 || takes(list[static_cast<std::size_t>(position)].takes, set);
}

void check_takes(ListedAlgorithms list, int position, const ConstraintSet& set) {
  if (takes(list, position, set)) return;
  const ListedAlgorithm& asked = list[static_cast<std::size_t>(position)];
  std::vector<std::string_view> others;  // plain versions are for comparisons
  for (const ListedAlgorithm& one : list)
    if (one.takes == RowKinds::every && !one.name.ends_with("-plain")) others.push_back(one.name);
  check_takes(asked.takes, set, asked.name, joined(others, " and ") + " take every kind");
}

}  // namespace tenon
