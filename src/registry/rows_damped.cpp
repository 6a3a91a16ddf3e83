// Rows of delassus/damped.list, once for the matrix and once for its product with a vector. Stiffness and the vector
// are variables in a count.
#include "delassus/damped_algorithms.hpp"
#include "registry/ask.hpp"
#include "registry/row_run.hpp"
#include "registry/rows.hpp"

namespace tenon {

namespace {

struct Run : count::RowRun {
  DampedScratch<Counted> w;

  template <class A>
  Run(const Model& m, const Question& s, A) : RowRun(m, s) {
    const DelassusSizes sizes = delassus_sizes(model, set.capacity);
    w = cut([&](Arena& arena) { return A::template scratch<Counted>(sizes, arena); });
    for (int a = 0; a < set.rows; ++a) w.R[a] = w.x[a] = Counted::variable(1);
  }
};

template <Damped algorithm>
void compute_inverse(const Model& model, Workspace& ws, const Question& s, std::span<double> out) {
  if (!s.constraints) return;
  make_room(model, ws, s.constraints->capacity());
  damped_inverse(model, *s.constraints, ws, s.q, s.stiffness, out, algorithm);
}
template <Damped algorithm>
void compute_solve(const Model& model, Workspace& ws, const Question& s, std::span<double> out) {
  if (!s.constraints) return;
  make_room(model, ws, s.constraints->capacity());
  damped_solve(model, *s.constraints, ws, s.q, s.stiffness, s.x, out, algorithm);
}

template <class A>
OperationCount count_inverse(const Model& model, const Question& s) {
  Run run(model, s, A{});
  return count_operations([&] {
    if constexpr (requires { A::count_inverse(run); })
      A::count_inverse(run);
    else
      A::inverse(run.model, run.set, run.w, run.q.data());
  });
}
template <class A>
OperationCount count_solve(const Model& model, const Question& s) {
  Run run(model, s, A{});
  return count_operations([&] {
    if constexpr (requires { A::count_solve(run); })
      A::count_solve(run);
    else
      A::solve(run.model, run.set, run.w, run.q.data());
  });
}

template <class... All>
void add(Rows& rows, TypeList<All...> list) {
  (rows.push_back(row(All::facts, "damped_inverse", All::takes, compute_inverse<Damped{position_of<All>(list)}>,
                      count_inverse<All>)),
   ...);
  (rows.push_back(
       row(All::facts, "damped_solve", All::takes, compute_solve<Damped{position_of<All>(list)}>, count_solve<All>)),
   ...);
}

}  // namespace

void add_damped(Rows& rows) { add(rows, DampedAlgorithms{}); }

}  // namespace tenon
