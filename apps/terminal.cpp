// Colours by NO_COLOR and TERM; tables that count characters, not bytes.
#include "terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tenon::cli {

namespace {

bool has_colours(std::FILE* stream) {
  const char* no_colour = std::getenv("NO_COLOR");
  if (no_colour && *no_colour) return false;
  const char* term = std::getenv("TERM");
  return term && std::string_view(term) != "dumb" && isatty(fileno(stream)) == 1;
}

const char* code(Ink ink) {
  switch (ink) {
    case Ink::bold:
      return "1";
    case Ink::dim:
      return "2";
    case Ink::red:
      return "31";
    case Ink::green:
      return "32";
    case Ink::yellow:
      return "33";
    case Ink::cyan:
      return "36";
  }
  return "0";
}

}  // namespace

std::string paint(std::FILE* stream, Ink ink, std::string_view text) {
  if (!has_colours(stream)) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code(ink), text);
}

int display_width(std::string_view text) {
  int width = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      while (i < text.size() && text[i] != 'm') ++i;
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
      ++width;
    }
  }
  return width;
}

std::string Table::text(std::string_view indent) const {
  std::vector<int> widths(alignment_.size(), 0);
  for (const auto& cells : rows_)
    for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], display_width(cells[i]));
  std::string out;
  for (const auto& cells : rows_) {
    std::string line(indent);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string padding(static_cast<std::size_t>(widths[i] - display_width(cells[i])), ' ');
      if (i > 0) line += "  ";
      line += alignment_[i] == 'r' ? padding + cells[i] : cells[i] + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string duration_text(double seconds) {
  struct Unit {
    double size;
    const char* name;
  };
  for (const Unit unit : {Unit{1, "s "}, Unit{1e-3, "ms"}, Unit{1e-6, "µs"}})
    if (seconds >= 0.9995 * unit.size) {
      const double value = seconds / unit.size;
      const int decimals = std::max(0, 2 - static_cast<int>(std::floor(std::log10(value * 1.0005))));
      return fmt::format("{:.{}f} {}", value, decimals, unit.name);
    }
  return fmt::format("{:.3g} ns", seconds * 1e9);
}

std::string wrapped(std::string_view text, int width, std::string_view indent) {
  std::string out, line;
  const auto flush = [&] {
    if (!out.empty()) out += "\n" + std::string(indent);
    out += line;
    line.clear();
  };
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::string_view word = text.substr(start, end - start);
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width) flush();
    line += (line.empty() ? "" : " ") + std::string(word);
    start = end + 1;
  }
  flush();
  return out;
}

}  // namespace tenon::cli
