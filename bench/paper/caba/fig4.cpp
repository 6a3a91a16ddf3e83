// Fig. 4: how the rows' residual falls over ten iterations on 1,000 random states of Talos with redundant rows.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "caba/caba.hpp"
#include "support/table.hpp"

namespace tenon::paper::caba {

namespace {

constexpr int states = 1000, most = 10;

struct Whisker {
  double least, quarter, median, three_quarters, greatest;
};
Whisker whisker(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto at = [&](double part) {
    return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
  };
  return {values.front(), at(0.25), at(0.5), at(0.75), values.back()};
}

struct Shown4 {
  Constrained algorithm;
  const char *title, *colour;
  std::vector<Whisker> of;  // per iteration
};

void draw(const std::vector<Shown4>& all, const std::filesystem::path& file) {
  constexpr double low = -16, high = 2, top = 110, height = 330, left = 80, width = 1080;
  const auto y = [&](double value) {
    return top + height * (high - std::clamp(std::log10(std::max(value, 1e-300)), low, high)) / (high - low);
  };
  Svg svg(1240, 520);
  svg.text({80, 32}, "Residual of the rows over the iterations", {.size = 18, .bold = true});
  svg.text({80, 52}, "[cABA] Fig. 4: 1,000 states of Talos (stand-in), redundant rows, μ = 1e6; box: quartiles",
           {.size = 12, .colour = colour::grey});
  for (int decade = static_cast<int>(low); decade <= static_cast<int>(high); decade += 2) {
    svg.line({left, y(std::pow(10, decade))}, {left + width, y(std::pow(10, decade))}, colour::faint);
    svg.text({left - 6, y(std::pow(10, decade)) + 4}, "1e" + std::to_string(decade),
             {.size = 11, .colour = colour::grey, .anchor = Anchor::end});
  }
  const double pitch = width / most, box = 0.8 * pitch / static_cast<double>(all.size());
  for (std::size_t a = 0; a < all.size(); ++a) {
    for (int k = 0; k < most; ++k) {
      const Whisker& w = all[a].of[static_cast<std::size_t>(k)];
      const double x = left + pitch * k + 0.1 * pitch + box * static_cast<double>(a), middle = x + box / 2;
      svg.line({middle, y(w.greatest)}, {middle, y(w.least)}, all[a].colour);
      svg.rectangle({x + 2, y(w.three_quarters)}, box - 4, std::max(1.0, y(w.quarter) - y(w.three_quarters)),
                    all[a].colour);
      svg.line({x + 2, y(w.median)}, {x + box - 2, y(w.median)}, "white", 1.5);
    }
    svg.rectangle({left + 210 * static_cast<double>(a), 70}, 12, 12, all[a].colour);
    svg.text({left + 17 + 210 * static_cast<double>(a), 81}, all[a].title, {.size = 12});
  }
  for (int k = 0; k < most; ++k)
    svg.text({left + pitch * (k + 0.5), top + height + 20}, std::to_string(k + 1),
             {.size = 12, .anchor = Anchor::middle});
  svg.text({left + width / 2, top + height + 44}, "iterations", {.size = 12, .anchor = Anchor::middle});
  svg.save(file);
}

std::string scientific(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", x);
  return text;
}

}  // namespace

void fig4(const std::filesystem::path& out, Verdict& verdict) {
  const Model model = plain_model(talos_standin());
  ConstrainedRun runs(model, {weld("left_sole"), weld("right_sole"), weld("right_hand"), connect("right_elbow_link")},
                      states);
  runs.make_feasible();
  int rank = runs.rows(), highest = 0;
  for (int s = 0; s < states; ++s) {
    const int own = runs.rank(s);
    rank = std::min(rank, own), highest = std::max(highest, own);
  }
  const std::string ranks = rank == highest ? number(rank) : number(rank) + " to " + number(highest);
  std::vector<Shown4> all;
  for (const ConstrainedShown& shown : constrained_algorithms)
    all.push_back({shown.algorithm, shown.title, shown.colour, {}});
  all.push_back({Constrained::constrained_aba, "cABA, residual form", colour::sky, {}});
  Table points({"algorithm", "iteration", "least", "quarter", "median", "three_quarters", "greatest"});
  Table table({"median residual after", "1", "2", "3", "5", "10", "greatest after 10"});
  for (Shown4& shown : all) {
    for (int k = 1; k <= most; ++k) {
      std::vector<double> values;
      for (int s = 0; s < states; ++s) values.push_back(runs.residual(shown.algorithm, k, s));
      shown.of.push_back(whisker(std::move(values)));
      const Whisker& w = shown.of.back();
      points.row({shown.title, number(k), scientific(w.least), scientific(w.quarter), scientific(w.median),
                  scientific(w.three_quarters), scientific(w.greatest)});
    }
    std::vector<std::string> cells{shown.title};
    for (const std::size_t k : {0, 1, 2, 4, 9}) cells.push_back(scientific(shown.of[k].median));
    cells.push_back(scientific(shown.of.back().greatest));
    table.row(cells);
  }
  std::printf(
      "\nFig. 4. Convergence on 1,000 states of Talos, μ = 1e6, F6² H6 and a point of an elbow: m = %d, rank J = %s"
      "\n(fig4.csv, fig4.svg). The paper's caption has 24 rows; what it lists are 21.\n\n",
      runs.rows(), ranks.c_str());
  table.print();
  points.write_csv(out / "fig4.csv");
  const double cABA = all[0].of.back().median, PV = all[1].of.back().median, LTLs = all[2].of.back().median,
               LTL = all[3].of.back().median;
  bool three = true;
  for (const Shown4& shown : all) three = three && shown.of[2].median < 1e-6;
  Table claims({"what the paper says of it", "ours", ""});
  claims.row({"the rows are redundant", "rank " + ranks + " of " + number(runs.rows()) + " over all states",
              verdict(highest < runs.rows())});
  claims.row(
      {"about three iterations are enough", three ? "medians below 1e-6 after three" : "not so", verdict(three)});
  claims.row({"proxLTLs and constrainedABA end at smaller errors than proxLTL and proxPV",
              scientific(std::max(cABA, LTLs)) + " against " + scientific(std::min(PV, LTL)), ""});
  std::puts("");
  claims.print();
  claims.write_csv(out / "fig4_claims.csv");
  draw(all, out / "fig4.svg");
}

}  // namespace tenon::paper::caba
