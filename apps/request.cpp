// Reads a request of `tenon eval` (docs/eval.md) and checks it against the model.
#include "request.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/configuration.hpp"

namespace tenon::cli {

namespace {

const std::vector<std::string> request_keys{"floating_base",     "q",           "v",         "a", "tau",      "gravity",
                                            "external_wrenches", "constraints", "stiffness", "x", "settings", "count",
                                            "compute",           "convention"};

// Runs `work`; what the library says about a name is told with the place in the request.
template <class Work>
auto at(const Value& value, Work&& work) {
  try {
    return work();
  } catch (const Error& e) {
    value.fail(e.what());
  }
}

FrameId read_frame(const Value& value, const Model& model) {
  return at(value, [&] { return model.frame(value.string()); });
}

Axes read_axes(const Value& value) {
  const std::string text = value.choice({"local", "world", "world_aligned"});
  return text == "local" ? Axes::local : text == "world" ? Axes::world : Axes::world_aligned;
}

std::uint64_t read_seed(const Value& value) {
  if (!value.json().is_number_unsigned()) value.fail(value.json().dump(), "a whole number >= 0");
  return value.json().get<std::uint64_t>();
}

std::vector<ExternalWrench> read_wrenches(const Value& value, const Model& model) {
  std::vector<ExternalWrench> list;
  for (const Value& entry : value.elements()) {
    entry.only_keys({"frame", "wrench"});
    ExternalWrench wrench{read_frame(entry["frame"], model), {}};
    const std::vector<double> numbers = entry["wrench"].numbers(6);
    std::copy(numbers.begin(), numbers.end(), wrench.wrench.begin());
    list.push_back(wrench);
  }
  return list;
}

std::vector<const Algorithm*> read_algorithms(const Value& entry, const Model& model, const Family& family,
                                              const Request& request) {
  const ConstraintSet* constraints = request.constraints ? &*request.constraints : nullptr;
  std::vector<const Algorithm*> list;
  const std::string name = entry.has("algorithm") ? entry["algorithm"].string() : "automatic";
  if (name == "all") {
    for (const Algorithm& a : algorithms_of(family.name))
      if (a.takes(constraints)) list.push_back(&a);
    return list;
  }
  list.push_back(at(entry.has("algorithm") ? entry["algorithm"] : entry,
                    [&] { return &algorithm(model, family.name, name, constraints, request.stiffness); }));
  return list;
}

Task read_task(const Value& entry, const Model& model, const Request& request) {
  Task task;
  const Value what = entry["what"];
  task.family = at(what, [&] { return &family(what.string()); });
  std::vector<std::string> keys{"what", "algorithm"};
  for (const std::string key : {"frame", "axes", "to", "fraction", "seed", "restitution"})
    if (task.family->takes(key)) keys.push_back(key);
  entry.only_keys(keys);
  task.algorithms = read_algorithms(entry, model, *task.family, request);
  if (task.family->takes("frame")) task.frame = read_frame(entry["frame"], model);
  if (entry.has("axes")) task.axes = read_axes(entry["axes"]);
  if (task.family->takes("to")) task.to = read_configuration(entry["to"], model, request.layout);
  if (task.family->takes("fraction")) task.fraction = entry["fraction"].number();
  if (entry.has("seed")) task.seed = read_seed(entry["seed"]);
  if (entry.has("restitution")) task.restitution = entry["restitution"].number();
  return task;
}

std::vector<double> read_stiffness(const Value& value, const ConstraintSet* constraints) {
  const auto rows = static_cast<std::size_t>(constraints ? constraints->rows() : 0);
  const std::vector<double> R = value.json().is_array() ? value.numbers() : std::vector<double>{value.number()};
  if (R.size() > 1 && R.size() != rows)
    value.fail(numbers_text(R.size()), fmt::format("one, or one per row = {}", rows));
  return R;
}

// Which of its two meanings x has is up to the question: nv numbers, or one per row of the constraints.
void read_x(const Value& value, const Model& model, Request& request) {
  const auto asked = [&](bool of_rows) {
    return std::any_of(request.tasks.begin(), request.tasks.end(), [&](const Task& t) {
      return t.family->takes("x") && t.family->takes("constraints") == of_rows;
    });
  };
  if (asked(true)) {
    const std::vector<double> x = value.numbers();
    const std::size_t rows = request.x_rows.size();
    if (!x.empty() && x.size() != rows) value.fail(numbers_text(x.size()), fmt::format("one per row = {}", rows));
    if (!x.empty()) request.x_rows = x;
  }
  if (asked(false) || !asked(true)) request.x = read_velocity(value, model);
}

// Told to the user: a misspelt intention should not pass in silence.
std::vector<std::string> find_unused(const Value& request, const std::vector<Task>& tasks) {
  std::vector<std::string> unused;
  for (const std::string key :
       {"q", "v", "a", "tau", "x", "external_wrenches", "constraints", "stiffness", "settings"}) {
    if (!request.has(key) || request.json()[key].empty()) continue;
    const bool used = std::any_of(tasks.begin(), tasks.end(), [&](const Task& t) { return t.family->takes(key); });
    if (!used) unused.push_back(key);
  }
  return unused;
}

}  // namespace

ModelRequest read_model_request(const Value& request) {
  request.only_keys(request_keys);
  ModelRequest out;
  if (request.has("floating_base")) out.floating_base = request["floating_base"].boolean();
  if (request.has("gravity")) {
    const std::vector<double> g = request["gravity"].numbers(3);
    out.gravity = Vector3{g[0], g[1], g[2]};
  }
  return out;
}

Request read_request(const Value& request, const Model& model) {
  Request out;
  if (request.has("convention")) out.layout = read_layout(request["convention"]);
  const std::vector<double> zero(static_cast<std::size_t>(model.nv()), 0.0);
  const auto tangent = [&](const char* key) { return request.has(key) ? read_velocity(request[key], model) : zero; };
  out.q = request.has("q") ? read_configuration(request["q"], model, out.layout) : neutral_configuration(model);
  out.v = tangent("v");
  out.a = tangent("a");
  out.tau = tangent("tau");
  out.x = zero;
  if (request.has("external_wrenches")) out.wrenches = read_wrenches(request["external_wrenches"], model);
  if (request.has("constraints")) out.constraints = read_constraints(request["constraints"], model);
  if (!out.constraints)
    out.constraints.emplace(model, std::span<const Constraint>());  // questions are asked about none
  if (request.has("settings") && request["settings"].json() != Json::array())
    out.solver = read_settings(request["settings"], out.constraints->rows());
  if (request.has("stiffness")) out.stiffness = read_stiffness(request["stiffness"], &*out.constraints);
  if (!request.has("compute")) request.fail("found no \"compute\", expected a list such as [{\"what\": \"aba\"}]");
  for (const Value& entry : request["compute"].elements()) out.tasks.push_back(read_task(entry, model, out));
  out.x_rows.resize(static_cast<std::size_t>(out.constraints->rows()));
  if (request.has("x")) read_x(request["x"], model, out);
  vectors_from(out.layout, model, out.q, out.v, out.a, out.tau, out.x);
  if (request.has("count")) out.count = request["count"].boolean();
  out.unused = find_unused(request, out.tasks);
  return out;
}

}  // namespace tenon::cli
