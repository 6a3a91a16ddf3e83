// tenon completion: a completion script, written from the command line's own shape so that it cannot fall behind.
#include <fmt/format.h>

#include "commands.hpp"
#include "output.hpp"
#include "robots.hpp"
#include "tenon/generators.hpp"

namespace tenon::cli {

namespace {

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

std::vector<std::string> robot_names() {
  std::vector<std::string> names = bundled_robots();
  for (const generators::Entry& g : generators::catalogue()) names.push_back(fmt::format("generator:{}", g.example));
  return names;
}

// What a command's argument may be, beside file names.
std::vector<std::string> arguments(const Shape::Command& command) {
  return command.takes_robot ? robot_names() : command.choices;
}

// Single quotes, for all three shells.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string bash_script(const Shape& shape) {
  std::string commands, cases, files, values;
  for (const Shape::Command& command : shape.commands) {
    std::vector<std::string> words = arguments(command);
    for (const Shape::Option& option : command.options) {
      words.push_back(option.name);
      if (option.takes_file && files.find(option.name) == std::string::npos)
        files += (files.empty() ? "" : "|") + option.name;
      if (!option.values.empty() && values.find("    " + option.name + ")") == std::string::npos)
        values += fmt::format("    {}) words={} files=0 ;;\n", option.name, quoted(joined(option.values)));
    }
    commands += (commands.empty() ? "" : " ") + command.name;
    cases += fmt::format("    {}) words={}; files={} ;;\n", command.name, quoted(joined(words)),
                         command.takes_robot ? 1 : 0);
  }
  return fmt::format(R"(# bash completion for tenon: source <(tenon completion bash)
_tenon() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}" words files
  # A colon splits words in bash: generator:NAME is put together again.
  if declare -F _get_comp_words_by_ref >/dev/null; then _get_comp_words_by_ref -n : cur prev; current="$cur" previous="$prev"; fi
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W '{} --help --version' -- "$current"))
    return
  fi
  case "${{COMP_WORDS[1]}}" in
{}    *) return ;;
  esac
  case "$previous" in
    {}) words='' files=1 ;;
{}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ $files -eq 1 && "$current" != -* ]]; then
    local IFS=$'\n'
    COMPREPLY+=($(compgen -f -- "$current"))
  fi
  if declare -F __ltrim_colon_completions >/dev/null; then __ltrim_colon_completions "$current"; fi
}}
complete -o filenames -F _tenon tenon
)",
                     commands, cases, files, values);
}

// In _arguments' specifications brackets and colons have a meaning.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_script(const Shape& shape) {
  std::string commands, cases;
  for (const Shape::Command& command : shape.commands) {
    commands += fmt::format("    {}\n", quoted(command.name + ":" + zsh_text(command.help)));
    cases += fmt::format("    {})\n      _arguments", command.name);
    for (const Shape::Option& option : command.options) {
      const std::string value = option.takes_file        ? ":file:_files"
                                : !option.values.empty() ? ":name:(" + joined(option.values) + ")"
                                : option.takes_value     ? ":value:"
                                                         : "";
      cases += " \\\n        " + quoted(option.name + "[" + zsh_text(option.help) + "]" + value);
    }
    const std::vector<std::string> words = arguments(command);
    if (command.takes_robot)
      cases += " \\\n        " + quoted("*:robot:_tenon_robots");
    else if (!words.empty())
      cases += " \\\n        " + quoted("1:choice:(" + joined(words) + ")");
    cases += " ;;\n";
  }
  std::string robots;
  for (const std::string& name : robot_names()) robots += " " + quoted(name);
  return fmt::format(R"(#compdef tenon
_tenon_robots() {{
  local -a names=({})
  _alternative 'robots:bundled robot:compadd -a names' 'files:file:_files'
}}
_tenon() {{
  local -a commands=(
{}  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    _arguments '--help[Print help]' '--version[Print the version]'
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
{}  esac
}}
if [[ "$funcstack[1]" = _tenon ]]; then _tenon "$@"; else compdef _tenon tenon; fi
)",
                     robots.empty() ? "" : robots.substr(1), commands, cases);
}

std::string fish_script(const Shape& shape) {
  std::string out = "# fish completion for tenon\ncomplete -c tenon -f\n";
  for (const Shape::Command& command : shape.commands)
    out += fmt::format("complete -c tenon -n __fish_use_subcommand -a {} -d {}\n", command.name, quoted(command.help));
  for (const Shape::Command& command : shape.commands) {
    const std::string condition = fmt::format("-n '__fish_seen_subcommand_from {}'", command.name);
    for (const Shape::Option& option : command.options) {
      std::string value = option.takes_file ? " -r -F" : option.takes_value ? " -x" : "";
      if (!option.values.empty()) value += " -a " + quoted(joined(option.values));
      out += fmt::format("complete -c tenon {} -l {}{} -d {}\n", condition, option.name.substr(2), value,
                         quoted(option.help));
    }
    if (const auto words = arguments(command); !words.empty())
      out += fmt::format("complete -c tenon {}{} -a {}\n", condition, command.takes_robot ? " -F" : "",
                         quoted(joined(words)));
  }
  return out;
}

}  // namespace

int completion(const Shape& shape, const std::string& shell) {
  print(shell == "bash" ? bash_script(shape) : shell == "zsh" ? zsh_script(shape) : fish_script(shape));
  return 0;
}

}  // namespace tenon::cli
