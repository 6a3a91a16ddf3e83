// The commands: plain options in, text out. A command throws tenon::Error for bad input (exit code 2) and RunError for
// a run that failed (exit code 1); otherwise it returns the exit code.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace tenon::cli {

struct RunError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct InfoOptions {
  std::string robot;
  bool floating_base = false, json = false, schedule = false;
};
int info(const InfoOptions& options);

struct LintOptions {
  std::string robot;
  bool floating_base = false, strict = false, json = false;
};
int lint(const LintOptions& options);

struct EvalOptions {
  std::string robot, input, output = "-";
  bool floating_base = false;
};
int eval(const EvalOptions& options);

struct AlgorithmsOptions {
  std::string family, robot;
  bool floating_base = false, json = false;
};
int list_algorithms(const AlgorithmsOptions& options);

struct BenchOptions {
  std::vector<std::string> robots, families, algorithms;
  int states = 64;
  double seconds = 0.05;  // per row
  bool floating_base = false, json = false;
};
int bench(const BenchOptions& options);

struct DemoOptions {
  std::string robot = "quadruped";
  double duration = 1, time_step = 1e-3;
};
int demo(const DemoOptions& options);

// The shape of the command line, as completion scripts need it.
struct Shape {
  struct Option {
    std::string name, help;  // "--json"
    bool takes_value = false;
    bool takes_file = false;
    std::vector<std::string> values = {};  // its value is one of these
  };
  struct Command {
    std::string name, help;
    std::vector<Option> options;
    bool takes_robot = false;          // its argument is a robot: a file or a bundled name
    std::vector<std::string> choices;  // its argument is one of these
  };
  std::vector<Command> commands;
};
int completion(const Shape& shape, const std::string& shell);

}  // namespace tenon::cli
