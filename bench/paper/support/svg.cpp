#include "support/svg.hpp"

#include <cmath>
#include <fstream>
#include <sstream>

#include "tenon/error.hpp"

namespace tenon::paper {

namespace {

std::string px(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", x);
  return text;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return out;
}

}  // namespace

Svg::Svg(double width, double height) : width_(width), height_(height) { rectangle({0, 0}, width, height, "white"); }

void Svg::line(Point from, Point to, const char* colour, double width, const char* dashes) {
  body_ += "<line x1='" + px(from.x) + "' y1='" + px(from.y) + "' x2='" + px(to.x) + "' y2='" + px(to.y) +
           "' stroke='" + colour + "' stroke-width='" + px(width) + "'" +
           (*dashes ? " stroke-dasharray='" + std::string(dashes) + "'" : "") + "/>\n";
}

void Svg::polyline(const std::vector<Point>& points, const char* colour, double width) {
  body_ += "<polyline fill='none' stroke-linejoin='round' stroke='" + std::string(colour) + "' stroke-width='" +
           px(width) + "' points='";
  for (const Point& p : points) body_ += px(p.x) + "," + px(p.y) + " ";
  body_ += "'/>\n";
}

void Svg::rectangle(Point corner, double width, double height, const char* fill, const char* stroke) {
  body_ += "<rect x='" + px(corner.x) + "' y='" + px(corner.y) + "' width='" + px(width) + "' height='" + px(height) +
           "' fill='" + fill + "' stroke='" + stroke + "'/>\n";
}

void Svg::circle(Point centre, double radius, const char* fill, const char* stroke) {
  body_ += "<circle cx='" + px(centre.x) + "' cy='" + px(centre.y) + "' r='" + px(radius) + "' fill='" + fill +
           "' stroke='" + stroke + "'/>\n";
}

void Svg::text(Point at, const std::string& text, const TextStyle& style) {
  const char* const anchors[] = {"start", "middle", "end"};
  body_ += "<text x='" + px(at.x) + "' y='" + px(at.y) + "' font-size='" + px(style.size) + "' fill='" + style.colour +
           "' text-anchor='" + anchors[static_cast<int>(style.anchor)] + "'" +
           (style.bold ? " font-weight='bold'" : "");
  if (style.turn != 0) body_ += " transform='rotate(" + px(style.turn) + " " + px(at.x) + " " + px(at.y) + ")'";
  body_ += ">" + escaped(text) + "</text>\n";
}

std::string Svg::stripes(const char* colour) {
  const std::string id = "stripes-" + std::string(colour + 1);
  if (definitions_.find(id) == std::string::npos)
    definitions_ += "<pattern id='" + id +
                    "' width='6' height='6' patternUnits='userSpaceOnUse' "
                    "patternTransform='rotate(45)'><rect width='6' height='6' fill='white'/><rect width='3' height='6' "
                    "fill='" +
                    colour + "'/></pattern>\n";
  return "url(#" + id + ")";
}

void Svg::save(const std::filesystem::path& file) const {
  std::ofstream out(file);
  out << "<svg xmlns='http://www.w3.org/2000/svg' width='" << width_ << "' height='" << height_ << "' viewBox='0 0 "
      << width_ << " " << height_ << "' font-family='Helvetica, Arial, \"DejaVu Sans\", sans-serif'>\n<defs>\n"
      << definitions_ << "</defs>\n"
      << body_ << "</svg>\n";
  if (!out.flush()) throw Error(file.string() + ": cannot be written");
}

double Axis::operator()(double value) const {
  const auto scale = [this](double x) { return logarithmic ? std::log10(x) : x; };
  return begin + (end - begin) * (scale(value) - scale(low)) / (scale(high) - scale(low));
}

}  // namespace tenon::paper
