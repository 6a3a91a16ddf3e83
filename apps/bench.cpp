// tenon bench: our own timings on this machine, robots by algorithms. Races against other libraries are ./run bench.
#include <fmt/format.h>

#include <algorithm>

#include "commands.hpp"
#include "describe.hpp"
#include "output.hpp"
#include "robots.hpp"
#include "terminal.hpp"
#include "timing.hpp"

namespace tenon::cli {

namespace {

const std::vector<std::string> default_robots{"generator:arm7_standin", "generator:quadruped_standin",
                                              "generator:humanoid_standin", "generator:chain:100"};
const std::vector<std::string> default_families{
    "rnea", "crba", "factorization", "minverse", "aba", "rnea_derivatives", "aba_derivatives"};

struct Row {
  std::string robot;
  int nv = 0;
  const Algorithm* algorithm = nullptr;
  bool automatic = false;
  Timing timing;
};

bool contains(const std::vector<std::string>& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// A wrong name is told before anything is timed.
std::vector<const Algorithm*> chosen_algorithms(const BenchOptions& options) {
  for (const std::string& name : options.families) family(name);
  std::vector<const Algorithm*> list;
  for (const Algorithm& a : algorithms()) {
    const bool named = contains(options.algorithms, a.name) || contains(options.families, a.family);
    const bool by_default =
        options.algorithms.empty() && options.families.empty() && contains(default_families, a.family);
    if (named || by_default) list.push_back(&a);
  }
  for (const std::string& name : options.algorithms)
    if (std::none_of(list.begin(), list.end(), [&](const Algorithm* a) { return a->name == name; }))
      throw Error(fmt::format("algorithm \"{}\": found none of that name; `tenon algorithms` lists them", name));
  return list;
}

std::string text(const std::vector<Row>& rows, const BenchOptions& options) {
  Table table("lrllrrl");
  const auto head = [](std::string_view title) { return paint(stdout, Ink::dim, title); };
  table.row({head("robot"), head("nv"), head("family"), head("algorithm"), head("median"), head("minimum"), ""});
  std::string previous;
  for (const Row& row : rows) {
    const bool first = row.robot != previous;
    previous = row.robot;
    table.row({first ? row.robot : "", first ? fmt::format("{}", row.nv) : "", std::string(row.algorithm->family),
               paint(stdout, Ink::cyan, row.algorithm->name), duration_text(row.timing.median),
               duration_text(row.timing.minimum), row.automatic ? paint(stdout, Ink::green, "automatic") : ""});
  }
  return table.text() +
         fmt::format("\n  CPU time of one thread per call, over {} random states, from q to the answer.\n",
                     options.states);
}

Json json(const std::vector<Row>& rows) {
  Json list = Json::array();
  for (const Row& row : rows)
    list.push_back({{"robot", row.robot},
                    {"nv", row.nv},
                    {"family", row.algorithm->family},
                    {"algorithm", row.algorithm->name},
                    {"us_median", row.timing.median * 1e6},
                    {"us", row.timing.minimum * 1e6},
                    {"blocks", row.timing.blocks},
                    {"automatic", row.automatic}});
  return list;
}

}  // namespace

int bench(const BenchOptions& options) {
  const std::vector<const Algorithm*> chosen = chosen_algorithms(options);
  std::vector<std::pair<std::string, Model>> robots;
  for (const std::string& name : options.robots) robots.emplace_back(name, make_model(name, options.floating_base));
  if (robots.empty())
    for (const std::string& name : default_robots) robots.emplace_back(name, make_model(name, options.floating_base));

  std::vector<Row> rows;
  for (const auto& [name, model] : robots) {
    const States states(model, options.states);
    for (const Algorithm* a : chosen)
      rows.push_back(
          {name, model.nv(), a, &algorithm(model, a->family) == a, time_algorithm(model, *a, states, options.seconds)});
  }
  print(options.json ? json_text({{"rows", json(rows)}}) : text(rows, options));
  return 0;
}

}  // namespace tenon::cli
