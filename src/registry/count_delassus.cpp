// The Delassus algorithms on numbers that count. Rows of constraints in local axes are constants and fold; of loops,
// joints and the centre of mass J is taken as given.
#include "delassus/dense.hpp"
#include "delassus/efpa.hpp"
#include "delassus/kjr.hpp"
#include "delassus/ltl_osim.hpp"
#include "delassus/pv_osim.hpp"
#include "delassus/pv_osimr.hpp"
#include "delassus/pv_osimr_walk.hpp"
#include "registry/count.hpp"
#include "registry/count_state.hpp"

namespace tenon {

std::vector<Constraint> weld_tips(const Model& model) {
  const CompiledModel& m = model.compiled();
  std::vector<int> frame_of(m.bodies.size(), -1);
  for (std::size_t f = m.body_frames.size(); f-- > 0;)
    frame_of[static_cast<std::size_t>(m.body_frames[f].body)] = static_cast<int>(f);
  std::vector<Constraint> list;
  for (int i = 1; i < m.body_count(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (m.end[k] == i + 1 && m.bodies[k].nv > 0 && frame_of[k] >= 0) list.push_back(weld(FrameId{frame_of[k]}));
  }
  return list;
}

namespace count {

namespace {

struct Run : CountedState {
  std::optional<ConstraintSet> tips;
  const ConstraintSet::Data& set;
  std::vector<double> block;
  DelassusScratch<Counted> w;
  Numbers matrix;

  Run(const Model& m, const Question& s, Delassus algorithm)
      : CountedState(m, s), set(set_of(m, s)), matrix(static_cast<std::size_t>(set.rows * set.rows)) {
    const DelassusSizes sizes = delassus_sizes(model, set.capacity);
    Arena measure;
    delassus_scratch<Counted>(sizes, algorithm, measure);
    block.resize(measure.used());
    Arena arena(block.data());
    w = delassus_scratch<Counted>(sizes, algorithm, arena);
  }
  const ConstraintSet::Data& set_of(const Model& m, const Question& s) {
    if (s.constraints) return s.constraints->data();
    return tips.emplace(m, weld_tips(m)).data();
  }
};

using Kernel = void(const CompiledModel&, const ConstraintSet::Data&, const DelassusScratch<Counted>&, const Counted*,
                    Counted*);
OperationCount of(const Model& model, const Question& s, Delassus algorithm, Kernel* kernel) {
  Run run(model, s, algorithm);
  return count_operations([&] { kernel(run.model, run.set, run.w, run.q.data(), run.matrix.data()); });
}

void dense_kernel(const CompiledModel& model, const ConstraintSet::Data& set, const DelassusScratch<Counted>& w,
                  const Counted* q, Counted* out) {
  crba_kernel(model, w.crba, w.sine, w.cosine, q, w.M);
  if (set.rows_on_effectors()) ltl_osim_jacobian(model, set, w, w.crba);
  dense_delassus(model.nv, set.rows, w.M, w.J, out);
}

}  // namespace

OperationCount delassus_dense(const Model& model, const Question& s) {
  return of(model, s, Delassus::dense, dense_kernel);
}
OperationCount ltl_osim(const Model& model, const Question& s) {
  return of(model, s, Delassus::ltl_osim_plain, ltl_osim_kernel<Counted>);
}
OperationCount kjr(const Model& model, const Question& s) { return of(model, s, Delassus::kjr, kjr_kernel<Counted>); }
OperationCount efpa(const Model& model, const Question& s) {
  return of(model, s, Delassus::efpa, efpa_kernel<Counted>);
}
OperationCount pv_osim(const Model& model, const Question& s) {
  return of(model, s, Delassus::pv_osim, pv_osim_kernel<Counted>);
}
OperationCount pv_osimr_plain(const Model& model, const Question& s) {
  return of(model, s, Delassus::pv_osimr_plain, pv_osimr_kernel<Counted>);
}
// Body by body: limbs and columns in lanes do the same operations four at a time.
OperationCount pv_osimr(const Model& model, const Question& s) {
  Run run(model, s, Delassus::pv_osimr);
  const Walk<4>& walk = run.model.walk;
  RowPlan<double> plan(run.model, walk, 1);
  plan.compile(run.model, run.set);
  Arena measure;
  row_scratch<Counted>(walk, plan, plan.room(), measure);
  std::vector<double> block(measure.used());
  Arena arena(block.data());
  const auto scratch = row_scratch<Counted>(walk, plan, plan.room(), arena);
  return count_operations([&] {
    pv_osimr_walk<Counted>(run.model, run.set, walk, walk.trunk.data(), plan, scratch, run.q.data(), run.matrix.data());
  });
}

}  // namespace count
}  // namespace tenon
