// Fig. 3: a floating stem with b branches of 7 links at each end, every branch tip welded; operations against the
// length of the stem.
#include <cstdio>

#include "pvr/pvr.hpp"
#include "support/plot.hpp"
#include "support/table.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/generators.hpp"

namespace tenon::paper::pvr {

namespace {

constexpr int most_branches = 6;
const std::vector<int> stems{1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50};

Counts on_stem(int stem, int branches) {
  const Model model = plain_model(generators::branched_stem(stem, branches));
  return counts(model, generally_placed(weld_tips(model)));
}

// What one more link of a long stem costs.
double slope(int branches, std::size_t algorithm) {
  return static_cast<double>(on_stem(40, branches).of[algorithm] - on_stem(30, branches).of[algorithm]) / 10;
}

void draw(const std::vector<std::vector<Counts>>& all, const std::filesystem::path& file) {
  Svg svg(1180, 700);
  svg.text({80, 32}, "Operations against the length of the stem", {.size = 18, .bold = true});
  svg.text({80, 52}, "[PVr] Fig. 3: floating stem, b branches of 7 links at each end, every tip welded; counted runs",
           {.size = 12, .colour = colour::grey});
  for (int b = 1; b <= most_branches; ++b) {
    const int column = (b - 1) % 3, row = (b - 1) / 3;
    std::vector<Series> series;
    for (std::size_t a = 0; a < 3; ++a) {
      series.push_back({algorithms[a].title, algorithms[a].colour, {}});
      for (std::size_t k = 0; k < stems.size(); ++k)
        series.back().points.push_back(
            {static_cast<double>(stems[k]), static_cast<double>(all[static_cast<std::size_t>(b - 1)][k].of[a])});
    }
    line_panel(svg,
               {{80.0 + 370 * column, 110.0 + 310 * row},
                210,
                200,
                "b = " + std::to_string(b) + (b == 1 ? " (a chain)" : "") + ", m = " + std::to_string(12 * b),
                "stem length",
                "",
                false,
                true},
               series);
  }
  svg.save(file);
}

}  // namespace

void fig3(const std::filesystem::path& out, Verdict& verdict) {
  std::vector<std::vector<Counts>> all;
  Table points({"branches", "stem", "dof", "rows", "pv-osimr", "pv-osim", "efpa", "ltl-osim", "kjr"});
  bool chains_agree = true, below = true, efpa_above = true;
  for (int b = 1; b <= most_branches; ++b) {
    all.emplace_back();
    for (const int stem : stems) {
      const Counts c = on_stem(stem, b);
      all.back().push_back(c);
      points.row({number(b), number(stem), number(c.dof), number(c.rows), number(c.of[0]), number(c.of[1]),
                  number(c.of[2]), number(c.of[3]), number(c.of[4])});
      if (b == 1) chains_agree = chains_agree && c.pv_osim() == c.pv_osimr();
      if (b > 1 && stem >= 5) below = below && c.pv_osimr() < c.pv_osim();
      efpa_above = efpa_above && c.efpa() > c.pv_osimr() && (c.rows > 50 || c.efpa() > c.pv_osim());
    }
  }
  points.write_csv(out / "fig3.csv");
  draw(all, out / "fig3.svg");

  Table table({"stem of 50 links", "m", "PV-OSIMr", "PV-OSIM", "EFPA", "PV-OSIMr below PV-OSIM", "per link: PV-OSIMr",
               "PV-OSIM", "EFPA"});
  for (int b = 1; b <= most_branches; ++b) {
    const Counts& c = all[static_cast<std::size_t>(b - 1)].back();
    table.row({"b = " + std::to_string(b), number(c.rows), number(c.of[0]), number(c.of[1]), number(c.of[2]),
               number(c.below(), 1) + " %", number(slope(b, 0), 0), number(slope(b, 1), 0), number(slope(b, 2), 0)});
  }
  std::puts("\nFig. 3. Floating stem with b branches of 7 links at each end, tips welded (fig3.csv, fig3.svg)\n");
  table.print();
  int crossing = most_branches;
  while (slope(crossing, 2) > slope(crossing, 1)) ++crossing;
  Table claims({"what the paper says of it", "ours", ""});
  claims.row({"b = 1: PV-OSIM and PV-OSIMr do not differ", chains_agree ? "equal at every length" : "they differ",
              verdict(chains_agree)});
  claims.row({"b >= 2: PV-OSIMr scales better than PV-OSIM",
              below ? "below it for every stem of 5 links or more" : "not always", verdict(below)});
  claims.row({"EFPA is above both up to about 50 rows", efpa_above ? "above both; above PV-OSIMr always" : "not always",
              verdict(efpa_above)});
  claims.row({"EFPA becomes cheaper than PV-OSIM on long stems with many rows",
              "per link from b = " + std::to_string(crossing) + " (" + std::to_string(12 * crossing) + " rows)",
              verdict(crossing < 20)});
  std::puts("");
  claims.print();
  claims.write_csv(out / "fig3_claims.csv");
}

}  // namespace tenon::paper::pvr
