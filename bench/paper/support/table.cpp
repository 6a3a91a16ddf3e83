#include "support/table.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "tenon/error.hpp"

namespace tenon::paper {

namespace {

// Code points, which are columns on the screen for the letters used here.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

}  // namespace

void Table::print() const {
  std::vector<std::size_t> widths;
  for (const std::string& cell : header_) widths.push_back(width(cell));
  for (const auto& cells : rows_)
    for (std::size_t k = 0; k < cells.size(); ++k) widths[k] = std::max(widths[k], width(cells[k]));
  std::size_t total = 0;
  for (const std::size_t w : widths) total += w + 2;
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const std::string gap(widths[k] - width(cells[k]), ' ');
      text += k == 0 ? cells[k] + gap : "  " + gap + cells[k];
    }
    text.erase(text.find_last_not_of(' ') + 1);
    std::puts(text.c_str());
  };
  line(header_);
  std::puts(std::string(total - 2, '-').c_str());
  for (const auto& cells : rows_) {
    if (cells.empty())
      std::puts(std::string(total - 2, '-').c_str());
    else
      line(cells);
  }
}

void Table::write_csv(const std::filesystem::path& file) const {
  std::ofstream out(file);
  const auto line = [&](const std::vector<std::string>& cells) {
    for (std::size_t k = 0; k < cells.size(); ++k) out << (k ? "," : "") << quoted(cells[k]);
    out << "\n";
  };
  line(header_);
  for (const auto& cells : rows_)
    if (!cells.empty()) line(cells);
  if (!out.flush()) throw Error(file.string() + ": cannot be written");
}

std::string number(double x, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, x);
  return text;
}

}  // namespace tenon::paper
