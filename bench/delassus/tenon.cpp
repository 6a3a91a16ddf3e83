// The Delassus race: tenon's calls, single ones by every mode and algorithm that is raced, and batches of all states.
#include <tenon/batch.hpp>
#include <tenon/delassus.hpp>

#include "contest.hpp"

namespace race {
namespace {

using tenon::Mode;

std::size_t entries(const Contest& c) { return c.rows() * c.rows(); }

// What the C-style entries below work on: one contest per process.
struct Single {
  const char* algorithm;
  tenon::Workspace ws;
  std::vector<double> out;
};
struct Problem {
  Contest contest;
  std::vector<Single> singles;
  tenon::Batch batch;
  tenon::FloatBatch float_batch;
  std::vector<float> q_float, out_float;
  std::vector<double> out, q_packed, out_packed;

  explicit Problem(const Contest& c) : contest(c), batch(*c.model), float_batch(*c.model) {
    const auto n = contest.states->count;
    q_float.assign(c.states->q.begin(), c.states->q.end());
    out.resize(entries(c) * static_cast<std::size_t>(n)), out_float.resize(out.size());
    q_packed.resize(batch.packed_size(n, c.model->nq()));
    out_packed.resize(batch.packed_size(n, static_cast<int>(entries(c))));
    batch.pack(n, c.model->nq(), c.states->q, q_packed);
  }
};
std::unique_ptr<Problem> p;

template <int index>
void run_single(int k) {
  Single& s = p->singles[index];
  tenon::delassus(*p->contest.model, *p->contest.set, s.ws, p->contest.q(k), {.algorithm = s.algorithm}, s.out);
}
void run_rows(int) { p->batch.delassus(*p->contest.set, p->contest.states->count, p->contest.states->q, p->out); }
void run_packed(int) {
  p->batch.delassus(*p->contest.set, p->contest.states->count, p->q_packed, {.layout = tenon::Layout::packed},
                    p->out_packed);
}
void run_float(int) { p->float_batch.delassus(*p->contest.set, p->contest.states->count, p->q_float, p->out_float); }

template <class T>
void sample(const std::vector<T>& all, int k, std::vector<double>& to) {
  const std::size_t n = entries(p->contest);
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(n) * k;
  to.assign(first, first + static_cast<std::ptrdiff_t>(n));
}

template <int index>
void add_single(std::vector<Way>& ways, const char* name, const char* mode, const char* algorithm, Mode walk,
                bool best) {
  const Contest& c = p->contest;
  p->singles.push_back({algorithm, {*c.model, *c.set, {.mode = walk}}, std::vector<double>(entries(c))});
  ways.push_back({"tenon",
                  "",
                  name,
                  mode,
                  "double",
                  best,
                  p->singles.back().ws.bytes(),
                  [](int, std::vector<double>& to) { to = p->singles[index].out; },
                  {{"delassus", name, nullptr, run_single<index>, nullptr}, c.states->count, 1, 1, {}}});
}

std::vector<Way> tenon_ways(const Contest& contest) {
  p = std::make_unique<Problem>(contest);
  std::vector<Way> ways;
  add_single<0>(ways, "automatic", "lanes", "automatic", Mode::automatic, true);
  add_single<1>(ways, "pv-osimr, body by body", "single", "pv-osimr", Mode::single, false);
  add_single<2>(ways, "pv-osimr-plain", "single", "pv-osimr-plain", Mode::automatic, false);
  add_single<3>(ways, "ltl-osim", "single", "ltl-osim", Mode::automatic, false);
  const int n = contest.states->count;
  run_rows(0), run_float(0);  // make room
  const auto batch = [&](const char* name, const char* scalar, std::size_t bytes, void (*run)(int), auto answer) {
    ways.push_back({"tenon",
                    "",
                    name,
                    "batch",
                    scalar,
                    false,
                    bytes,
                    answer,
                    {{"delassus", name, nullptr, run, nullptr}, n, n, 1, {}}});
  };
  batch("pv-osimr, rows", "double", p->batch.bytes(), run_rows,
        [](int k, std::vector<double>& to) { sample(p->out, k, to); });
  batch("pv-osimr, packed", "double", p->batch.bytes(), run_packed, [](int k, std::vector<double>& to) {
    const auto size = static_cast<int>(entries(p->contest));
    std::vector<double> rows(p->out.size());
    p->batch.unpack(p->contest.states->count, size, p->out_packed, rows);
    sample(rows, k, to);
  });
  batch("pv-osimr, rows", "float", p->float_batch.bytes(), run_float,
        [](int k, std::vector<double>& to) { sample(p->out_float, k, to); });
  return ways;
}

// J M^-1 J^T by dense Cholesky, of one state.
std::vector<double> reference(const Contest& c, const std::string&, int state) {
  tenon::Workspace ws(*c.model, *c.set);
  std::vector<double> out(entries(c));
  tenon::delassus(*c.model, *c.set, ws, c.q(state), {.algorithm = "dense"}, out);
  return out;
}

}  // namespace
}  // namespace race

int main(int argc, char** argv) { return race::race_main(argc, argv, {race::tenon_ways, race::reference}); }
