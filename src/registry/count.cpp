// The tree algorithms and the factors of M. RNEA, CRBA and ABA are counted on the walk of the public call, body by
// body: limbs in lanes do the same operations four at a time. Factors are counted as printed, from the plain CRBA on.
// Not counted: moving wrenches from their frames to the bodies.
#include "registry/count.hpp"

#include "dynamics/aba_walk.hpp"
#include "dynamics/crba.hpp"
#include "dynamics/crba_walk.hpp"
#include "dynamics/minverse.hpp"
#include "dynamics/minverse_apply.hpp"
#include "dynamics/rnea_walk.hpp"
#include "factorization/back_substitution.hpp"
#include "factorization/ltdl.hpp"
#include "factorization/ltl.hpp"
#include "registry/count_state.hpp"

namespace tenon::count {

namespace {

// Scratch of a walk, cut from a block of numbers that are all known to be zero.
template <class Cut>
auto cut_from(Numbers& block, Cut&& cut) {
  Arena measure;
  cut(measure);
  block.resize(measure.used() * sizeof(double) / sizeof(Counted) + 1);
  Arena arena(reinterpret_cast<double*>(block.data()));
  return cut(arena);
}

// The kernels at that state, with their scratch memory.
struct Run : CountedState {
  Numbers M;

  using CountedState::CountedState;

  void rnea(const Numbers& velocity, const Numbers& acceleration) {
    Numbers block;
    const auto scratch = cut_from(block, [&](Arena& arena) { return rnea_scratch<Counted>(model, model.walk, arena); });
    rnea_walk<Counted>(model, model.walk, scratch, q.data(), velocity.data(), acceleration.data(), external(),
                       out.data());
  }
  void rnea_plain() {
    std::vector<RneaBody<Counted>> body(model.bodies.size());
    rnea_kernel(model, body.data(), sine.data(), cosine.data(), q.data(), v.data(), a.data(), external(), out.data());
  }
  void make_matrix() { M.resize(out.size() * out.size()); }
  void crba() {
    make_matrix();
    Numbers block;
    const auto scratch = cut_from(block, [&](Arena& arena) { return crba_scratch<Counted>(model, model.walk, arena); });
    crba_walk<Counted>(model, model.walk, scratch, q.data(), EntryMatrix<Counted, Triangle::lower>{M.data(), model.nv});
  }
  void crba_plain() {
    make_matrix();
    std::vector<CrbaBody<Counted>> body(model.bodies.size());
    crba_kernel(model, body.data(), sine.data(), cosine.data(), q.data(), M.data());
  }
  void aba() {
    Numbers block;
    const auto scratch = cut_from(block, [&](Arena& arena) { return aba_scratch<Counted>(model, model.walk, arena); });
    aba_walk<Counted>(model, model.walk, scratch, q.data(), v.data(), tau.data(), external(), out.data());
  }
  void aba_plain() {
    std::vector<AbaBody<Counted>> body(model.bodies.size());
    std::vector<AbaAxis<Counted>> axes(out.size());
    aba_kernel(model, body.data(), axes.data(), sine.data(), cosine.data(), q.data(), v.data(), tau.data(), external(),
               out.data());
  }
  void minverse() {
    make_matrix();
    const std::size_t bodies = model.bodies.size(), nv = out.size();
    std::vector<RootBody<Counted>> body(bodies);
    std::vector<ArticulatedInertia<Counted>> I(bodies);
    std::vector<MinverseAxis<Counted>> axis(nv);
    Numbers axes(6 * nv), F(6 * nv), P(6 * nv * static_cast<std::size_t>(model.levels));
    minverse_kernel(model, {body.data(), I.data(), axis.data(), axes.data(), F.data(), P.data()}, sine.data(),
                    cosine.data(), q.data(), M.data());
  }
  void minverse_apply() {
    Numbers block;
    const auto scratch = cut_from(block, [&](Arena& arena) { return aba_scratch<Counted>(model, model.walk, arena); });
    minverse_walk<Counted>(model, model.walk, scratch, q.data(), x.data(), out.data());
  }
  MatrixView<Counted> inertia() { return {M.data(), model.nv}; }
  static RowsView<Counted> rows(Numbers& x) { return {x.data()}; }
  MatrixView<Counted> ltdl() {
    crba_plain();
    ltdl_factorize(model.lambda, inertia());
    return inertia();
  }
};

}  // namespace

OperationCount rnea(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) { run.rnea(run.v, run.a); });
}
OperationCount rnea_plain(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) { run.rnea_plain(); });
}
OperationCount gravity(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) { run.rnea(run.zero, run.zero); });
}
OperationCount bias(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) { run.rnea(run.v, run.zero); });
}
OperationCount crba(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) { run.crba(); });
}
OperationCount crba_plain(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) { run.crba_plain(); });
}
OperationCount aba(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) { run.aba(); });
}
OperationCount aba_plain(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) { run.aba_plain(); });
}
OperationCount minverse(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) { run.minverse(); });
}
OperationCount minverse_apply(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) { run.minverse_apply(); });
}
OperationCount rnea_columns(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) {
    run.rnea(run.zero, run.zero);
    const Numbers at_rest = run.out;
    for (std::size_t k = 0; k < at_rest.size(); ++k) {
      Numbers unit = run.zero;
      unit[k] = Counted(1);
      run.rnea(run.zero, unit);
      for (std::size_t i = 0; i < at_rest.size(); ++i) run.out[i] -= at_rest[i];
    }
  });
}

OperationCount crba_ltdl(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) {
    run.rnea(run.v, run.zero);
    for (std::size_t i = 0; i < run.out.size(); ++i) run.out[i] = run.tau[i] - run.out[i];
    tenon::ltdl_solve(run.model.lambda, run.ltdl(), run.rows(run.out));
  });
}
OperationCount ltdl_solve(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) { tenon::ltdl_solve(run.model.lambda, run.ltdl(), run.rows(run.x)); });
}
OperationCount ltdl_inverse(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) {
    Numbers inverse(run.out.size() * run.out.size());
    tenon::ltdl_inverse(run.model.lambda, run.ltdl(), MatrixView<Counted>{inverse.data(), run.model.nv});
  });
}
OperationCount ltdl(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) { run.ltdl(); });
}
OperationCount ltl(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) {
    run.crba_plain();
    ltl_factorize(run.model.lambda, run.inertia());
  });
}

OperationCount multiply_L(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) {
    multiply_l<Diagonal::unit>(run.model.lambda, run.ltdl(), run.rows(run.x), run.rows(run.out));
  });
}
OperationCount multiply_Lt(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) {
    multiply_lt<Diagonal::unit>(run.model.lambda, run.ltdl(), run.rows(run.x), run.rows(run.out));
  });
}
OperationCount solve_L(const Model& model, const Question& s) {
  return counted<Run>(model, s,
                      [](Run& run) { solve_l<Diagonal::unit>(run.model.lambda, run.ltdl(), run.rows(run.x)); });
}
OperationCount solve_Lt(const Model& model, const Question& s) {
  return counted<Run>(model, s,
                      [](Run& run) { solve_lt<Diagonal::unit>(run.model.lambda, run.ltdl(), run.rows(run.x)); });
}

}  // namespace tenon::count
