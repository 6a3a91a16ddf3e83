// Fig. 3: growth on chains (a weld at the tip) and on balanced binary trees (a point on every leaf), with one and with
// three proximal iterations.
#include <cstdio>

#include "caba/caba.hpp"
#include "support/plot.hpp"
#include "support/table.hpp"
#include "support/timing.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/generators.hpp"

namespace tenon::paper::caba {

namespace {

struct Sized {
  int size = 0, rows = 0;
  std::vector<double> us;    // as constrained_algorithms, for one and then for three iterations
  std::vector<long> counts;  // the same
};

std::vector<Constraint> on_tips(const Model& model, bool points) {
  std::vector<Constraint> list = weld_tips(model);
  if (points)
    for (Constraint& c : list) c = connect(c.frame);
  return list;
}

Sized measured(const RobotDescription& robot, bool points) {
  constexpr int states = 8;
  const Model model = plain_model(robot);
  const std::vector<Constraint> constraints = on_tips(model, points);
  ConstrainedRun runs(model, constraints, states);
  Sized out{model.nv(), runs.rows(), {}, {}};
  std::vector<std::function<void(int)>> contestants;
  for (const int iterations : {1, 3})
    for (const ConstrainedShown& shown : constrained_algorithms) {
      contestants.push_back(runs.run(shown.algorithm, iterations));
      out.counts.push_back(count_solve(model, constraints, shown.algorithm, iterations));
    }
  out.us = take_turns(contestants, states, 11);
  return out;
}

void panel(Svg& svg, Point corner, const std::string& title, const std::vector<Sized>& all, std::size_t first) {
  std::vector<Series> series;
  for (std::size_t a = 0; a < 4; ++a) {
    series.push_back({constrained_algorithms[a].title, constrained_algorithms[a].colour, {}});
    for (const Sized& s : all) series.back().points.push_back({static_cast<double>(s.size), s.us[first + a]});
  }
  line_panel(svg, {corner, 400, 260, title, "links", "", true, true}, series);
}

using Sizes = std::vector<Sized>;

void print_times(const Sizes& chains, const Sizes& trees, const std::filesystem::path& out) {
  Table points({"mechanism", "links", "rows", "iterations", "algorithm", "us", "operations"});
  Table table({"", "links", "rows", "1 iteration, µs: cABA", "PV", "LTLs", "LTL", "3 iterations, µs: cABA", "PV",
               "LTLs", "LTL"});
  const auto add = [&](const char* mechanism, const Sized& s) {
    std::vector<std::string> cells{mechanism, number(s.size), number(s.rows)};
    for (std::size_t k = 0; k < 8; ++k) {
      cells.push_back(number(s.us[k], 2));
      points.row({mechanism, number(s.size), number(s.rows), k < 4 ? "1" : "3", constrained_algorithms[k % 4].title,
                  number(s.us[k], 3), number(s.counts[k])});
    }
    table.row(cells);
  };
  for (const Sized& s : chains) add("chain", s);
  table.rule();
  for (const Sized& s : trees) add("binary tree", s);
  std::puts("\nFig. 3. Growth on chains and binary trees (fig3.csv, fig3.svg)\n");
  table.print();
  points.write_csv(out / "fig3.csv");
}

void print_claims(const Sizes& chains, const Sizes& trees, const std::filesystem::path& out, Verdict& verdict) {
  // Per link, from one size to the next: constant means linear.
  const auto slope = [](const Sizes& all, std::size_t k, std::size_t from) {
    return static_cast<double>(all[from + 1].counts[k] - all[from].counts[k]) / (all[from + 1].size - all[from].size);
  };
  const std::size_t last = chains.size() - 2;
  const auto linear = [&](const Sizes& all, std::size_t k, std::size_t from, std::size_t to) {
    return slope(all, k, to) < 1.05 * slope(all, k, from);
  };
  const Sized& hundred = chains[chains.size() - 2];
  const double faster = hundred.us[3] / hundred.us[0];
  const bool both_linear = linear(chains, 4, 3, last) && linear(chains, 5, 3, last);
  const bool superlinear = slope(chains, 7, last) > 1.5 * slope(chains, 7, 3);
  const bool tree_linear = linear(trees, 4, 1, 3),
             tree_poorly = slope(trees, 5, 3) > 2 * slope(trees, 5, 1) && slope(trees, 7, 3) > 2 * slope(trees, 7, 1);
  Table claims({"what the paper says of it", "ours", ""});
  claims.row({"chains: constrainedABA and proxPV grow linearly",
              both_linear ? "operations per link are constant" : "not so", verdict(both_linear)});
  claims.row({"chains: proxLTL grows faster than linearly", superlinear ? "operations per link grow" : "not so",
              verdict(superlinear)});
  claims.row({"100 links, one iteration: constrainedABA over 4 times faster than proxLTL", number(faster, 1) + " times",
              verdict(faster > 4)});
  claims.row({"100 links, three iterations: constrainedABA nearly as expensive as proxPV",
              number(hundred.us[4] / hundred.us[5], 2) + " of its time", ""});
  claims.row({"binary trees: constrainedABA grows linearly",
              tree_linear ? "operations per link are constant" : "not so", verdict(tree_linear)});
  claims.row({"binary trees: proxPV and proxLTL scale poorly", tree_poorly ? "operations per link grow" : "not so",
              verdict(tree_poorly)});
  std::puts("");
  claims.print();
  claims.write_csv(out / "fig3_claims.csv");
}

void draw(const Sizes& chains, const Sizes& trees, const std::filesystem::path& file) {
  Svg svg(1240, 820);
  svg.text({70, 32}, "Growth on chains and binary trees, µs", {.size = 18, .bold = true});
  svg.text({70, 52}, "[cABA] Fig. 3: plain kernels; both axes logarithmic", {.size = 12, .colour = colour::grey});
  panel(svg, {80, 110}, "a: chain, one iteration", chains, 0);
  panel(svg, {680, 110}, "b: chain, three iterations", chains, 4);
  panel(svg, {80, 480}, "c: binary tree, one iteration", trees, 0);
  panel(svg, {680, 480}, "d: binary tree, three iterations", trees, 4);
  svg.save(file);
}

}  // namespace

void fig3(const std::filesystem::path& out, Verdict& verdict) {
  Sizes chains, trees;
  for (const int n : {5, 10, 20, 40, 60, 80, 100, 120}) chains.push_back(measured(generators::chain(n), false));
  for (const int levels : {1, 2, 3, 4, 5}) trees.push_back(measured(generators::binary_tree(levels), true));
  print_times(chains, trees, out);
  print_claims(chains, trees, out, verdict);
  std::puts("\nThe paper writes the tree's rows as (n mod 6 + 1) 3; they are 3 (⌊n/6⌋ + 1): three per leaf.");
  draw(chains, trees, out / "fig3.svg");
}

}  // namespace tenon::paper::caba
