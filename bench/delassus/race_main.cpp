// Races tenon against the given contestants on one mechanism with one set of rows; prints a JSON object per way.
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "contest.hpp"
#include "library.hpp"
#include "spatial/isa.hpp"
#include "support/allocations.hpp"

namespace race {
namespace {

struct Options {
  std::string tree, rows, only;
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
    else if (word == "--only")
      o.only = value();
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

void enlist(const std::string& file, const Options& options, const Contest& contest, std::vector<Way>& ways) {
  const Library library(file);
  const PeerStates theirs = converted(*contest.model, *contest.states, tenon::Convention::pinocchio);
  library.prepare(options.tree + " " + options.rows, theirs.view);
  for (const RaceEntry& entry : library.entries()) {
    const auto answer = [entry](int k, std::vector<double>& to) {
      to.resize(static_cast<std::size_t>(entry.result(k, to.data())));
    };
    ways.push_back({library.name(),
                    file,
                    entry.algorithm,
                    "single",
                    "double",
                    false,
                    0,
                    answer,
                    {entry, contest.states->count, 1, 1, {}}});
  }
}

struct Verdict {
  double residual = 0;     // the worst difference over a few states, relative to the largest number of the answer
  double iterations = -1;  // the most of them
  long allocations = 0;    // of one run
};

std::vector<Verdict> judge(const std::vector<Way*>& field, const Contest& contest, const Task& task) {
  std::vector<Verdict> verdicts(field.size());
  const std::string question = field[0]->runner.entry.question;
  for (int k = 0; k < contest.states->count; k += std::max(1, contest.states->count / task.judged(question))) {
    const std::vector<double> expected = task.reference(contest, question, k);
    double scale = 0;
    for (const double x : expected) scale = std::max(scale, std::abs(x));
    for (std::size_t i = 0; i < field.size(); ++i) {
      Verdict& verdict = verdicts[i];
      std::vector<double> answer(expected.size() + 1, std::nan(""));
      const tenon::test::Allocations heap;
      field[i]->runner.entry.run(k);
      verdict.allocations = heap.count();
      field[i]->answer(k, answer);
      for (std::size_t e = 0; e < expected.size(); ++e) {
        const double off = std::abs(answer[e] - expected[e]) / scale;
        verdict.residual = std::isnan(off) ? 1e300 : std::max(verdict.residual, off);
      }
      if (answer.size() > expected.size()) verdict.iterations = std::max(verdict.iterations, answer.back());
    }
  }
  return verdicts;
}

void race_field(const std::vector<Way*>& field, const Options& options, const Contest& contest, const Task& task) {
  const std::vector<Verdict> verdicts = judge(field, contest, task);
  std::vector<Runner*> runners;
  for (Way* way : field) runners.push_back(&way->runner);
  race_all(runners, options.rounds);
  for (std::size_t i = 0; i < field.size(); ++i) {
    const Way& way = *field[i];
    const nlohmann::json row{{"question", way.runner.entry.question},
                             {"library", way.library},
                             {"file", way.file},
                             {"algorithm", way.algorithm},
                             {"mode", way.mode},
                             {"scalar", way.scalar},
                             {"best", way.best},
                             {"nv", contest.model->nv()},
                             {"m", contest.set->rows()},
                             {"us", way.runner.minimum()},
                             {"us_median", way.runner.median()},
                             {"residual", verdicts[i].residual},
                             {"iterations", verdicts[i].iterations},
                             {"allocations", verdicts[i].allocations},
                             {"operations", way.operations},
                             {"bytes", way.bytes},
                             {"isa", to_string(tenon::active_isa())}};
    std::printf("%s\n", row.dump().c_str());
  }
}

void run(const Options& options, const Task& task) {
  const Contest contest = make_contest(options.tree, options.rows, options.states);
  std::vector<Way> ways = task.ways(contest);
  for (const std::string& file : options.libraries) enlist(file, options, contest, ways);
  stay_on_this_core();
  std::vector<std::string> questions;
  for (const Way& way : ways) {
    const std::string question = way.runner.entry.question;
    if (std::find(questions.begin(), questions.end(), question) == questions.end()) questions.push_back(question);
  }
  for (const std::string& question : questions) {
    if (!options.only.empty() && ("," + options.only + ",").find("," + question + ",") == std::string::npos) continue;
    std::vector<Way*> field;
    for (Way& way : ways)
      if (question == way.runner.entry.question) field.push_back(&way);
    race_field(field, options, contest, task);
  }
}

}  // namespace

int race_main(int argc, char** argv, const Task& task) try {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 3 && words[0] == "--export")
    export_tree(words[1], words[2]);
  else
    run(parse(words), task);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "the race: %s\n", error.what());
  return 2;
}

}  // namespace race
