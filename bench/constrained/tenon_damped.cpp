// tenon's damped inverse by its seven routes, and of all states in one call.
#include <tenon/batch.hpp>
#include <tenon/damped.hpp>

#include "questions.hpp"

namespace race {
namespace {

using tenon::Damped;

constexpr Damped algorithms[] = {Damped::automatic,        Damped::caba_osim,        Damped::caba_osimf,
                                 Damped::pv_osimf,         Damped::pv_osimr_inverse, Damped::pv_osimr_cholesky,
                                 Damped::ltl_osim_inverse, Damped::ltl_osim_cholesky};

struct Single {
  tenon::DampedWorkspace ws;
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
  tenon::damped_inverse(*c.model, *c.set, p->singles[index].ws, c.q(k), std::span(&stiffness, 1), p->singles[index].out,
                        algorithms[index]);
}

void run_batch(int) {
  const Contest& c = p->contest;
  p->batch.damped_inverse(c.states->count, *c.set, c.states->q, std::span(&stiffness, 1), p->matrices);
}

template <std::size_t index>
void add(std::vector<Way>& ways) {
  const Contest& c = p->contest;
  p->singles.push_back({{*c.model, *c.set, algorithms[index]}, std::vector<double>(c.rows() * c.rows())});
  ways.push_back(single_way(c, "damped", tenon::to_string(algorithms[index]), "single", index == 0,
                            p->singles.back().ws.bytes(), run<index>,
                            [](int, std::vector<double>& to) { to = p->singles[index].out; }));
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
  tenon::DampedWorkspace ws(*c.model, *c.set, Damped::dense);
  std::vector<double> out(c.rows() * c.rows());
  tenon::damped_inverse(*c.model, *c.set, ws, c.q(state), std::span(&stiffness, 1), out, Damped::dense);
  return out;
}

}  // namespace race
