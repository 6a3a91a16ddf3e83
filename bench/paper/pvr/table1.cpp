// Table I: complexities, as the registry has them.
#include <cstdio>

#include "pvr/pvr.hpp"
#include "support/table.hpp"
#include "tenon/algorithms.hpp"

namespace tenon::paper::pvr {

void table1(const std::filesystem::path& out, Verdict& verdict) {
  struct Row {
    const char *title, *name, *paper;
  };
  Table table({"algorithm", "tenon's name", "source", "registry", "paper", ""});
  for (const Row& row : {Row{"Naive", "dense", "O(n³ + m² n)"},
                         {"LTL-OSIM", "ltl-osim-plain", "O(n d² + m² d + m d²)"},
                         {"KJR", "kjr", "O(n + m² d)"},
                         {"EFPA", "efpa", "O(n + m d + m²)"},
                         {"PV-OSIM", "pv-osim", "O(n + m² d)"},
                         {"PV-OSIMr", "pv-osimr", "O(n + m²)"}})
    for (const Algorithm& a : algorithms_of("delassus"))
      if (a.name == row.name)
        table.row({row.title, row.name, std::string(a.paper) + ", " + std::string(a.listing), std::string(a.complexity),
                   row.paper, verdict(a.complexity == row.paper)});
  std::puts("\nTable I. Complexity (n degrees of freedom, d depth of the tree, m rows of constraints)\n");
  table.print();
  table.write_csv(out / "table1.csv");
}

}  // namespace tenon::paper::pvr
