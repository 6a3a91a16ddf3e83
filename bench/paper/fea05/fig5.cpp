// Fig. 5: operations of the LTDL factorization, D1 + 2 D2, against n for the topologies of Table 2.
#include <cmath>
#include <cstdio>

#include "factorization/cost.hpp"
#include "fea05/fea05.hpp"
#include "support/svg.hpp"
#include "support/table.hpp"

namespace tenon::paper::fea05 {

namespace {

struct Curve {
  Topology topology;
  const char *name, *colour;
  ParentArray (*parents)(int);
  std::vector<TreeSums> trees;
  std::vector<long> counted;  // operations of a run of the listing
};

std::vector<Curve> curves() {
  std::vector<Curve> all{{Topology::unbranched, "unbranched", colour::ink, chain_parents, {}, {}},
                         {Topology::side_branches, "short side branches", colour::red, side_branch_parents, {}, {}},
                         {Topology::span_grid, "span grid", colour::blue, span_grid_parents, {}, {}},
                         {Topology::balanced_tree, "balanced tree", colour::green, balanced_tree_parents, {}, {}}};
  for (Curve& curve : all)
    for (int m = 1;; ++m) {
      const TreeSums tree = tenon::table2(curve.topology, m);
      if (tree.n > 260) break;
      if (tree.n < 2) continue;
      const OperationCount count = counted_factorization(curve.parents(m));
      curve.trees.push_back(tree);
      curve.counted.push_back(count.div + count.mul + count.add);
    }
  return all;
}

double saving(const TreeSums& tree) {
  return static_cast<double>(operations(tenon::table2(Topology::unbranched, tree.n))) /
         static_cast<double>(operations(tree));
}

void draw(const std::vector<Curve>& all, const std::filesystem::path& file) {
  Svg svg(860, 560);
  const Axis x{2, 300, 90, 660, true}, y{1, 1e7, 490, 70, true};
  svg.text({90, 32}, "Operations of the LTDL factorization, D₁ + 2 D₂", {.size = 18, .bold = true});
  svg.text({90, 52}, "[Fea05] Fig. 5, from Table 2's closed forms; every point equals a counted run",
           {.size = 12, .colour = colour::grey});
  for (int decade = 0; decade <= 7; ++decade) {
    const double at = y(std::pow(10, decade));
    svg.line({x.begin, at}, {x.end, at}, colour::faint);
    const char* const labels[] = {"1", "10", "100", "1 000", "10 000", "100 000", "1 000 000", "10 000 000"};
    svg.text({x.begin - 8, at + 4}, labels[decade], {.size = 12, .colour = colour::grey, .anchor = Anchor::end});
  }
  for (const int n : {2, 4, 8, 16, 32, 64, 128, 256}) {
    svg.line({x(n), y.begin}, {x(n), y.end}, colour::faint);
    svg.text({x(n), y.begin + 18}, std::to_string(n), {.size = 12, .colour = colour::grey, .anchor = Anchor::middle});
  }
  svg.line({x.begin, y.begin}, {x.end, y.begin}, colour::ink);
  svg.text({(x.begin + x.end) / 2, y.begin + 42}, "n, degrees of freedom", {.anchor = Anchor::middle});
  svg.text({22, (y.begin + y.end) / 2}, "operations", {.anchor = Anchor::middle, .turn = -90});
  for (const Curve& curve : all) {
    std::vector<Point> points;
    for (const TreeSums& tree : curve.trees)
      if (operations(tree) > 0)
        points.push_back({x(static_cast<double>(tree.n)), y(static_cast<double>(operations(tree)))});
    svg.polyline(points, curve.colour, 2.4);
    if (curve.topology != Topology::unbranched && curve.topology != Topology::side_branches)
      for (const Point& p : points) svg.circle(p, 3.5, curve.colour);
    svg.text({points.back().x + 12, points.back().y + 4}, curve.name, {.colour = curve.colour, .bold = true});
  }
  // The savings that section 4.2 quotes, as distances from the chain.
  struct Saving {
    Topology topology;
    int m;
    const char *text, *colour;
    double shift;  // of the line, so that the two at one n stay apart
    Point label;   // beside the end of the line
    Anchor anchor;
    bool at_chain;
  };
  for (const Saving& s :
       {Saving{Topology::balanced_tree, 4, "7.8× less at n = 15", colour::green, 0, {4, 22}, Anchor::start, false},
        Saving{Topology::balanced_tree, 8, "430× less at n = 255", colour::green, 0, {12, 22}, Anchor::start, false},
        Saving{Topology::span_grid, 4, "5.3× less at n = 16", colour::blue, 0, {4, -16}, Anchor::end, true},
        Saving{Topology::span_grid, 16, "74× less at n = 256", colour::blue, 5, {12, -24}, Anchor::start, false}}) {
    const TreeSums tree = tenon::table2(s.topology, s.m);
    const double at = x(static_cast<double>(tree.n)) + s.shift;
    const double top = y(static_cast<double>(operations(tenon::table2(Topology::unbranched, tree.n)))),
                 bottom = y(static_cast<double>(operations(tree)));
    svg.line({at, top}, {at, bottom}, s.colour, 1.2, "3 3");
    svg.text({at + s.label.x, (s.at_chain ? top : bottom) + s.label.y}, s.text,
             {.size = 12, .colour = s.colour, .anchor = s.anchor});
  }
  svg.save(file);
}

}  // namespace

void fig5(const std::filesystem::path& out, Verdict& verdict) {
  const std::vector<Curve> all = curves();
  Table points({"topology", "n", "D1", "D2", "operations", "counted", "dense_operations", "saving"});
  bool all_counted = true;
  for (const Curve& curve : all)
    for (std::size_t k = 0; k < curve.trees.size(); ++k) {
      const TreeSums& tree = curve.trees[k];
      all_counted = all_counted && curve.counted[k] == operations(tree);
      points.row({curve.name, number(tree.n), number(tree.D1), number(tree.D2), number(operations(tree)),
                  number(curve.counted[k]), number(operations(tenon::table2(Topology::unbranched, tree.n))),
                  number(saving(tree), 4)});
    }
  points.write_csv(out / "fig5.csv");
  draw(all, out / "fig5.svg");

  // The paper's two digits.
  Table table({"saving over the dense factorization", "n", "operations", "dense", "ours", "paper", ""});
  for (const auto& [topology, name, m, paper, unit] :
       {std::tuple{Topology::balanced_tree, "balanced tree", 4, 7.8, 0.1},
        {Topology::balanced_tree, "balanced tree", 8, 430.0, 10.0},
        {Topology::span_grid, "span grid", 4, 5.3, 0.1},
        {Topology::span_grid, "span grid", 16, 74.0, 1.0}}) {
    const TreeSums tree = tenon::table2(topology, m);
    const bool equal = std::abs(saving(tree) - paper) <= unit / 2;
    table.row({name, number(tree.n), number(operations(tree)),
               number(operations(tenon::table2(Topology::unbranched, tree.n))), number(saving(tree), 2),
               number(paper, unit < 1 ? 1 : 0), verdict(equal)});
  }
  std::puts("\nFig. 5. Operations of the factorization, D1 + 2 D2 (fig5.csv, fig5.svg)\n");
  table.rule();
  table.row({"every point of the figure, counted", "", "", "", "", "", verdict(all_counted)});
  table.print();
}

}  // namespace tenon::paper::fea05
