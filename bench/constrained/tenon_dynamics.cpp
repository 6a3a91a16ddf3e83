// tenon's constrained dynamics by every algorithm that is raced.
#include <tenon/algorithms.hpp>
#include <tenon/constrained.hpp>

#include "constrained/names.hpp"
#include "questions.hpp"

namespace race {
namespace {

struct Entry {
  const char *name, *mode, *algorithm;
  std::optional<double> mu;  // none: the default, by masses
  tenon::Mode walk = tenon::Mode::automatic;
  double tolerance = race::tolerance;
};
constexpr Entry entries[] = {
    {"automatic", "lanes", "automatic", {}},
    {"automatic, mu 1e6", "lanes", "automatic", mu},
    {"automatic, to 1e-7", "lanes", "automatic", {}, tenon::Mode::automatic, within_reach},
    {"constrained-aba, body by body", "single", "constrained-aba", {}, tenon::Mode::single},
    {"constrained-aba-plain", "single", "constrained-aba-plain", mu},
    {"prox-pv", "single", "prox-pv", {}},
    {"pv", "single", "pv", {}},
    {"prox-ltl", "single", "prox-ltl", {}},
    {"prox-ltls", "single", "prox-ltls", mu},
};

// What the C-style entries below work on: one contest per process.
struct Single {
  tenon::Workspace ws;
  tenon::ConstrainedOptions settings;
  std::vector<double> a, lambda;
  tenon::SolveReport report;
};
struct Problem {
  Contest contest;
  std::vector<Single> singles;
};
std::unique_ptr<Problem> p;

template <std::size_t index>
void run(int k) {
  Single& s = p->singles[index];
  const Contest& c = p->contest;
  s.report =
      tenon::constrained_dynamics(*c.model, *c.set, s.ws, {c.q(k), c.v(k)}, c.tau(k), s.settings, {s.a, s.lambda});
}

// Of three iterations.
long operations_of(const Contest& c, tenon::Constrained algorithm) {
  if (algorithm == tenon::Constrained::automatic) algorithm = tenon::chosen_constrained(*c.set);
  tenon::Question question;
  question.constraints = c.set.get();
  const auto n = tenon::algorithm(*c.model, "constrained_dynamics", tenon::to_string(algorithm), c.set.get())
                     .count(*c.model, question);
  return n.add + n.mul + n.div + n.sqrt + n.trig;
}

template <std::size_t index>
void add(std::vector<Way>& ways) {
  const Contest& c = p->contest;
  const Entry& entry = entries[index];
  p->singles.push_back({.ws = {*c.model, *c.set, {.mode = entry.walk}},
                        .settings = {.algorithm = entry.algorithm,
                                     .penalty = entry.mu ? tenon::PerRow(*entry.mu) : tenon::PerRow(),
                                     .tolerance = entry.tolerance,
                                     .max_iterations = most_iterations},
                        .a = std::vector<double>(c.nv()),
                        .lambda = std::vector<double>(c.rows()),
                        .report = {}});
  ways.push_back(single_way(c, "dynamics", entry.name, entry.mode, index == 0, p->singles.back().ws.bytes(), run<index>,
                            [](int, std::vector<double>& to) {
                              to = p->singles[index].a;
                              to.push_back(p->singles[index].report.iterations);
                            }));
  ways.back().operations = operations_of(c, tenon::find_constrained(entry.algorithm));
}

}  // namespace

std::vector<Way> dynamics_ways(const Contest& contest) {
  p = std::make_unique<Problem>(contest);
  std::vector<Way> ways;
  add_each<std::size(entries)>([&]<std::size_t index> { add<index>(ways); });
  return ways;
}

std::vector<double> accelerations(const Contest& c, int state) {
  tenon::Workspace ws(*c.model, *c.set);
  std::vector<double> a(c.nv()), lambda(c.rows());
  (void)tenon::constrained_dynamics(*c.model, *c.set, ws, {c.q(state), c.v(state)}, c.tau(state),
                                    {.algorithm = "dense"}, {a, lambda});
  return a;
}

}  // namespace race
