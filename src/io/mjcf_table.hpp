// Which attributes of MJCF tenon uses, and what is lost where it does not.
#pragma once

#include <span>

namespace tenon::io::mjcf {

struct Row {
  enum class Use { used, note, warning };
  const char* kind;        // tag, or "default" for what only stands in defaults
  const char* attributes;  // separated by spaces
  Use use = Use::used;
  const char* why = "";
  const char* neutral = nullptr;  // the value that changes nothing
};

std::span<const Row> table();

// Which elements may stand where; what no place names has no children that matter.
struct Place {
  const char* parents;   // tags, separated by spaces
  const char* children;  // likewise
};

std::span<const Place> places();

}  // namespace tenon::io::mjcf
