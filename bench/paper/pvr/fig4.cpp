// Fig. 4: how counts grow on chains. a: k² links, every k-th welded; b: every link welded. That a count is a polynomial
// of some degree is shown by its finite differences: those of the next order vanish.
#include <cstdio>

#include "pvr/pvr.hpp"
#include "support/plot.hpp"
#include "support/table.hpp"
#include "tenon/generators.hpp"

namespace tenon::paper::pvr {

namespace {

struct Study {
  const char *key, *title, *variable;
  std::vector<int> plotted;
  int degrees[3];  // of PV-OSIMr, PV-OSIM, EFPA in the variable
  Counts (*at)(int);
};

Counts on_square_chain(int k) {
  const Model model = plain_model(generators::square_chain(k));
  return counts(model, welds_on_chain(model, k, k));
}
Counts on_full_chain(int n) {
  const Model model = plain_model(generators::chain(n));
  return counts(model, welds_on_chain(model, 1, 1));
}

const Study studies[] = {
    {"fig4a",
     "chain of k² links, 6 rows on links k, 2k, …, k²",
     "k",
     {3, 4, 5, 6, 8, 10, 12, 14},
     {2, 4, 3},
     on_square_chain},
    {"fig4b", "chain of n links, 6 rows on every link", "n", {3, 4, 6, 8, 12, 16, 24, 32}, {2, 3, 2}, on_full_chain}};

// Smallest degree of a polynomial through counts at `first`, first + 1, …; -1 if none below 6 fits.
int degree(const Study& study, std::size_t algorithm, int first) {
  std::vector<long> values;
  for (int k = first; k < first + 8; ++k) values.push_back(study.at(k).of[algorithm]);
  for (int order = 0; order < 6; ++order) {
    for (std::size_t i = 0; i + 1 < values.size(); ++i) values[i] = values[i + 1] - values[i];
    values.pop_back();
    if (values == std::vector<long>(values.size(), 0)) return order;
  }
  return -1;
}

void differences(const Study& study, const std::filesystem::path& file) {
  Table table({study.variable, "algorithm", "operations", "1st difference", "2nd", "3rd", "4th", "5th"});
  for (std::size_t a = 0; a < 3; ++a) {
    std::vector<std::vector<long>> orders(6);
    for (int k = 4; k < 12; ++k) orders[0].push_back(study.at(k).of[a]);
    for (std::size_t o = 1; o < orders.size(); ++o)
      for (std::size_t i = 0; i + 1 < orders[o - 1].size(); ++i)
        orders[o].push_back(orders[o - 1][i + 1] - orders[o - 1][i]);
    for (std::size_t i = 0; i < orders[0].size(); ++i) {
      std::vector<std::string> cells{number(static_cast<long>(4 + i)), algorithms[a].name};
      for (const auto& order : orders) cells.push_back(i < order.size() ? number(order[i]) : "");
      table.row(cells);
    }
  }
  table.write_csv(file);
}

// A power law through the first point of a series, to compare slopes with.
Series power(const char* name, int exponent, const Series& like) {
  Series line{name, colour::grey, {like.points.front(), like.points.back()}, "4 4"};
  double growth = 1;
  for (int e = 0; e < exponent; ++e) growth *= line.points[1].x / line.points[0].x;
  line.points[1].y = line.points[0].y * growth;
  return line;
}

std::vector<Series> draw_study(const Study& study, Table& points) {
  std::vector<Series> series;
  for (std::size_t a = 0; a < 3; ++a) series.push_back({algorithms[a].title, algorithms[a].colour, {}});
  for (const int k : study.plotted) {
    const Counts c = study.at(k);
    points.row({study.key, number(k), number(c.dof), number(c.rows), number(c.of[0]), number(c.of[1]), number(c.of[2]),
                number(c.of[3]), number(c.of[4])});
    for (std::size_t a = 0; a < 3; ++a)
      series[a].points.push_back({static_cast<double>(k), static_cast<double>(c.of[a])});
  }
  return series;
}

}  // namespace

void fig4(const std::filesystem::path& out, Verdict& verdict) {
  Table points({"figure", "k or n", "dof", "rows", "pv-osimr", "pv-osim", "efpa", "ltl-osim", "kjr"});
  Table degrees({"", "algorithm", "degree of the count", "paper", ""});
  Svg svg(1180, 480);
  svg.text({90, 32}, "How the operations grow on chains", {.size = 18, .bold = true});
  svg.text({90, 52}, "[PVr] Fig. 4, counted runs; dashed: powers through the first point of PV-OSIMr",
           {.size = 12, .colour = colour::grey});
  double left = 90;
  bool ahead = false;
  char remark[160];
  for (const Study& study : studies) {
    std::vector<Series> series = draw_study(study, points);
    const bool square = study.key[4] == 'a';
    series.push_back(power(square ? "k²" : "n²", 2, series[0]));
    series.push_back(power(square ? "k³" : "n³", 3, series[0]));
    if (square) series.push_back(power("k⁴", 4, series[0]));
    line_panel(svg,
               {{left, 100},
                390,
                310,
                std::string(square ? "a: " : "b: ") + study.title,
                study.variable,
                left < 100 ? "operations" : "",
                true,
                true},
               series);
    left += 580;
    differences(study, out / (std::string(study.key) + "_differences.csv"));
    for (const std::size_t a : {std::size_t{0}, std::size_t{2}, std::size_t{1}}) {
      const int found = degree(study, a, 4);
      degrees.row({study.title, algorithms[a].title, std::string(study.variable) + "^" + std::to_string(found),
                   std::string(study.variable) + "^" + std::to_string(study.degrees[a]),
                   verdict(found == study.degrees[a])});
    }
    if (square) {
      degrees.rule();
      continue;
    }
    const Counts last = study.at(study.plotted.back());
    ahead = last.pv_osimr() < last.efpa();
    std::snprintf(remark, sizeof remark,
                  "\nPV-OSIMr remains below EFPA with every link welded, says the paper: by %.1f %% at n = %d  %s",
                  100 - 100.0 * static_cast<double>(last.pv_osimr()) / static_cast<double>(last.efpa()),
                  study.plotted.back(), verdict(ahead).c_str());
  }
  svg.save(out / "fig4.svg");
  points.write_csv(out / "fig4.csv");
  std::puts(
      "\nFig. 4. Growth on chains, by finite differences of the counts (fig4.csv, fig4a_differences.csv,"
      "\nfig4b_differences.csv, fig4.svg). The paper prints \"PV-OSIMr scales cubically\" where it means PV-OSIM.\n");
  degrees.print();
  std::puts(remark);
  degrees.write_csv(out / "fig4_degrees.csv");
}

}  // namespace tenon::paper::pvr
