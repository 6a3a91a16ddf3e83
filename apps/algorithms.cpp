// tenon algorithms: the registry as a table, with counted operations on a robot if one is named.
#include <fmt/format.h>

#include <optional>

#include "commands.hpp"
#include "describe.hpp"
#include "output.hpp"
#include "robots.hpp"
#include "tenon/algorithms.hpp"
#include "terminal.hpp"

namespace tenon::cli {

namespace {

Json operations_json(const OperationCount& n) {
  return {{"add", n.add}, {"mul", n.mul}, {"div", n.div}, {"sqrt", n.sqrt}, {"trig", n.trig}};
}

std::vector<const Family*> chosen_families(const std::string& name) {
  std::vector<const Family*> list;
  if (!name.empty()) return {&family(name)};
  for (const Family& f : families()) list.push_back(&f);
  return list;
}

std::string count_text(const OperationCount& n) {
  std::string out = fmt::format("{} mul {} add", n.mul, n.add);
  if (n.div) out += fmt::format(" {} div", n.div);
  if (n.sqrt) out += fmt::format(" {} sqrt", n.sqrt);
  if (n.trig) out += fmt::format(" {} trig", n.trig);
  return out;
}

std::string source_text(const Algorithm& a) {
  return a.paper == "definition" ? fmt::format("definition, {}", a.listing)
                                 : fmt::format("[{}] {}", a.paper, a.listing);
}

std::string text(const std::vector<const Family*>& chosen, const Model* model) {
  std::string out;
  for (const Family* f : chosen) {
    out += fmt::format("{}  {}\n", paint(stdout, Ink::bold, f->name), wrapped(f->summary, 76, "    "));
    const bool choice = model && algorithms_of(f->name).size() > 1;
    const Algorithm* best = choice ? &algorithm(*model, f->name) : nullptr;
    Table table("llll");
    for (const Algorithm& a : algorithms_of(f->name)) {
      std::vector<std::string> cells{paint(stdout, Ink::cyan, a.name), std::string(a.complexity), source_text(a)};
      if (model && a.count) cells[2] = count_text(count_operations(a, *model));
      if (&a == best) cells.push_back(paint(stdout, Ink::green, "automatic"));
      table.row(std::move(cells));
    }
    out += table.text() + "\n";
  }
  return out;
}

Json json(const std::vector<const Family*>& chosen, const Model* model) {
  Json list = Json::array();
  for (const Family* f : chosen) {
    const Algorithm* best = model ? &algorithm(*model, f->name) : nullptr;
    for (const Algorithm& a : algorithms_of(f->name)) {
      Json row{{"name", a.name},
               {"family", a.family},
               {"paper", a.paper},
               {"listing", a.listing},
               {"complexity", a.complexity},
               {"constraints", a.constraints},
               {"degeneracies", a.degeneracies},
               {"inputs", f->inputs},
               {"counted", a.count != nullptr}};
      if (model && a.count) {
        row["operations"] = operations_json(count_operations(a, *model));
        row["estimated_us"] = estimated_nanoseconds(a, *model) * 1e-3;
      }
      if (model) row["automatic"] = &a == best;
      list.push_back(std::move(row));
    }
  }
  return list;
}

}  // namespace

int list_algorithms(const AlgorithmsOptions& options) {
  const std::vector<const Family*> chosen = chosen_families(options.family);
  std::optional<Model> model;
  if (!options.robot.empty()) model = make_model(options.robot, options.floating_base);
  const Model* counted_on = model ? &*model : nullptr;
  print(options.json ? json_text({{"algorithms", json(chosen, counted_on)}}) : text(chosen, counted_on));
  return 0;
}

}  // namespace tenon::cli
