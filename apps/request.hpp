// What `tenon eval` is asked: the JSON of docs/eval.md, checked against the model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "convention.hpp"
#include "json_reader.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/description.hpp"

namespace tenon::cli {

// What must be known before the model can be compiled.
struct ModelRequest {
  bool floating_base = false;
  std::optional<Vector3> gravity;
};
ModelRequest read_model_request(const Value& request);

// One entry of "compute".
struct Task {
  const Family* family = nullptr;
  std::vector<const Algorithm*> algorithms;  // one, or all of the family
  FrameId frame{};
  Axes axes = Axes::local;
  std::vector<double> to;  // difference, interpolate: the other configuration
  double fraction = 0;     // interpolate
  std::uint64_t seed = 0;  // random
  double restitution = 0;  // impulse
};

// "settings" of the constrained solvers.
struct SolverRequest {
  SolverOptions settings;
  std::vector<double> mu_per_row, start;  // or none
};

struct Request {
  Layout layout;  // of the vectors in the file and of the answers; those below are tenon's
  std::vector<double> q, v, a, tau, x;
  std::vector<ExternalWrench> wrenches;
  std::optional<ConstraintSet> constraints;
  std::vector<double> stiffness;  // one number, one per row, or none
  std::vector<double> x_rows;     // x, for questions about the constraints' rows
  SolverRequest solver;
  bool count = false;
  std::vector<Task> tasks;
  std::vector<std::string> unused;  // parts of the request that none of its tasks reads
};
Request read_request(const Value& request, const Model& model);

// Vectors come as lists or as objects keyed by joint name (joints left out are neutral or zero); in another library's
// layout as lists.
std::vector<double> read_configuration(const Value& value, const Model& model, Layout layout = {});
std::vector<double> read_velocity(const Value& value, const Model& model);

// The object "settings"; rows: of the constraints.
SolverRequest read_settings(const Value& value, int rows);
// The list "constraints".
ConstraintSet read_constraints(const Value& value, const Model& model);

}  // namespace tenon::cli
