// tenon's constrained dynamics of all states in one call: throughput beside the peers' fastest single call.
#include <tenon/batch.hpp>

#include "questions.hpp"

namespace race {
namespace {

// One contest per process.
struct Problem {
  Contest contest;
  tenon::Batch batch;
  tenon::Batch::ConstrainedOptions by_rows{.tolerance = tolerance, .max_iterations = most_iterations};
  tenon::Batch::ConstrainedOptions by_lanes{
      .layout = tenon::Layout::packed, .tolerance = tolerance, .max_iterations = most_iterations};
  std::vector<double> a, lambda;
  std::vector<double> q_packed, v_packed, tau_packed, a_packed, lambda_packed;
  std::vector<tenon::SolveReport> reports;

  explicit Problem(const Contest& c)
      : contest(c), batch(*c.model), a(count() * c.nv()), lambda(count() * c.rows()), reports(count()) {
    const auto pack = [&](const std::vector<double>& rows, std::vector<double>& packed) {
      const auto size = static_cast<int>(rows.size() / count());
      packed.resize(batch.packed_size(samples(), size));
      batch.pack(samples(), size, rows, packed);
    };
    pack(c.states->q, q_packed), pack(c.states->v, v_packed), pack(c.states->tau, tau_packed);
    pack(a, a_packed), pack(lambda, lambda_packed);
  }
  int samples() const { return contest.states->count; }
  std::size_t count() const { return static_cast<std::size_t>(samples()); }

  void answer(int k, const std::vector<double>& rows, std::vector<double>& to) const {
    const auto first = rows.begin() + static_cast<std::ptrdiff_t>(contest.nv()) * k;
    to.assign(first, first + static_cast<std::ptrdiff_t>(contest.nv()));
    to.push_back(reports[static_cast<std::size_t>(k)].iterations);
  }
};
std::unique_ptr<Problem> p;

void run_rows(int) {
  const States& s = *p->contest.states;
  (void)p->batch.constrained_dynamics(*p->contest.set, p->samples(), {s.q, s.v}, s.tau, p->by_rows,
                                      {p->a, p->lambda, p->reports});
}
void run_packed(int) {
  (void)p->batch.constrained_dynamics(*p->contest.set, p->samples(), {p->q_packed, p->v_packed}, p->tau_packed,
                                      p->by_lanes, {p->a_packed, p->lambda_packed, p->reports});
}

}  // namespace

std::vector<Way> batch_ways(const Contest& contest) {
  p = std::make_unique<Problem>(contest);
  run_rows(0);  // makes room
  const auto way = [&](const char* name, void (*run)(int), auto answer) {
    Way made = single_way(contest, "dynamics", name, "batch", false, p->batch.bytes(), run, answer);
    made.runner.samples = contest.states->count;
    return made;
  };
  return {way("batch, rows", run_rows, [](int k, std::vector<double>& to) { p->answer(k, p->a, to); }),
          way("batch, packed", run_packed, [](int k, std::vector<double>& to) {
            std::vector<double> rows(p->a.size());
            p->batch.unpack(p->samples(), p->contest.model->nv(), p->a_packed, rows);
            p->answer(k, rows, to);
          })};
}

}  // namespace race
