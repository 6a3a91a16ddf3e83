// Fig. 6: the two-by-two overview of the proximal algorithms, as the registry has it.
#include <cstdio>

#include "caba/caba.hpp"
#include "support/table.hpp"
#include "tenon/algorithms.hpp"

namespace tenon::paper::caba {

void fig6(const std::filesystem::path& out, Verdict& verdict) {
  struct Cell {
    const char *coordinates, *order, *title, *name, *paper, *otherwise = "";
  };
  const Cell cells[] = {{"maximal", "λ before ν̇", "constrainedABA", "constrained-aba", "O(n + m)"},
                        {"maximal", "ν̇ before λ", "proxPV", "prox-pv", "O(n + m² d + m³)",
                         "what runs makes the matrix by PV-OSIMr; the listing is as the paper's"},
                        {"minimal", "λ before ν̇", "proxLTLs", "prox-ltls", "O(n d² + m d)"},
                        {"minimal", "ν̇ before λ", "proxLTL", "prox-ltl", "O(n d² + m² d + m d² + m³)"}};
  // Where the registry says otherwise for a reason, the reason.
  const auto compared = [&](const Cell& cell, std::string_view ours) {
    if (ours == cell.paper || !*cell.otherwise) return verdict(ours == cell.paper);
    return verdict.stated(false) + ": " + cell.otherwise;
  };
  Table table({"coordinates", "order", "paper's name", "tenon's name", "source", "registry", "paper", ""});
  Svg svg(760, 330);
  svg.text({30, 32}, "The proximal algorithms", {.size = 18, .bold = true});
  svg.text({30, 52}, "[cABA] Fig. 6, from tenon's table of algorithms", {.size = 12, .colour = colour::grey});
  for (std::size_t k = 0; k < 4; ++k) {
    const Cell& cell = cells[k];
    const double left = k % 2 == 0 ? 130 : 430, top = k < 2 ? 100 : 205;
    if (k < 2) svg.text({left + 140, 90}, cell.order, {.anchor = Anchor::middle, .bold = true});
    if (k % 2 == 0) svg.text({120, top + 48}, cell.coordinates, {.anchor = Anchor::end, .bold = true});
    svg.rectangle({left, top}, 285, 90, colour::faint);
    bool found = false;
    for (const Algorithm& a : algorithms_of("constrained_dynamics")) {
      if (a.name != cell.name) continue;
      found = true;
      table.row({cell.coordinates, cell.order, cell.title, cell.name,
                 std::string(a.paper) + ", " + std::string(a.listing), std::string(a.complexity), cell.paper,
                 compared(cell, a.complexity)});
      svg.text({left + 142, top + 38}, cell.title, {.size = 16, .anchor = Anchor::middle, .bold = true});
      svg.text({left + 142, top + 62}, std::string(a.complexity), {.size = 13, .anchor = Anchor::middle});
    }
    if (!found) table.row({cell.coordinates, cell.order, cell.title, cell.name, "", "", cell.paper, verdict(false)});
  }
  std::puts("\nFig. 6. Overview of the proximal algorithms (fig6.csv, fig6.svg)\n");
  table.print();
  table.write_csv(out / "fig6.csv");
  svg.save(out / "fig6.svg");
}

}  // namespace tenon::paper::caba
