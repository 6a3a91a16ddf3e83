// Text for people: colours where a terminal shows them, tables with aligned columns.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::cli {

enum class Ink { bold, dim, red, green, yellow, cyan };

// Escape codes only when `stream` is a terminal that has colours and NO_COLOR is unset or empty.
std::string paint(std::FILE* stream, Ink ink, std::string_view text);

// Columns printed: code points without escape codes.
int display_width(std::string_view text);

// Rows of cells; columns are as wide as their widest cell and separated by two spaces.
class Table {
 public:
  // One letter per column: 'l' left, 'r' right.
  explicit Table(std::string alignment) : alignment_(std::move(alignment)) {}
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text(std::string_view indent = "  ") const;

 private:
  std::string alignment_;
  std::vector<std::vector<std::string>> rows_;
};

// "1.23 µs", "45.6 ms": three figures and a unit.
std::string duration_text(double seconds);
// Wraps at word ends; lines after the first start with `indent`.
std::string wrapped(std::string_view text, int width, std::string_view indent);

}  // namespace tenon::cli
