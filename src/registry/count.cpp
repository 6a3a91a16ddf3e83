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
#include "tenon/configuration.hpp"

namespace tenon::count {

namespace {

using Numbers = std::vector<Counted>;

Numbers variables(std::span<const double> values) {
  Numbers out;
  for (const double value : values) out.push_back(Counted::variable(value));
  return out;
}

// A state to count at, with the scratch memory of the kernels. What a question leaves out is drawn at random.
struct Run {
  const CompiledModel& model;
  Numbers q, v, a, tau, x, sine, cosine, zero, out, M;
  std::vector<Force<Counted>> wrenches;

  Run(const Model& m, const Question& s) : model(m.compiled()) {
    const auto nq = static_cast<std::size_t>(model.nq), nv = static_cast<std::size_t>(model.nv);
    const std::vector<double> random_q = random_configuration(m, 1), random_v = random_velocity(m, 2);
    const auto tangent = [&](std::span<const double> given) {
      return variables(given.size() == nv ? given : random_v);
    };
    q = variables(s.q.empty() ? random_q : s.q);
    v = tangent(s.v), a = tangent(s.a), tau = tangent(s.tau), x = tangent(s.x);
    sine.resize(nq), cosine.resize(nq), zero.resize(nv), out.resize(nv);
    if (s.wrenches.empty()) return;
    wrenches.resize(model.bodies.size());
    for (const ExternalWrench& w : s.wrenches)
      for (Counted* part : parts(wrenches[static_cast<std::size_t>(model.body_frames[w.frame.index].body)]))
        *part = Counted::variable(1);
  }

  static std::array<Counted*, 6> parts(Force<Counted>& f) {
    return {&f.linear.x, &f.linear.y, &f.linear.z, &f.angular.x, &f.angular.y, &f.angular.z};
  }

  void rnea(const Numbers& velocity, const Numbers& acceleration) {
    std::vector<RneaBody<Counted>> body(model.bodies.size());
    rnea_kernel(model, body.data(), sine.data(), cosine.data(), q.data(), velocity.data(), acceleration.data(),
                wrenches.empty() ? nullptr : wrenches.data(), out.data());
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
    aba_kernel(model, body.data(), axes.data(), sine.data(), cosine.data(), q.data(), v.data(), tau.data(),
               wrenches.empty() ? nullptr : wrenches.data(), out.data());
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
