#include "support/plot.hpp"

#include <algorithm>
#include <cmath>

#include "support/table.hpp"

namespace tenon::paper {

namespace {

const TextStyle tick{.size = 11, .colour = colour::grey};

// A step of 1, 2 or 5 times a power of ten that cuts `range` into about four.
double round_step(double range) {
  const double raw = range / 4, decade = std::pow(10, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * decade >= raw) return factor * decade;
  return 10 * decade;
}

struct Range {
  double low = 0, high = 0;
  std::vector<double> ticks;
};

Range linear_range(double largest) {
  const double step = round_step(largest);
  Range range{0, step * std::ceil(largest / step), {}};
  for (double at = 0; at <= range.high + step / 2; at += step) range.ticks.push_back(at);
  return range;
}
// Whole decades upwards, and 1, 2, 5 steps where there is less than one and a half of them.
Range logarithmic_range(double smallest, double largest, bool whole) {
  const double low = std::floor(std::log10(smallest)), high = std::ceil(std::log10(largest));
  Range range{whole ? std::pow(10, low) : smallest, whole ? std::pow(10, high) : largest, {}};
  for (double decade = low; decade <= high; ++decade)
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double at = factor * std::pow(10, decade);
      if ((!whole || factor == 1.0) && at >= 0.999 * range.low && at <= 1.001 * range.high) range.ticks.push_back(at);
    }
  return range;
}

struct Axes2 {
  Axis x, y;
};

Axes2 draw_axes(Svg& svg, const PanelFrame& f, const Range& x, const Range& y) {
  const double left = f.corner.x, right = left + f.width, top = f.corner.y, bottom = top + f.height;
  const Axes2 axes{{x.low, x.high, left, right, f.logarithmic}, {y.low, y.high, bottom, top, f.logarithmic}};
  for (const double at : y.ticks) {
    svg.line({left, axes.y(at)}, {right, axes.y(at)}, colour::faint);
    TextStyle style = tick;
    style.anchor = Anchor::end;
    svg.text({left - 6, axes.y(at) + 4}, grouped(at), style);
  }
  for (const double at : x.ticks) {
    if (f.logarithmic) svg.line({axes.x(at), top}, {axes.x(at), bottom}, colour::faint);
    TextStyle style = tick;
    style.anchor = Anchor::middle;
    svg.text({axes.x(at), bottom + 16}, grouped(at), style);
  }
  svg.line({left, bottom}, {right, bottom}, colour::ink);
  svg.text({left, top - 12}, f.title, {.bold = true});
  if (!f.x_label.empty())
    svg.text({(left + right) / 2, bottom + 34}, f.x_label, {.size = 12, .anchor = Anchor::middle});
  if (!f.y_label.empty())
    svg.text({left - 66, (top + bottom) / 2}, f.y_label, {.size = 12, .anchor = Anchor::middle, .turn = -90});
  return axes;
}

// Names at the ends of lines, pushed apart where they would overlap.
void end_labels(Svg& svg, const PanelFrame& f, const Axes2& axes, const std::vector<Series>& all) {
  std::vector<std::pair<double, const Series*>> labels;
  for (const Series& s : all) labels.emplace_back(axes.y(s.points.back().y), &s);
  std::sort(labels.begin(), labels.end());
  for (std::size_t k = 1; k < labels.size(); ++k) labels[k].first = std::max(labels[k].first, labels[k - 1].first + 14);
  for (const auto& [y, s] : labels)
    svg.text({f.corner.x + f.width + 6, y + 4}, s->name, {.size = 12, .colour = s->colour, .bold = !*s->dashes});
}

}  // namespace

std::string grouped(double x) {
  std::string digits = std::to_string(std::lround(x));
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), " ");
  return digits;
}

void line_panel(Svg& svg, const PanelFrame& frame, const std::vector<Series>& all) {
  double x_low = 1e300, x_high = 0, y_low = 1e300, y_high = 0;
  for (const Series& s : all)
    for (const Point& p : s.points) {
      x_low = std::min(x_low, p.x), x_high = std::max(x_high, p.x);
      y_low = std::min(y_low, p.y), y_high = std::max(y_high, p.y);
    }
  const Axes2 axes = frame.logarithmic ? draw_axes(svg, frame, logarithmic_range(x_low, x_high, false),
                                                   logarithmic_range(y_low, y_high, true))
                                       : draw_axes(svg, frame, linear_range(x_high), linear_range(y_high));
  for (const Series& s : all) {
    std::vector<Point> points;
    for (const Point& p : s.points) points.push_back({axes.x(p.x), axes.y(p.y)});
    if (*s.dashes) {
      svg.line(points.front(), points.back(), s.colour, 1.2, s.dashes);
    } else {
      svg.polyline(points, s.colour, 2.2);
      if (points.size() <= 12)
        for (const Point& p : points) svg.circle(p, 3, s.colour);
    }
  }
  if (frame.names) end_labels(svg, frame, axes, all);
}

void bar_panel(Svg& svg, const PanelFrame& frame, const std::vector<const char*>& names,
               const std::vector<const char*>& colours, const std::vector<BarGroup>& groups) {
  double high = 0;
  for (const BarGroup& group : groups)
    high = std::max(high, *std::max_element(group.values.begin(), group.values.end()));
  const Range y = linear_range(high);
  const Axes2 axes = draw_axes(svg, frame, {0, 1, {}}, y);
  const double pitch = frame.width / static_cast<double>(groups.size()),
               bar = 0.84 * pitch / static_cast<double>(names.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const double left = frame.corner.x + pitch * static_cast<double>(g) + 0.08 * pitch;
    for (std::size_t k = 0; k < names.size(); ++k) {
      const double x = left + bar * static_cast<double>(k), top = axes.y(groups[g].values[k]), bottom = axes.y(0);
      svg.rectangle({x, top}, bar - 2, bottom - top, colours[k]);
      svg.text({x + bar / 2 - 1, top - 5},
               groups[g].values[k] < 100 ? number(groups[g].values[k], 1) : grouped(groups[g].values[k]),
               {.size = bar < 45 ? 9.0 : 10.0, .anchor = Anchor::middle});
    }
    double line = frame.corner.y + frame.height + 18;
    std::string rest = groups[g].title;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      svg.text({left + 0.42 * pitch, line}, rest.substr(0, end), {.size = 12, .anchor = Anchor::middle});
      rest.erase(0, end + 1);
      line += 16;
    }
  }
}

void stacked_panel(Svg& svg, const PanelFrame& frame, const std::vector<const char*>& colours,
                   const std::vector<StackedGroup>& groups) {
  double high = 0, bars = 0;
  for (const StackedGroup& group : groups)
    for (const StackedBar& b : group.bars) {
      double sum = 0;
      for (const double part : b.parts) sum += part;
      high = std::max(high, sum);
      ++bars;
    }
  const Axes2 axes = draw_axes(svg, frame, {0, 1, {}}, linear_range(high));
  const double gap = 0.6, bar = frame.width / (bars + gap * static_cast<double>(groups.size()));
  double x = frame.corner.x;
  for (const StackedGroup& group : groups) {
    const double left = x;
    for (const StackedBar& b : group.bars) {
      double sum = 0;
      for (std::size_t p = 0; p < b.parts.size(); ++p) {
        svg.rectangle({x, axes.y(sum + b.parts[p])}, bar - 3, axes.y(sum) - axes.y(sum + b.parts[p]), colours[p]);
        sum += b.parts[p];
      }
      const double middle = x + bar / 2 - 1.5;
      svg.text({middle, axes.y(sum) - 5}, sum < 100 ? number(sum, 1) : grouped(sum),
               {.size = bar < 30 ? 7.5 : 9.0, .anchor = Anchor::middle});
      svg.text({middle, axes.y(0) + 8}, b.name, {.size = 9, .anchor = Anchor::end, .turn = -35});
      x += bar;
    }
    svg.text({(left + x) / 2, axes.y(0) + 66}, group.title, {.size = 12, .anchor = Anchor::middle});
    x += gap * bar;
  }
}

void legend(Svg& svg, Point at, const std::vector<const char*>& names, const std::vector<const char*>& colours) {
  for (std::size_t k = 0; k < names.size(); ++k) {
    svg.rectangle({at.x, at.y - 10}, 12, 12, colours[k]);
    svg.text({at.x + 17, at.y}, names[k], {.size = 12});
    at.x += 36 + 8 * static_cast<double>(std::string(names[k]).size());
  }
}

}  // namespace tenon::paper
