#include "fea05/fig7.hpp"

#include <algorithm>
#include <string>

#include "support/svg.hpp"
#include "support/table.hpp"

namespace tenon::paper::fea05 {

namespace {

struct Part {
  const char *name, *colour;
  OperationCount ForwardDynamics::* cost;
};
const std::vector<Part> by_crba{{"RNEA", colour::sky, &ForwardDynamics::rnea},
                                {"CRBA", colour::blue, &ForwardDynamics::crba},
                                {"LTDL factorization", colour::orange, &ForwardDynamics::factorize},
                                {"back-substitution", colour::purple, &ForwardDynamics::back_substitute}};
const std::vector<Part> by_aba{{"ABA", colour::green, &ForwardDynamics::aba}};

// One panel: for each mechanism two bars by CRBA and two by ABA, the paper's prices solid, tenon's counts striped.
void panel(Svg& svg, double left, const char* title, double (*cost)(const OperationCount&), double high,
           const std::vector<Mechanism>& mechanisms) {
  const Axis y{0, high, 430, 110};
  const double width = 400, bar = 38;
  svg.text({left, 92}, title, {.bold = true});
  for (int thousands = 0; thousands * 1000 <= high; thousands += 5) {
    const double at = y(thousands * 1000);
    svg.line({left, at}, {left + width, at}, thousands == 0 ? colour::ink : colour::faint);
    svg.text({left - 8, at + 4}, thousands == 0 ? "0" : std::to_string(thousands) + " 000",
             {.size = 12, .colour = colour::grey, .anchor = Anchor::end});
  }
  double x = left + 14;
  for (const Mechanism& m : mechanisms) {
    const double begin = x;
    for (const auto* parts : {&by_crba, &by_aba}) {
      for (const bool own : {false, true}) {
        const ForwardDynamics& costs = own ? m.counted : m.priced;
        double sum = 0;
        for (const Part& part : *parts) {
          const double before = sum;
          sum += cost(costs.*part.cost);
          const std::string fill = own ? svg.stripes(part.colour) : part.colour;
          svg.rectangle({x, y(sum)}, bar, y(before) - y(sum), fill.c_str(), part.colour);
        }
        svg.text({x + bar / 2, y(sum) - 6}, number(static_cast<long>(sum)),
                 {.size = 11, .colour = own ? colour::grey : colour::ink, .anchor = Anchor::middle});
        x += bar + 4;
      }
      svg.text({x - bar - 6, 448}, parts == &by_crba ? "by CRBA" : "by ABA", {.size = 12, .anchor = Anchor::middle});
      x += 8;
    }
    svg.text({(begin + x - 12) / 2, 468}, m.name, {.anchor = Anchor::middle, .bold = true});
    x += 14;
  }
}

void legend(Svg& svg) {
  double x = 90;
  for (const auto* parts : {&by_crba, &by_aba})
    for (const Part& part : *parts) {
      svg.rectangle({x, 490}, 14, 14, part.colour, part.colour);
      svg.text({x + 20, 502}, part.name, {.size = 12});
      x += 40 + 7.2 * static_cast<double>(std::string(part.name).size());
    }
  svg.rectangle({x + 16, 490}, 14, 14, colour::grey, colour::grey);
  svg.text({x + 36, 502}, "paper's prices", {.size = 12});
  svg.rectangle({x + 136, 490}, 14, 14, svg.stripes(colour::grey).c_str(), colour::grey);
  svg.text({x + 156, 502}, "tenon, counted", {.size = 12});
}

}  // namespace

void fig7(const std::filesystem::path& out, const std::vector<Mechanism>& mechanisms) {
  Svg svg(980, 525);
  svg.text({70, 34}, "Cost of forward dynamics: 30-DoF humanoid and the equivalent chain", {.size = 18, .bold = true});
  svg.text({70, 54}, "[Fea05] Fig. 7. tenon's kernels count general placements; the paper prices DH frames",
           {.size = 12, .colour = colour::grey});
  panel(svg, 70, "additions cost as much as multiplications (a = m)", all_operations, 35000, mechanisms);
  panel(svg, 550, "additions are free (a = 0)", multiplications, 35000, mechanisms);
  legend(svg);
  svg.save(out / "fig7.svg");

  Table table({"mechanism", "method", "part", "paper_mul", "paper_add", "formula_mul", "formula_add", "tenon_mul",
               "tenon_add"});
  for (const Mechanism& m : mechanisms)
    for (const auto* parts : {&by_crba, &by_aba})
      for (const Part& part : *parts) {
        const OperationCount &p = m.paper.*part.cost, &f = m.priced.*part.cost, &c = m.counted.*part.cost;
        table.row({m.name, parts == &by_crba ? "crba" : "aba", part.name, number(p.mul + p.div), number(p.add),
                   number(f.mul + f.div), number(f.add), number(c.mul + c.div), number(c.add)});
      }
  table.write_csv(out / "fig7.csv");
}

}  // namespace tenon::paper::fea05
