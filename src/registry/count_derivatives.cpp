// Derivatives, Coriolis matrix and regressor. The derivatives are those of the plain algorithms: the fast ones multiply
// the same things four at a time, blanks of their tables included.
#include "registry/count.hpp"

#include "dynamics/aba.hpp"
#include "dynamics/aba_derivatives.hpp"
#include "dynamics/coriolis.hpp"
#include "dynamics/regressor.hpp"
#include "dynamics/rnea_derivatives.hpp"
#include "registry/count_state.hpp"

namespace tenon::count {

namespace {

struct Derivatives : CountedState {
  std::vector<DerivativeBody<Counted>> body;
  std::vector<DerivativeAxis<Counted>> axis;
  std::vector<Force<Counted>> p;
  Numbers dq, dv, dx;

  Derivatives(const Model& m, const Question& s)
      : CountedState(m, s), body(model.bodies.size()), axis(out.size()), p(model.bodies.size()) {
    for (Numbers* matrix : {&dq, &dv, &dx}) matrix->resize(out.size() * out.size());
  }
  DerivativeScratch<Counted> scratch() { return {body.data(), axis.data(), p.data(), sine.data(), cosine.data()}; }
  void of_rnea(const Numbers& acceleration) {
    plain_rnea_derivatives(model, scratch(), q.data(), v.data(), acceleration.data(), external(), dq.data(), dv.data(),
                           dx.data());
  }
  void of_aba() {
    std::vector<AbaBody<Counted>> aba_body(model.bodies.size());
    std::vector<AbaAxis<Counted>> aba_axis(out.size());
    aba_kernel(model, aba_body.data(), aba_axis.data(), sine.data(), cosine.data(), q.data(), v.data(), tau.data(),
               external(), out.data());
    of_rnea(out);
    plain_aba_derivatives(model, scratch(), dq.data(), dv.data(), dx.data());
  }
};

struct Moving : CountedState {
  std::vector<KinematicBody<Counted>> body;
  std::vector<Motion<Counted>> axis;

  Moving(const Model& m, const Question& s) : CountedState(m, s), body(model.bodies.size()), axis(out.size()) {}
  void kinematics(const Counted* acceleration) {
    forward_kinematics_kernel(model, body.data(), sine.data(), cosine.data(), q.data(), v.data(), acceleration);
  }
};

}  // namespace

OperationCount rnea_derivatives(const Model& model, const Question& s) {
  Derivatives run(model, s);
  return count_operations([&] { run.of_rnea(run.a); });
}
OperationCount aba_derivatives(const Model& model, const Question& s) {
  Derivatives run(model, s);
  return count_operations([&] { run.of_aba(); });
}

OperationCount coriolis(const Model& model, const Question& s) {
  Moving run(model, s);
  std::vector<Inertia<Counted>> composite(run.body.size());
  std::vector<Bilinear<Counted>> B(run.body.size());
  std::vector<Motion<Counted>> rate(run.axis.size());
  Numbers C(run.axis.size() * run.axis.size());
  return count_operations([&] {
    run.kinematics(nullptr);
    coriolis_kernel<Counted>(run.model, {run.body.data(), composite.data(), B.data(), run.axis.data(), rate.data()},
                             C.data());
  });
}

OperationCount regressor(const Model& model, const Question& s) {
  Moving run(model, s);
  Numbers Y(run.axis.size() * 10 * run.model.links.size());
  return count_operations([&] {
    run.kinematics(run.a.data());
    regressor_kernel(run.model, run.body.data(), run.axis.data(), Y.data());
  });
}

}  // namespace tenon::count
