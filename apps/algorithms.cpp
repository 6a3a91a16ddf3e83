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

// Counting runs every algorithm on slow numbers, quadratic and cubic ones too.
constexpr int most_dof_counted = 400;

std::string dim(std::string_view text) { return paint(stdout, Ink::dim, text); }

std::string source_text(const Algorithm& a) {
  return a.paper == "definition" ? fmt::format("definition, {}", a.listing)
                                 : fmt::format("[{}] {}", a.paper, a.listing);
}

std::string count_text(const std::optional<OperationCount>& n) {
  if (!n) return "too large to count";
  std::string out = fmt::format("{} mul {} add", n->mul, n->add);
  if (n->div) out += fmt::format(" {} div", n->div);
  if (n->sqrt) out += fmt::format(" {} sqrt", n->sqrt);
  if (n->trig) out += fmt::format(" {} trig", n->trig);
  return out;
}

std::optional<OperationCount> counted(const Algorithm& a, const Model& model) {
  if (model.nv() > most_dof_counted) return {};
  return count_operations(a, model);
}

std::optional<double> estimated(const Algorithm& a, const Model& model) {
  if (model.nv() > most_dof_counted) return {};
  const double ns = estimated_nanoseconds(a, model);
  return ns < 0 ? std::nullopt : std::optional(ns);
}

void add_rows(const Family& f, const Model* model, Table& table) {
  const auto list = algorithms_of(f.name);
  const Algorithm* best = model && list.size() > 1 ? &algorithm(*model, f.name) : nullptr;
  for (const Algorithm& a : list)
    table.row({&a == &list.front() ? paint(stdout, Ink::bold, f.name) : "", paint(stdout, Ink::cyan, a.name),
               std::string(a.complexity), model ? count_text(counted(a, *model)) : source_text(a),
               &a == best ? paint(stdout, Ink::green, "automatic") : ""});
}

std::string all_text(const Model* model) {
  Table table("lllll");
  table.row({dim("what"), dim("algorithm"), dim("cost"), dim(model ? "operations" : "source"), ""});
  for (const Family& f : families()) add_rows(f, model, table);
  return table.text() +
         "\n  n degrees of freedom, d depth of the tree, m rows of constraints; sources are in docs/references.bib.\n"
         "  tenon algorithms --family NAME    what it is, and what it reads\n"
         "  tenon algorithms --robot ROBOT    counted operations, and what automatic picks\n";
}

std::string family_text(const Family& f, const Model* model) {
  std::string out = fmt::format("{}: {}\n\n", paint(stdout, Ink::bold, f.name), f.summary);
  Table facts("ll");
  facts.row({dim("reads"), std::string(f.inputs)});
  for (const Algorithm& a : algorithms_of(f.name)) {
    facts.row({"", ""});
    facts.row({paint(stdout, Ink::cyan, a.name), source_text(a)});
    facts.row({dim("  cost"), std::string(a.complexity)});
    facts.row({dim("  constraints"), std::string(a.constraints)});
    facts.row({dim("  bears"), std::string(a.degeneracies)});
    if (!model) continue;
    facts.row({dim("  operations"), count_text(counted(a, *model))});
    if (const auto ns = estimated(a, *model)) facts.row({dim("  estimate"), duration_text(1e-9 * *ns)});
    if (&a == &algorithm(*model, f.name)) facts.row({"", paint(stdout, Ink::green, "automatic")});
  }
  return out + facts.text();
}

Json rows_json(const Family& f, const Model* model) {
  Json rows = Json::array();
  const Algorithm* best = model ? &algorithm(*model, f.name) : nullptr;
  for (const Algorithm& a : algorithms_of(f.name)) {
    Json row{{"name", a.name},
             {"family", a.family},
             {"paper", a.paper},
             {"listing", a.listing},
             {"complexity", a.complexity},
             {"constraints", a.constraints},
             {"degeneracies", a.degeneracies},
             {"inputs", f.inputs}};
    if (model) {
      const std::optional<OperationCount> n = counted(a, *model);
      row["operations"] = n ? operations_json(*n) : Json();
      const std::optional<double> ns = estimated(a, *model);
      if (n) {
        const CostTerms terms = cost_terms(a, *model);
        row["cost_terms"] = {{"steps", terms.steps}, {"operations", terms.operations}};
      }
      row["estimated_us"] = ns ? Json(1e-3 * *ns) : Json();
      row["automatic"] = &a == best;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

int list_algorithms(const AlgorithmsOptions& options) {
  const Family* only = options.family.empty() ? nullptr : &family(options.family);
  std::optional<Model> model;
  if (!options.robot.empty()) model = make_model(options.robot, options.floating_base);
  const Model* counted_on = model ? &*model : nullptr;
  if (!options.json) {
    print(only ? family_text(*only, counted_on) : all_text(counted_on));
    return 0;
  }
  Json rows = Json::array();
  for (const Family& f : families())
    if (!only || &f == only)
      for (Json& row : rows_json(f, counted_on)) rows.push_back(std::move(row));
  print(json_text({{"algorithms", rows}}));
  return 0;
}

}  // namespace tenon::cli
