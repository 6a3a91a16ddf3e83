// tenon eval: one request in, one answer out, both JSON.
#include <fmt/format.h>

#include <cmath>

#include "commands.hpp"
#include "describe.hpp"
#include "output.hpp"
#include "request.hpp"
#include "robots.hpp"
#include "terminal.hpp"

namespace tenon::cli {

namespace {

Json part_json(const AnswerPart& part, std::span<const double> values) {
  if (part.kind == AnswerPart::Kind::number) return values[0];
  if (part.kind == AnswerPart::Kind::report) {
    const SolveReport report = solve_report(values);
    Json out{{"status", to_string(report.status)}, {"iterations", report.iterations}, {"residual", report.residual}};
    out["dual_residual"] = report.dual_residual < 0 ? Json() : Json(report.dual_residual);
    return out;
  }
  if (part.kind == AnswerPart::Kind::vector) return std::vector<double>(values.begin(), values.end());
  return matrix_json(values, part.rows, part.columns);
}

// "value", and beside it what comes with a main part that has no name, and the report of a solve.
void put_parts(const std::vector<AnswerPart>& parts, std::span<const double> values, Json& result) {
  const bool main = parts.front().name.empty();
  if (main && parts.size() == 1) {
    result["value"] = part_json(parts.front(), values);  // a configuration may be longer in another layout
    return;
  }
  Json value;
  for (const AnswerPart& part : parts) {
    const auto size = static_cast<std::size_t>(part.size());
    if (part.name.empty())
      result["value"] = part_json(part, values.first(size));
    else
      (main || part.kind == AnswerPart::Kind::report ? result : value)[part.name] = part_json(part, values.first(size));
    values = values.subspan(size);
  }
  if (!main) result["value"] = value;
}

Question question_of(const Request& request, const Task& task) {
  Question question{
      .q = request.q, .v = request.v, .a = request.a, .tau = request.tau, .x = request.x, .wrenches = request.wrenches};
  if (task.family->takes("to")) question.x = task.to;
  if (task.family->takes("constraints")) question.x = request.x_rows;
  question.stiffness = request.stiffness;
  question.fraction = task.fraction;
  if (request.constraints) question.constraints = &*request.constraints;
  question.seed = task.seed;
  question.settings = request.solver.settings;
  if (!request.solver.mu_per_row.empty()) question.settings.penalty = request.solver.mu_per_row;
  question.start = request.solver.start;
  question.restitution = task.restitution;
  question.frame = task.frame;
  question.axes = task.axes;
  return question;
}

// What the library refuses is told with the place in the request.
void compute(const Model& model, const Algorithm& algorithm, Workspace& workspace, const Question& question,
             const Source& place, std::span<double> values) {
  try {
    algorithm.compute(model, workspace, question, values);
  } catch (const Error& e) {
    throw Error(place, e.what());
  }
}

Json evaluate(const Model& model, const Request& request, const std::string& file) {
  Workspace workspace(model);
  Json results = Json::array();
  for (const Task& task : request.tasks) {
    const Question question = question_of(request, task);
    std::vector<double> values(static_cast<std::size_t>(answer_size(*task.family, model, question)));
    for (const Algorithm* algorithm : task.algorithms) {
      const auto index = &task - request.tasks.data();
      compute(model, *algorithm, workspace, question, {file, 0, fmt::format("compute[{}]", index)}, values);
      for (const double value : values)
        if (!std::isfinite(value))
          throw RunError(fmt::format("{} by {}: the answer is not finite", task.family->name, algorithm->name));
      const std::vector<double> shown =
          answer_in(request.layout, model, task.family->name, request.q, request.v, values);
      Json result{{"what", task.family->name}, {"algorithm", algorithm->name}};
      put_parts(task.family->answer(model, question), shown, result);
      if (request.count) result["operations"] = operations_json(algorithm->count(model, question));
      results.push_back(std::move(result));
    }
  }
  return results;
}

}  // namespace

int eval(const EvalOptions& options) {
  const std::string file = options.input == "-" ? "standard input" : options.input;
  const Json json = parse_json(read_input(options.input), file);
  const Value value(json, file);

  const ModelRequest wanted = read_model_request(value);
  const Model model = make_model(options.robot, wanted.floating_base || options.floating_base, wanted.gravity);

  const Request request = read_request(value, model);
  const Json results = evaluate(model, request, file);
  write_output(options.output, json_text({{"version", 1}, {"joints", joints_json(model)}, {"results", results}}));
  for (const std::string& key : request.unused)
    fmt::print(stderr, "{} {}: \"{}\" is read by nothing that was asked\n", paint(stderr, Ink::cyan, "note:"), file,
               key);
  return 0;
}

}  // namespace tenon::cli
