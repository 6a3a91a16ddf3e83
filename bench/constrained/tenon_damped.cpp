// tenon's damped inverse by its seven routes, and of all states in one call.
#include <tenon/batch.hpp>
#include <tenon/delassus.hpp>

#include "questions.hpp"

namespace race {
namespace {

constexpr const char* algorithms[] = {"automatic",        "caba-osim",         "caba-osimf",       "pv-osimf",
                                      "pv-osimr-inverse", "pv-osimr-cholesky", "ltl-osim-inverse", "ltl-osim-cholesky"};

struct Single {
  tenon::Workspace ws;
  std::vector<double> out;
};
struct Problem {
  Contest contest;
  tenon::Batch batch;
  std::vector<double> matrices;
  std::vector<Single> singles;

  explicit Problem(const Contest& c)
      : contest(c), batch(*c.model), matrices(static_cast<std::size_t>(c.states->count) * c.rows() * c.rows()) {}
};
std::unique_ptr<Problem> p;

template <std::size_t index>
void run(int k) {
  const Contest& c = p->contest;
  tenon::damped_inverse(*c.model, *c.set, p->singles[index].ws, c.q(k),
                        {.algorithm = algorithms[index], .stiffness = stiffness}, p->singles[index].out);
}

void run_batch(int) {
  const Contest& c = p->contest;
  p->batch.damped_inverse(*c.set, c.states->count, c.states->q, {.stiffness = stiffness}, p->matrices);
}

template <std::size_t index>
void add(std::vector<Way>& ways) {
  const Contest& c = p->contest;
  p->singles.push_back({{*c.model, *c.set}, std::vector<double>(c.rows() * c.rows())});
  ways.push_back(single_way(c, "damped", algorithms[index], "single", index == 0, p->singles.back().ws.bytes(),
                            run<index>, [](int, std::vector<double>& to) { to = p->singles[index].out; }));
}

}  // namespace

std::vector<Way> damped_ways(const Contest& contest) {
  p = std::make_unique<Problem>(contest);
  std::vector<Way> ways;
  add_each<std::size(algorithms)>([&]<std::size_t index> { add<index>(ways); });
  run_batch(0);  // makes room
  ways.push_back(single_way(contest, "damped", "batch, rows", "batch", false, p->batch.bytes(), run_batch,
                            [](int k, std::vector<double>& to) {
                              const std::size_t size = p->contest.rows() * p->contest.rows();
                              const auto first = p->matrices.begin() + static_cast<std::ptrdiff_t>(size) * k;
                              to.assign(first, first + static_cast<std::ptrdiff_t>(size));
                            }));
  ways.back().runner.samples = contest.states->count;
  return ways;
}

std::vector<double> damped_matrix(const Contest& c, int state) {
  tenon::Workspace ws(*c.model, *c.set);
  std::vector<double> out(c.rows() * c.rows());
  tenon::damped_inverse(*c.model, *c.set, ws, c.q(state), {.algorithm = "dense", .stiffness = stiffness}, out);
  return out;
}

}  // namespace race
