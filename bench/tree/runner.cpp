// Races tenon against the given contestants on one mechanism and prints one JSON object per contestant and question.
// usage: tenon_race_TASK --tree FILE [--robot FILE] [--floating] [--rounds N] [--states N] [--only QUESTION] LIBRARY…
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>

#include "answers.hpp"
#include "library.hpp"
#include "spatial/isa.hpp"
#include "tenon.hpp"
#include "timing.hpp"

namespace race {
namespace {

struct Options {
  std::string tree, robot, only;
  bool floating = false;
  int rounds = 60, states = 64;
  std::vector<std::string> libraries;
};

// One way of answering one question, ours or theirs.
struct Contestant {
  std::string library, file, mode, scalar;
  bool best = false;
  tenon::Convention convention = tenon::Convention::pinocchio;  // of the answer; tenon's tangent space is Pinocchio's
  Runner runner;
};

Options parse(int argc, char** argv) {
  Options o;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&] {
      return i + 1 < argc ? std::string(argv[++i]) : throw std::runtime_error(word + ": no value");
    };
    if (word == "--tree")
      o.tree = value();
    else if (word == "--robot")
      o.robot = value();
    else if (word == "--only")
      o.only = value();
    else if (word == "--floating")
      o.floating = true;
    else if (word == "--rounds")
      o.rounds = std::stoi(value());
    else if (word == "--states")
      o.states = std::stoi(value());
    else
      o.libraries.push_back(word);
  }
  if (o.tree.empty()) throw std::runtime_error("--tree is missing");
  return o;
}

// Loads a peer, hands it the model and the states in its own layout, and adds its entries.
void enlist(const std::string& file, const Options& options, const tenon::Model& model, const States& states,
            std::vector<Contestant>& contestants) {
  const Library library(file);
  const std::string name = library.name();
  const auto convention = name.starts_with("mujoco") ? tenon::Convention::mujoco : tenon::Convention::pinocchio;
  const PeerStates theirs = converted(model, states, convention);
  library.prepare(options.tree, theirs.view);
  for (const RaceEntry& entry : library.entries())
    contestants.push_back({name, file, "single", "double", false, convention, {entry, states.count, 1, 1, {}}});
}

// The worst residual of each contestant over a few states.
std::vector<double> judge(const std::vector<Contestant*>& field, const tenon::Model& model, const States& states) {
  const std::size_t nq = static_cast<std::size_t>(model.nq()), nv = static_cast<std::size_t>(model.nv());
  const std::string question = field.front()->runner.entry.question;
  tenon::Workspace workspace(model);
  std::vector<double> worst(field.size(), 0.0), buffer(3 * nv * nv + nv);
  for (int k = 0; k < states.count; k += std::max(1, states.count / 8)) {
    const auto s = static_cast<std::size_t>(k);
    const Inputs at{
        {&states.q[s * nq], nq}, {&states.v[s * nv], nv}, {&states.a[s * nv], nv}, {&states.tau[s * nv], nv}};
    std::vector<std::vector<double>> answers;
    for (const Contestant* c : field) {
      const RaceEntry& entry = c->runner.entry;
      if (entry.load) entry.load(k);
      entry.run(k);
      const int count = entry.result(k, buffer.data());
      answers.push_back(translated(model, c->convention, question, at, {buffer.begin(), buffer.begin() + count}));
    }
    for (std::size_t i = 0; i < field.size(); ++i) {  // ours against the first peer's, theirs against ours
      const std::size_t other = i == 0 || field[i]->library == field[0]->library ? field.size() - 1 : 0;
      const double r = residual(model, workspace, question, at, answers[i], answers[other]);
      worst[i] = std::isnan(r) ? r : std::max(worst[i], r);
    }
  }
  return worst;
}

void race_question(std::vector<Contestant*> field, const Options& options, const tenon::Model& model,
                   const States& states) {
  const std::vector<double> residuals = judge(field, model, states);
  std::vector<Runner*> runners;
  for (Contestant* c : field) runners.push_back(&c->runner);
  race_all(runners, options.rounds);
  for (std::size_t i = 0; i < field.size(); ++i) {
    const Contestant& c = *field[i];
    nlohmann::json row{{"question", c.runner.entry.question},
                       {"algorithm", c.runner.entry.algorithm},
                       {"library", c.library},
                       {"file", c.file},
                       {"mode", c.mode},
                       {"scalar", c.scalar},
                       {"best", c.best},
                       {"nv", model.nv()},
                       {"us", c.runner.minimum()},
                       {"us_median", c.runner.median()},
                       {"residual", residuals[i]},
                       {"bytes", tenon_bytes()},
                       {"isa", to_string(tenon::active_isa())}};
    std::printf("%s\n", row.dump().c_str());
    std::fflush(stdout);
  }
}

void run(const Options& options) {
  const auto model = std::make_shared<const tenon::Model>(
      options.robot.empty() ? tenon::Model(description_of(read_tree(options.tree)))
                            : tenon::load_robot(options.robot, {.floating_base = options.floating}));
  const auto states = std::make_shared<const States>(random_states(*model, options.states));
  prepare_tenon(model, states);

  std::vector<Contestant> contestants;
  for (const TenonEntry& e : tenon_entries())
    contestants.push_back({"tenon",
                           "",
                           e.mode,
                           e.scalar,
                           e.best,
                           tenon::Convention::pinocchio,
                           {e.entry, states->count, e.samples, 1, {}}});
  const std::size_t ours = contestants.size();
  for (const std::string& file : options.libraries) enlist(file, options, *model, *states, contestants);

  stay_on_this_core();
  std::string done = ",";
  for (std::size_t i = 0; i < ours; ++i) {
    const std::string question = contestants[i].runner.entry.question;
    if (done.find("," + question + ",") != std::string::npos) continue;
    done += question + ",";
    if (!options.only.empty() && options.only != question) continue;
    std::vector<Contestant*> field;
    for (Contestant& c : contestants)
      if (question == c.runner.entry.question) field.push_back(&c);
    race_question(field, options, *model, *states);
  }
}

}  // namespace
}  // namespace race

int main(int argc, char** argv) try { race::run(race::parse(argc, argv)); } catch (const std::exception& error) {
  std::fprintf(stderr, "the race: %s\n", error.what());
  return 2;
}
