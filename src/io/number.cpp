// Numbers of robot files, by std::from_chars: no locale, no exceptions.
#include "io/number.hpp"

#include <charconv>
#include <cmath>

namespace tenon::io {

namespace {

constexpr std::string_view white_space = " \t\r\n\v\f";

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(white_space);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(white_space) - first + 1);
}

template <class T>
std::optional<T> parse_whole(std::string_view text) {
  text = trimmed(text);
  // from_chars knows no plus sign; "+-1" stays wrong.
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  T value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  const auto value = parse_whole<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<int> parse_integer(std::string_view text) { return parse_whole<int>(text); }

std::optional<bool> parse_boolean(std::string_view text) {
  text = trimmed(text);
  if (text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  return std::nullopt;
}

std::optional<std::vector<double>> parse_numbers(std::string_view text) {
  std::vector<double> numbers;
  for (auto begin = text.find_first_not_of(white_space); begin != std::string_view::npos;) {
    const auto end = std::min(text.find_first_of(white_space, begin), text.size());
    const auto number = parse_number(text.substr(begin, end - begin));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
    begin = text.find_first_not_of(white_space, end);
  }
  return numbers;
}

std::string in_quotes(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return '"' + std::string(text) + '"';
  std::size_t cut = longest;  // not inside a UTF-8 sequence
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
  return '"' + std::string(text.substr(0, cut)) + "…\"";
}

std::string shortest(double value) {
  char buffer[32];
  return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

}  // namespace tenon::io
