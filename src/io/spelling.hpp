// Names that are nearly a known one: slips of the pen, whose content must not be lost.
#pragma once

#include <span>
#include <string_view>

namespace tenon::io {

// The known name that `name` was most likely meant to be; empty where it is known itself, resembles none, or has a
// namespace (a colon). Of a known name, one letter in three may be wrong, at most two, and any may be in another case.
std::string_view misspelled(std::string_view name, std::span<const std::string_view> known);

}  // namespace tenon::io
