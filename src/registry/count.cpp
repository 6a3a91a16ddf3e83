// q, v, a, τ and wrenches are variables, the model's constants are known and fold. Not counted: moving the wrenches
// from their frames to the bodies, and from the last body to the named frame.
#include "registry/count.hpp"

#include "dynamics/aba.hpp"
#include "dynamics/crba.hpp"
#include "dynamics/crba_root.hpp"
#include "dynamics/minverse.hpp"
#include "dynamics/minverse_apply.hpp"
#include "dynamics/rnea.hpp"
#include "factorization/back_substitution.hpp"
#include "factorization/ltdl.hpp"
#include "factorization/ltl.hpp"
#include "kinematics/forward.hpp"
#include "registry/count_state.hpp"

namespace tenon::count {

namespace {

// The kernels at that state, with their scratch memory.
struct Run : CountedState {
  Numbers M;

  using CountedState::CountedState;

  void rnea(const Numbers& velocity, const Numbers& acceleration) {
    std::vector<RneaBody<Counted>> body(model.bodies.size());
    rnea_kernel(model, body.data(), sine.data(), cosine.data(), q.data(), velocity.data(), acceleration.data(),
                external(), out.data());
  }
  void make_matrix() { M.resize(out.size() * out.size()); }
  void crba() {
    make_matrix();
    std::vector<RootBody<Counted>> body(model.bodies.size());
    Numbers axes(6 * out.size());
    crba_root_kernel(model, body.data(), axes.data(), sine.data(), cosine.data(), q.data(), M.data());
  }
  void crba_plain() {
    make_matrix();
    std::vector<CrbaBody<Counted>> body(model.bodies.size());
    crba_kernel(model, body.data(), sine.data(), cosine.data(), q.data(), M.data());
  }
  void aba() {
    std::vector<AbaBody<Counted>> body(model.bodies.size());
    std::vector<AbaAxis<Counted>> axes(static_cast<std::size_t>(model.nv));
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
    std::vector<AbaBody<Counted>> body(model.bodies.size());
    std::vector<AbaAxis<Counted>> axes(out.size());
    std::vector<SweepBody<Counted>> sweep(model.bodies.size());
    Numbers u(out.size());
    aba_eliminate_kernel(model, body.data(), axes.data(), sine.data(), cosine.data(), q.data(), zero.data());
    minverse_sweep<Counted>(
        model, body.data(), axes.data(), sweep.data(), u.data(), [&](int d) { return x[static_cast<std::size_t>(d)]; },
        [&](int d, const Counted& y) { out[static_cast<std::size_t>(d)] = y; });
  }
  void kinematics(const Numbers* velocity, const Numbers* acceleration) {
    std::vector<KinematicBody<Counted>> body(model.bodies.size());
    forward_kinematics_kernel(model, body.data(), sine.data(), cosine.data(), q.data(),
                              velocity ? velocity->data() : nullptr, acceleration ? acceleration->data() : nullptr);
  }
  MatrixView<Counted> inertia() { return {M.data(), model.nv}; }
  MatrixView<Counted> ltdl() {
    crba();
    ltdl_factorize(model.lambda, inertia());
    return inertia();
  }
};

}  // namespace

OperationCount rnea(const Model& model, const Question& s) {
  Run run(model, s);
  return count_operations([&] { run.rnea(run.v, run.a); });
}
OperationCount gravity(const Model& model, const Question& s) {
  Run run(model, s);
  return count_operations([&] { run.rnea(run.zero, run.zero); });
}
OperationCount bias(const Model& model, const Question& s) {
  Run run(model, s);
  return count_operations([&] { run.rnea(run.v, run.zero); });
}
OperationCount crba(const Model& model, const Question& s) {
  Run run(model, s);
  return count_operations([&] { run.crba(); });
}
OperationCount crba_plain(const Model& model, const Question& s) {
  Run run(model, s);
  return count_operations([&] { run.crba_plain(); });
}
OperationCount aba(const Model& model, const Question& s) {
  Run run(model, s);
  return count_operations([&] { run.aba(); });
}

OperationCount minverse(const Model& model, const Question& s) {
  Run run(model, s);
  return count_operations([&] { run.minverse(); });
}
OperationCount minverse_apply(const Model& model, const Question& s) {
  Run run(model, s);
  return count_operations([&] { run.minverse_apply(); });
}

OperationCount rnea_columns(const Model& model, const Question& s) {
  Run run(model, s);
  return count_operations([&] {
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
  Run run(model, s);
  return count_operations([&] {
    run.rnea(run.v, run.zero);
    for (std::size_t i = 0; i < run.out.size(); ++i) run.out[i] = run.tau[i] - run.out[i];
    tenon::ltdl_solve(run.model.lambda, run.ltdl(), RowsView<Counted>{run.out.data()});
  });
}
OperationCount ltdl_solve(const Model& model, const Question& s) {
  Run run(model, s);
  return count_operations([&] { tenon::ltdl_solve(run.model.lambda, run.ltdl(), RowsView<Counted>{run.x.data()}); });
}
OperationCount ltdl_inverse(const Model& model, const Question& s) {
  Run run(model, s);
  Numbers inverse(run.out.size() * run.out.size());
  return count_operations(
      [&] { tenon::ltdl_inverse(run.model.lambda, run.ltdl(), MatrixView<Counted>{inverse.data(), run.model.nv}); });
}
OperationCount ltdl(const Model& model, const Question& s) {
  Run run(model, s);
  return count_operations([&] { run.ltdl(); });
}
OperationCount ltl(const Model& model, const Question& s) {
  Run run(model, s);
  return count_operations([&] {
    run.crba();
    ltl_factorize(run.model.lambda, run.inertia());
  });
}

OperationCount placement(const Model& model, const Question& s) {
  Run run(model, s);
  return count_operations([&] { run.kinematics(nullptr, nullptr); });
}
OperationCount velocity(const Model& model, const Question& s) {
  Run run(model, s);
  return count_operations([&] { run.kinematics(&run.v, nullptr); });
}
OperationCount acceleration(const Model& model, const Question& s) {
  Run run(model, s);
  return count_operations([&] { run.kinematics(&run.v, &run.a); });
}

}  // namespace tenon::count
