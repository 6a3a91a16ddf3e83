// The plain derivatives for a user's numbers.
#include "dynamics/derivatives.hpp"
#include "dynamics/paper/aba_derivatives.hpp"
#include "dynamics/paper/rnea_derivatives.hpp"

namespace tenon {

namespace {

DerivativeScratch<double> scratch(DerivativesMemory& ws) {
  return {ws.body.data(), ws.axis.data(), ws.p.data(), ws.sine.data(), ws.cosine.data()};
}

}  // namespace

void rnea_derivatives_plain(const CompiledModel& model, DerivativesMemory& ws, const double* q, const double* v,
                            const double* a, const Force<double>* external, double* dtau_dq, double* dtau_dv,
                            double* dtau_da) {
  plain_rnea_derivatives(model, scratch(ws), q, v, a, external, dtau_dq, dtau_dv, dtau_da);
}

void aba_derivatives_plain(const CompiledModel& model, DerivativesMemory& ws, double* da_dq, double* da_dv,
                           double* da_dtau) {
  plain_aba_derivatives(model, scratch(ws), da_dq, da_dv, da_dtau);
}

}  // namespace tenon
