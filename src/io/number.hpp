// Numbers as robot files write them: decimal, with a point whatever the locale, finite, nothing after them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::io {

// Empty where the text is anything else: "", "1,5", "0x10", "nan", "inf", "1e999", "3 kg".
// White space around the number and a leading plus sign are accepted.
std::optional<double> parse_number(std::string_view text);
std::optional<int> parse_integer(std::string_view text);
std::optional<bool> parse_boolean(std::string_view text);  // true, false, 1, 0

// Numbers separated by white space; empty where one of them is not a number.
std::optional<std::vector<double>> parse_numbers(std::string_view text);

// The text in quotes for a message, cut to a readable length.
std::string in_quotes(std::string_view text, std::size_t longest = 60);
// The shortest decimal that reads back as the same double.
std::string shortest(double value);

}  // namespace tenon::io
