// Panels of a figure: lines over an axis, and groups of bars.
#pragma once

#include <string>
#include <vector>

#include "support/svg.hpp"

namespace tenon::paper {

struct Series {
  const char *name, *colour;
  std::vector<Point> points;  // in the data's units
  const char* dashes = "";    // a line to compare with
};

struct PanelFrame {
  Point corner;  // upper left, of the plotted area
  double width = 0, height = 0;
  std::string title, x_label, y_label;
  bool logarithmic = false;
  bool names = true;  // at the ends of the lines
};

// Axes go from 0 to a round number, or over whole decades.
void line_panel(Svg& svg, const PanelFrame& frame, const std::vector<Series>& all);

struct BarGroup {
  std::string title;  // lines separated by \n
  std::vector<double> values;
};
// One bar per name and group; the numbers stand on the bars.
void bar_panel(Svg& svg, const PanelFrame& frame, const std::vector<const char*>& names,
               const std::vector<const char*>& colours, const std::vector<BarGroup>& groups);

struct StackedBar {
  std::string name;
  std::vector<double> parts;  // from below
};
struct StackedGroup {
  std::string title;
  std::vector<StackedBar> bars;
};
// Bars cut into parts, one colour per part; the sum stands on a bar, its name below it.
void stacked_panel(Svg& svg, const PanelFrame& frame, const std::vector<const char*>& colours,
                   const std::vector<StackedGroup>& groups);

// Coloured squares with names, from left to right.
void legend(Svg& svg, Point at, const std::vector<const char*>& names, const std::vector<const char*>& colours);

// "12 345".
std::string grouped(double x);

}  // namespace tenon::paper
