// The tenon command line: one command, and what becomes of its errors.
#include <fmt/format.h>

#include <new>
#include <string>

#include "command_line.hpp"
#include "tenon/error.hpp"
#include "terminal.hpp"

namespace {

constexpr int bad_input = 2, failed_run = 1;

int complain(int code, const std::string& message) {
  fmt::print(stderr, "{} {}\n", tenon::cli::paint(stderr, tenon::cli::Ink::red, "error:"), message);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    tenon::cli::CommandLine command_line;
    if (argc < 2) {
      fmt::print(stderr, "{}", command_line.app.help());
      return bad_input;
    }
    const std::string first = argv[1];
    std::string known;
    bool is_known = first[0] == '-';
    for (const CLI::App* command : command_line.app.get_subcommands(nullptr)) {
      known += " " + command->get_name();
      is_known = is_known || first == command->get_name();
    }
    if (!is_known) return complain(bad_input, fmt::format("unknown command \"{}\", expected one of:{}", first, known));
    try {
      command_line.app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
      // Help and version are thrown too, with code 0.
      return command_line.app.exit(e) == 0 ? 0 : bad_input;
    }
    return command_line.chosen();
  } catch (const tenon::Error& e) {
    return complain(bad_input, e.what());
  } catch (const std::bad_alloc&) {
    return complain(failed_run, "not enough memory");
  } catch (const std::exception& e) {
    return complain(failed_run, e.what());
  }
}
