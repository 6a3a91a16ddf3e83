// tenon lint: what of a robot's file was ignored, changed or looks wrong, with file and line.
#include <fmt/format.h>

#include "commands.hpp"
#include "describe.hpp"
#include "output.hpp"
#include "robots.hpp"
#include "terminal.hpp"

namespace tenon::cli {

namespace {

const char* severity_text(const Diagnostic& d) {
  return d.severity == Diagnostic::Severity::warning ? "warning" : "note";
}

std::string coloured(const Diagnostic& d) {
  const std::string text = d.text();
  const std::string word = fmt::format(" {}: ", severity_text(d));
  const std::size_t at = text.find(word);
  if (at == std::string::npos) return text;
  const Ink ink = d.severity == Diagnostic::Severity::warning ? Ink::yellow : Ink::cyan;
  return text.substr(0, at + 1) + paint(stdout, ink, severity_text(d)) + text.substr(at + word.size() - 2);
}

Json diagnostics_json(std::span<const Diagnostic> diagnostics) {
  Json list = Json::array();
  for (const Diagnostic& d : diagnostics)
    list.push_back({{"severity", severity_text(d)},
                    {"file", d.source.file},
                    {"line", d.source.line},
                    {"element", d.source.element},
                    {"message", d.message}});
  return list;
}

}  // namespace

int lint(const LintOptions& options) {
  const Model model = make_model(options.robot, options.floating_base);
  const auto diagnostics = model.diagnostics();
  if (options.json) {
    print(json_text({{"name", model.name()}, {"diagnostics", diagnostics_json(diagnostics)}}));
  } else {
    std::string out;
    for (const Diagnostic& d : diagnostics) out += coloured(d) + "\n";
    if (diagnostics.empty())
      out = fmt::format("{}: {}\n", options.robot, paint(stdout, Ink::green, "nothing was ignored or changed"));
    print(out);
  }
  if (!options.strict || diagnostics.empty()) return 0;
  throw Error(Source{options.robot, 0, ""}, fmt::format("found {} diagnostic{}, expected none (--strict)",
                                                        diagnostics.size(), diagnostics.size() == 1 ? "" : "s"));
}

}  // namespace tenon::cli
