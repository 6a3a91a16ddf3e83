// Drawings as SVG files: shapes, text, and the axes of a plot.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tenon::paper {

// Colours that stay apart for colour-blind readers (Okabe and Ito's).
namespace colour {
inline const char* const ink = "#222222";
inline const char* const faint = "#e3e6ea";
inline const char* const grey = "#6b7280";
inline const char* const blue = "#0072b2";
inline const char* const orange = "#e69f00";
inline const char* const green = "#009e73";
inline const char* const red = "#d55e00";
inline const char* const sky = "#56b4e9";
inline const char* const purple = "#cc79a7";
}  // namespace colour

struct Point {
  double x = 0, y = 0;
};

enum class Anchor { start, middle, end };

struct TextStyle {
  double size = 13;
  const char* colour = colour::ink;
  Anchor anchor = Anchor::start;
  bool bold = false;
  double turn = 0;  // degrees, about the text's own point
};

class Svg {
 public:
  Svg(double width, double height);
  void line(Point from, Point to, const char* colour, double width = 1, const char* dashes = "");
  void polyline(const std::vector<Point>& points, const char* colour, double width = 2);
  void rectangle(Point corner, double width, double height, const char* fill, const char* stroke = "none");
  void circle(Point centre, double radius, const char* fill, const char* stroke = "white");
  void text(Point at, const std::string& text, const TextStyle& style = {});
  // Diagonal stripes over white, to tell a second series of the same colour; returns what to give as fill.
  std::string stripes(const char* colour);
  void save(const std::filesystem::path& file) const;

 private:
  double width_, height_;
  std::string body_, definitions_;
};

// One axis: from data to pixels, linear or logarithmic.
struct Axis {
  double low, high;   // data
  double begin, end;  // pixels
  bool logarithmic = false;
  double operator()(double value) const;
};

}  // namespace tenon::paper
