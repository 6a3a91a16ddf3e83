// tenon's constrained dynamics by every algorithm that is raced.
#include <tenon/algorithms.hpp>
#include <tenon/constrained.hpp>

#include "questions.hpp"

namespace race {
namespace {

using tenon::Constrained;

struct Entry {
  const char *name, *mode;
  Constrained algorithm;
  std::optional<double> mu;  // none: the default, by masses
  tenon::Mode walk = tenon::Mode::automatic;
  double tolerance = race::tolerance;
};
constexpr Entry entries[] = {
    {"automatic", "lanes", Constrained::automatic, {}},
    {"automatic, mu 1e6", "lanes", Constrained::automatic, mu},
    {"automatic, to 1e-7", "lanes", Constrained::automatic, {}, tenon::Mode::automatic, within_reach},
    {"constrained-aba, body by body", "single", Constrained::constrained_aba, {}, tenon::Mode::single},
    {"constrained-aba-plain", "single", Constrained::constrained_aba_plain, mu},
    {"prox-pv", "single", Constrained::prox_pv, {}},
    {"pv", "single", Constrained::pv, {}},
    {"prox-ltl", "single", Constrained::prox_ltl, {}},
    {"prox-ltls", "single", Constrained::prox_ltls, mu},
};

// What the C-style entries below work on: one contest per process.
struct Single {
  tenon::ConstrainedWorkspace ws;
  tenon::ConstrainedSettings settings;
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
  s.report = tenon::constrained_dynamics(*c.model, *c.set, s.ws, c.q(k), c.v(k), c.tau(k), s.settings, s.a, s.lambda,
                                         entries[index].algorithm);
}

// Of three iterations.
long operations_of(const Contest& c, Constrained algorithm) {
  if (algorithm == Constrained::automatic) algorithm = tenon::chosen_constrained(*c.set);
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
  p->singles.push_back({.ws = {*c.model, *c.set, entry.algorithm, entry.walk},
                        .settings = {.mu = entry.mu, .tolerance = entry.tolerance, .max_iterations = most_iterations},
                        .a = std::vector<double>(c.nv()),
                        .lambda = std::vector<double>(c.rows()),
                        .report = {}});
  ways.push_back(single_way(c, "dynamics", entry.name, entry.mode, index == 0, p->singles.back().ws.bytes(), run<index>,
                            [](int, std::vector<double>& to) {
                              to = p->singles[index].a;
                              to.push_back(p->singles[index].report.iterations);
                            }));
  ways.back().operations = operations_of(c, entry.algorithm);
}

}  // namespace

std::vector<Way> dynamics_ways(const Contest& contest) {
  p = std::make_unique<Problem>(contest);
  std::vector<Way> ways;
  add_each<std::size(entries)>([&]<std::size_t index> { add<index>(ways); });
  return ways;
}

std::vector<double> accelerations(const Contest& c, int state) {
  tenon::ConstrainedWorkspace ws(*c.model, *c.set, Constrained::dense);
  std::vector<double> a(c.nv()), lambda(c.rows());
  tenon::constrained_dynamics(*c.model, *c.set, ws, c.q(state), c.v(state), c.tau(state), {}, a, lambda,
                              Constrained::dense);
  return a;
}

}  // namespace race
