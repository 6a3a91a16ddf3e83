// tenon's calls: single ones by every mode and algorithm that is raced, and batches of all states.
#include <tenon/batch.hpp>
#include <tenon/delassus.hpp>

#include "contest.hpp"

namespace race {
namespace {

using tenon::Delassus;
using tenon::Mode;

// What the C-style entries below work on: one contest per process.
struct Single {
  Delassus algorithm;
  tenon::DelassusWorkspace ws;
  std::vector<double> out;
};
struct Problem {
  Contest contest;
  std::size_t nq;
  std::vector<Single> singles;
  tenon::Batch batch;
  std::vector<float> q_float, out_float;
  std::vector<double> out, q_packed, out_packed;

  explicit Problem(const Contest& c) : contest(c), nq(static_cast<std::size_t>(c.model->nq())), batch(*c.model) {
    const auto n = contest.states->count;
    q_float.assign(c.states->q.begin(), c.states->q.end());
    out.resize(c.entries() * static_cast<std::size_t>(n)), out_float.resize(out.size());
    q_packed.resize(batch.packed_size_double(n, c.model->nq()));
    out_packed.resize(batch.packed_size_double(n, static_cast<int>(c.entries())));
    batch.pack(n, c.model->nq(), c.states->q, q_packed);
  }
};
std::unique_ptr<Problem> p;

template <int index>
void run_single(int k) {
  Single& s = p->singles[index];
  const std::span<const double> q(&p->contest.states->q[static_cast<std::size_t>(k) * p->nq], p->nq);
  tenon::delassus(*p->contest.model, *p->contest.set, s.ws, q, s.out, s.algorithm);
}
void run_rows(int) { p->batch.delassus(p->contest.states->count, *p->contest.set, p->contest.states->q, p->out); }
void run_packed(int) {
  p->batch.delassus(p->contest.states->count, *p->contest.set, p->q_packed, p->out_packed, tenon::Layout::packed);
}
void run_float(int) { p->batch.delassus(p->contest.states->count, *p->contest.set, p->q_float, p->out_float); }

template <class T>
void sample(const std::vector<T>& all, int k, std::vector<double>& to) {
  const std::size_t n = p->contest.entries();
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(n) * k;
  to.assign(first, first + static_cast<std::ptrdiff_t>(n));
}

template <int index>
void add_single(std::vector<Way>& ways, const char* name, const char* mode, Delassus algorithm, Mode walk, bool best) {
  const Contest& c = p->contest;
  p->singles.push_back({algorithm, {*c.model, *c.set, algorithm, walk}, std::vector<double>(c.entries())});
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

}  // namespace

std::vector<Way> tenon_ways(const Contest& contest) {
  p = std::make_unique<Problem>(contest);
  std::vector<Way> ways;
  add_single<0>(ways, "automatic", "lanes", Delassus::automatic, Mode::automatic, true);
  add_single<1>(ways, "pv-osimr, body by body", "single", Delassus::pv_osimr, Mode::single, false);
  add_single<2>(ways, "pv-osimr-plain", "single", Delassus::pv_osimr_plain, Mode::automatic, false);
  add_single<3>(ways, "ltl-osim", "single", Delassus::ltl_osim, Mode::automatic, false);
  const int n = contest.states->count;
  run_rows(0);  // makes room
  const auto batch = [&](const char* name, const char* scalar, void (*run)(int), auto answer) {
    ways.push_back({"tenon",
                    "",
                    name,
                    "batch",
                    scalar,
                    false,
                    p->batch.bytes(),
                    answer,
                    {{"delassus", name, nullptr, run, nullptr}, n, n, 1, {}}});
  };
  batch("pv-osimr, rows", "double", run_rows, [](int k, std::vector<double>& to) { sample(p->out, k, to); });
  batch("pv-osimr, packed", "double", run_packed, [](int k, std::vector<double>& to) {
    const auto size = static_cast<int>(p->contest.entries());
    std::vector<double> rows(p->out.size());
    p->batch.unpack(p->contest.states->count, size, p->out_packed, rows);
    sample(rows, k, to);
  });
  batch("pv-osimr, rows", "float", run_float, [](int k, std::vector<double>& to) { sample(p->out_float, k, to); });
  return ways;
}

Contest make_contest(const std::string& tree_file, const std::string& rows_file, int states) {
  Contest c;
  c.model = std::make_shared<const tenon::Model>(description_of(read_tree(tree_file)));
  c.states = std::make_shared<const States>(random_states(*c.model, states));
  std::vector<tenon::Constraint> list;
  for (const Held& h : read_rows(rows_file)) {
    const std::string link = "link:" + h.joint;
    list.push_back(h.weld ? tenon::weld(link) : tenon::connect(link));
    list.back().in_frame.translation = {h.at[0], h.at[1], h.at[2]};
  }
  c.set = std::make_shared<const tenon::ConstraintSet>(*c.model, list);
  return c;
}

std::vector<double> reference(const Contest& c, int state) {
  tenon::DelassusWorkspace ws(*c.model, *c.set, Delassus::dense);
  const auto nq = static_cast<std::size_t>(c.model->nq());
  std::vector<double> out(c.entries());
  tenon::delassus(*c.model, *c.set, ws, {&c.states->q[static_cast<std::size_t>(state) * nq], nq}, out, Delassus::dense);
  return out;
}

}  // namespace race
