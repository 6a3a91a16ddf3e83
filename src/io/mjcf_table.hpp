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

}  // namespace tenon::io::mjcf
