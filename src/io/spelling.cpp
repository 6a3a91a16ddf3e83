#include "io/spelling.hpp"

#include <algorithm>
#include <string>

#include "model/names.hpp"

namespace tenon::io {

namespace {

// Attributes and elements are ASCII; the locale has no say.
std::string lower_case(std::string_view name) {
  std::string text(name);
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace

std::string_view misspelled(std::string_view name, std::span<const std::string_view> known) {
  if (name.find(':') != std::string_view::npos || std::ranges::find(known, name) != known.end()) return {};
  const std::string written = lower_case(name);
  std::string_view nearest;
  int least = 3;
  for (const std::string_view candidate : known) {
    const int allowed = std::min(2, static_cast<int>(candidate.size()) / 3);
    const int distance = edit_distance(written, lower_case(candidate));
    if (distance > allowed || distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

}  // namespace tenon::io
