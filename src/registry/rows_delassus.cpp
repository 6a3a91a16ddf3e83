// Rows of delassus/delassus.list. Rows of constraints in local axes are constants and fold in a count; of loops, joints
// and the centre of mass J is taken as given.
#include "delassus/algorithms.hpp"
#include "registry/ask.hpp"
#include "registry/row_run.hpp"
#include "registry/rows.hpp"

namespace tenon {

namespace {

struct Run : count::RowRun {
  using RowRun::RowRun;

  template <class A>
  auto scratch_of() {
    const DelassusSizes sizes = delassus_sizes(model, set.capacity);
    return cut([&](Arena& arena) { return A::template scratch<Counted>(sizes, arena); });
  }
  template <class A>
  void run(const DelassusScratch<Counted>& w) {
    A::run(model, set, w, q.data(), matrix.data());
  }
  template <class A>
  void count() {
    if constexpr (requires(Run& self) { A::count(self); })
      A::count(*this);
    else
      run<A>(scratch_of<A>());
  }
};

template <Delassus algorithm>
void compute(const Model& model, Workspace& ws, const Question& s, std::span<double> out) {
  if (!s.constraints) return;
  make_room(model, ws, s.constraints->capacity());
  delassus(model, *s.constraints, ws, s.q, out, algorithm);
}
template <class A>
OperationCount count(const Model& model, const Question& s) {
  Run run(model, s);
  return count_operations([&] { run.count<A>(); });
}

template <class... All>
void add(Rows& rows, TypeList<All...> list) {
  (rows.push_back(row(All::facts, "delassus", All::takes, compute<Delassus{position_of<All>(list)}>, count<All>)), ...);
}

}  // namespace

void add_delassus(Rows& rows) { add(rows, DelassusAlgorithms{}); }

}  // namespace tenon
