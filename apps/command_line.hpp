// The options of every command, bound to the structs of commands.hpp.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "commands.hpp"

namespace tenon::cli {

struct CommandLine {
  CommandLine();
  CommandLine(const CommandLine&) = delete;

  CLI::App app{"tenon: constrained dynamics of articulated rigid bodies", "tenon"};
  std::function<int()> chosen;  // the command that was parsed

 private:
  template <class Options>
  CLI::App* add(const char* name, const char* help, const char* examples, Options& options, int (*run)(const Options&));
  void add_robot_commands();
  void add_eval();
  void add_algorithm_commands();
  void add_demo();
  void add_completion();
  Shape shape() const;

  InfoOptions info_;
  LintOptions lint_;
  EvalOptions eval_;
  AlgorithmsOptions algorithms_;
  BenchOptions bench_;
  DemoOptions demo_;
  std::string shell_;
};

}  // namespace tenon::cli
