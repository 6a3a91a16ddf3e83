// Commands, options and help texts of the command line (CLI11).
#include "command_line.hpp"

#include <fmt/format.h>

#include <set>

#include "robots.hpp"
#include "tenon/algorithms.hpp"

namespace tenon::cli {

namespace {

void add_robot(CLI::App* command, std::string& robot) {
  command->add_option("ROBOT", robot, "URDF or MJCF file, bundled robot, or generator:NAME")
      ->required()
      ->option_text(" ");
}
void add_floating_base(CLI::App* command, bool& flag) {
  command->add_flag("--floating-base", flag, "Put root links on a free joint, root_joint");
}
void add_json(CLI::App* command, bool& flag) { command->add_flag("--json", flag, "Print JSON"); }

// The list of robots costs a look at the disk: only when help is asked for.
void list_robots_in_help(CLI::App* command) {
  const std::string examples = command->get_footer();
  command->footer("");
  command->footer([examples] { return robots_help() + "\n" + examples; });
}

// CLI::Range lets "nan" pass, which is neither below nor above.
CLI::Validator between(double least, double most) {
  const std::string expected = fmt::format("FLOAT in [{} - {}]", least, most);
  return CLI::Validator(
      [=](const std::string& text) {
        double x = 0;
        const bool inside = CLI::detail::lexical_cast(text, x) && x >= least && x <= most;
        return inside ? std::string() : fmt::format("Value {} not in range [{} - {}]", text, least, most);
      },
      expected);
}

// For completion.
std::vector<std::string> values_of(const std::string& option) {
  std::set<std::string_view> names;
  if (option == "--family")
    for (const Family& f : families()) names.insert(f.name);
  if (option == "--algorithm")
    for (const Algorithm& a : algorithms()) names.insert(a.name);
  return {names.begin(), names.end()};
}

}  // namespace

CommandLine::CommandLine() {
  app.set_version_flag("--version",
                       [] { return "tenon " TENON_VERSION ", kernels for " + std::string(tenon::instruction_set()); });
  app.require_subcommand(1);
  app.footer("Start with: tenon demo\nHelp on a command: tenon COMMAND --help\n");
  add_demo();
  add_robot_commands();
  add_eval();
  add_algorithm_commands();
  add_completion();
}

template <class Options>
CLI::App* CommandLine::add(const char* name, const char* help, const char* examples, Options& options,
                           int (*run)(const Options&)) {
  CLI::App* command = app.add_subcommand(name, help);
  command->footer(std::string("Examples:\n") + examples);
  command->callback([this, &options, run] { chosen = [&options, run] { return run(options); }; });
  return command;
}

void CommandLine::add_robot_commands() {
  CLI::App* information = add("info", "Show a robot's joints, frames, mass and conventions",
                              "  tenon info quadruped --floating-base\n"
                              "  tenon info arm.urdf --json\n"
                              "  tenon info humanoid --schedule    which limbs share a step\n",
                              info_, info);
  add_robot(information, info_.robot);
  add_floating_base(information, info_.floating_base);
  add_json(information, info_.json);
  information->add_flag("--schedule", info_.schedule, "Which limbs are computed side by side in SIMD lanes")
      ->excludes("--json");
  list_robots_in_help(information);

  CLI::App* linter = add("lint", "List what was ignored or changed in a robot's file",
                         "  tenon lint arm.urdf\n"
                         "  tenon lint scene.xml --strict    exit code 2 if there is anything to list\n",
                         lint_, lint);
  add_robot(linter, lint_.robot);
  add_floating_base(linter, lint_.floating_base);
  linter->add_flag("--strict", lint_.strict, "Anything ignored or changed is an error");
  add_json(linter, lint_.json);
}

void CommandLine::add_eval() {
  CLI::App* command =
      add("eval", "Evaluate algorithms at one state: JSON in, JSON out",
          "  echo '{\"compute\": [{\"what\": \"aba\"}]}' | tenon eval arm7 --input -\n"
          "  echo '{\"q\": {\"elbow\": 0.5}, \"compute\": [{\"what\": \"jacobian\", \"frame\": \"hand\"}]}' |\n"
          "    tenon eval arm.urdf --input - --output answer.json\n"
          "  tenon algorithms                 what can be asked, and by which algorithm\n",
          eval_, eval);
  add_robot(command, eval_.robot);
  command->add_option("--input", eval_.input, "The request: a JSON file, or - for standard input")
      ->required()
      ->option_text("FILE");
  command->add_option("--output", eval_.output, "Where the answer goes, if not to standard output")
      ->option_text("FILE");
  command->add_flag("--floating-base", eval_.floating_base, "As \"floating_base\": true in the request");
  list_robots_in_help(command);
}

void CommandLine::add_algorithm_commands() {
  CLI::App* list = add("algorithms", "List every algorithm: question, paper, complexity",
                       "  tenon algorithms\n"
                       "  tenon algorithms --family aba\n"
                       "  tenon algorithms --robot quadruped    with counted operations, and what automatic picks\n",
                       algorithms_, list_algorithms);
  list->add_option("--family", algorithms_.family, "Only this family")->option_text("NAME");
  list->add_option("--robot", algorithms_.robot, "Count the operations on this robot")->option_text("ROBOT");
  add_floating_base(list, algorithms_.floating_base);
  add_json(list, algorithms_.json);

  CLI::App* timing = add("bench", "Time the algorithms on this machine",
                         "  tenon bench\n"
                         "  tenon bench arm7 generator:chain:100 --family rnea --family aba\n"
                         "CPU time of one thread, median and minimum. Races against other libraries: ./run bench\n",
                         bench_, bench);
  timing->add_option("ROBOT", bench_.robots, "URDF or MJCF files, bundled robots, or generator:NAME")->option_text(" ");
  timing->add_option("--family", bench_.families, "Only this family; may be repeated")->option_text("NAME");
  timing->add_option("--algorithm", bench_.algorithms, "Only this algorithm; may be repeated")->option_text("NAME");
  timing->add_option("--states", bench_.states, "Random states that are cycled through")
      ->check(CLI::Range(1, 100000))
      ->option_text("N");
  timing->add_option("--seconds", bench_.seconds, "Time spent on each row")->check(between(1e-3, 60))->option_text("S");
  add_floating_base(timing, bench_.floating_base);
  add_json(timing, bench_.json);
  list_robots_in_help(timing);
}

void CommandLine::add_demo() {
  CLI::App* command = add("demo", "Throw a quadruped: energy kept, what is computed, how fast",
                          "  tenon demo\n"
                          "  tenon demo --robot humanoid --duration 2\n",
                          demo_, demo);
  command->add_option("--robot", demo_.robot, "Another robot, thrown on a free joint")->option_text("ROBOT");
  command->add_option("--duration", demo_.duration, "Simulated seconds")->check(between(1e-6, 3600))->option_text("S");
  command->add_option("--time-step", demo_.time_step, "Seconds per step")->check(between(1e-6, 0.1))->option_text("S");
}

void CommandLine::add_completion() {
  CLI::App* command = app.add_subcommand("completion", "Print a completion script for your shell");
  command->footer(
      "Examples:\n"
      "  source <(tenon completion bash)\n"
      "  tenon completion zsh > \"${fpath[1]}/_tenon\"\n"
      "  tenon completion fish > ~/.config/fish/completions/tenon.fish\n");
  command->add_option("SHELL", shell_, "bash, zsh or fish")
      ->required()
      ->option_text(" ")
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->callback([this] { chosen = [this] { return completion(shape(), shell_); }; });
}

Shape CommandLine::shape() const {
  Shape shape;
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    Shape::Command out{command->get_name(), command->get_description(), {}, false, {}};
    for (const CLI::Option* option : command->get_options()) {
      const std::string name = option->get_name();
      if (option->get_positional()) {
        out.takes_robot |= name == "ROBOT";
        if (name == "SHELL") out.choices = {"bash", "zsh", "fish"};
        continue;
      }
      const std::string spelling = name.substr(name.rfind("--"));
      const bool takes_value = option->get_items_expected_max() > 0;
      const bool takes_file = spelling == "--input" || spelling == "--output" || spelling == "--robot";
      out.options.push_back({spelling, option->get_description(), takes_value, takes_file, values_of(spelling)});
    }
    shape.commands.push_back(std::move(out));
  }
  return shape;
}

}  // namespace tenon::cli
