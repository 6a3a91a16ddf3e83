// Races tenon against the given contestants on one mechanism with one set of rows; prints a JSON object per way.
// usage: tenon_race_delassus --tree FILE --rows FILE [--rounds N] [--states N] LIBRARY…
//        tenon_race_delassus --export GENERATOR FILE
#include <dlfcn.h>

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "contest.hpp"
#include "spatial/isa.hpp"

namespace race {
namespace {

struct Options {
  std::string tree, rows;
  int rounds = 60, states = 64;
  std::vector<std::string> libraries;
};

Options parse(const std::vector<std::string>& words) {
  Options o;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto value = [&] {
      return i + 1 < words.size() ? words[++i] : throw std::runtime_error(word + ": no value");
    };
    if (word == "--tree")
      o.tree = value();
    else if (word == "--rows")
      o.rows = value();
    else if (word == "--rounds")
      o.rounds = std::stoi(value());
    else if (word == "--states")
      o.states = std::stoi(value());
    else
      o.libraries.push_back(word);
  }
  if (o.tree.empty() || o.rows.empty()) throw std::runtime_error("--tree or --rows is missing");
  return o;
}

template <class Function>
Function symbol(void* handle, const char* name, const std::string& file) {
  void* found = dlsym(handle, name);
  if (!found) throw std::runtime_error(file + ": no " + name);
  return reinterpret_cast<Function>(found);
}

void enlist(const std::string& file, const Options& options, const Contest& contest, std::vector<Way>& ways) {
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) throw std::runtime_error(dlerror());
  const std::string library = symbol<const char* (*)()>(handle, "race_library", file)();
  const PeerStates theirs = converted(*contest.model, *contest.states, tenon::Convention::pinocchio);
  const auto prepare = symbol<int (*)(const char*, const RaceStates*)>(handle, "race_prepare", file);
  if (prepare((options.tree + " " + options.rows).c_str(), &theirs.view) != 0)
    throw std::runtime_error(library + " does not take " + options.tree + " with " + options.rows);
  const RaceEntry* entries = nullptr;
  const int count = symbol<int (*)(const RaceEntry**)>(handle, "race_entries", file)(&entries);
  for (int i = 0; i < count; ++i) {
    const RaceEntry entry = entries[i];
    ways.push_back({library,
                    file,
                    entry.algorithm,
                    "single",
                    "double",
                    false,
                    0,
                    [entry](int k, std::vector<double>& to) { entry.result(k, to.data()); },
                    {entry, contest.states->count, 1, 1, {}}});
  }
}

// The worst difference from the dense product over a few states, relative to its largest entry.
std::vector<double> judge(std::vector<Way>& ways, const Contest& contest) {
  std::vector<double> worst(ways.size(), 0.0), answer(contest.entries());
  for (int k = 0; k < contest.states->count; k += std::max(1, contest.states->count / 8)) {
    const std::vector<double> expected = reference(contest, k);
    double scale = 0;
    for (const double x : expected) scale = std::max(scale, std::abs(x));
    for (std::size_t i = 0; i < ways.size(); ++i) {
      answer.assign(contest.entries(), std::nan(""));
      ways[i].runner.entry.run(k);
      ways[i].answer(k, answer);
      for (std::size_t e = 0; e < answer.size(); ++e) {
        const double off = std::abs(answer[e] - expected[e]) / scale;
        worst[i] = std::isnan(off) ? 1e300 : std::max(worst[i], off);
      }
    }
  }
  return worst;
}

void run(const Options& options) {
  const Contest contest = make_contest(options.tree, options.rows, options.states);
  std::vector<Way> ways = tenon_ways(contest);
  for (const std::string& file : options.libraries) enlist(file, options, contest, ways);
  stay_on_this_core();
  const std::vector<double> residuals = judge(ways, contest);
  std::vector<Runner*> runners;
  for (Way& way : ways) runners.push_back(&way.runner);
  race_all(runners, options.rounds);
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const Way& way = ways[i];
    const nlohmann::json row{{"library", way.library},
                             {"file", way.file},
                             {"algorithm", way.algorithm},
                             {"mode", way.mode},
                             {"scalar", way.scalar},
                             {"best", way.best},
                             {"nv", contest.model->nv()},
                             {"m", contest.set->rows()},
                             {"us", way.runner.minimum()},
                             {"us_median", way.runner.median()},
                             {"residual", residuals[i]},
                             {"bytes", way.bytes},
                             {"isa", to_string(tenon::active_isa())}};
    std::printf("%s\n", row.dump().c_str());
  }
}

}  // namespace
}  // namespace race

int main(int argc, char** argv) try {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 3 && words[0] == "--export")
    race::export_tree(words[1], words[2]);
  else
    race::run(race::parse(words));
} catch (const std::exception& error) {
  std::fprintf(stderr, "the race: %s\n", error.what());
  return 2;
}
