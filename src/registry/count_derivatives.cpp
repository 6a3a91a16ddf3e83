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

}  // namespace

OperationCount rnea_derivatives(const Model& model, const Question& s) {
  return counted<Derivatives>(model, s, [](Derivatives& run) { run.of_rnea(run.a); });
}
OperationCount aba_derivatives(const Model& model, const Question& s) {
  return counted<Derivatives>(model, s, [](Derivatives& run) { run.of_aba(); });
}

OperationCount coriolis(const Model& model, const Question& s) {
  return counted<CountedMotion>(model, s, [](CountedMotion& run) {
    const std::size_t bodies = run.body.size(), nv = run.out.size();
    std::vector<Inertia<Counted>> composite(bodies);
    std::vector<Bilinear<Counted>> B(bodies);
    std::vector<Motion<Counted>> axis(nv), rate(nv);
    Numbers C(nv * nv);
    run.kinematics(&run.v, nullptr);
    coriolis_kernel<Counted>(run.model, {run.body.data(), composite.data(), B.data(), axis.data(), rate.data()},
                             C.data());
  });
}

OperationCount regressor(const Model& model, const Question& s) {
  return counted<CountedMotion>(model, s, [](CountedMotion& run) {
    std::vector<Motion<Counted>> axis(run.out.size());
    Numbers Y(axis.size() * 10 * run.model.links.size());
    run.kinematics(&run.v, &run.a);
    regressor_kernel(run.model, run.body.data(), axis.data(), Y.data());
  });
}

}  // namespace tenon::count
