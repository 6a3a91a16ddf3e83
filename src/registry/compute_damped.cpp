// Adapters: the damped inverse and its product with a vector.
#include "registry/compute.hpp"

namespace tenon::compute {

template <Damped algorithm>
void damped_inverse(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  if (!s.constraints) return;
  tenon::damped_inverse(model, *s.constraints, ws.data().damped.get(model, *s.constraints), s.q, s.stiffness, out,
                        algorithm);
}
template <Damped algorithm>
void damped_solve(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  if (!s.constraints) return;
  tenon::damped_solve(model, *s.constraints, ws.data().damped.get(model, *s.constraints), s.q, s.stiffness, s.x, out,
                      algorithm);
}

template Compute damped_inverse<Damped::dense>;
template Compute damped_inverse<Damped::pv_osimr_inverse>;
template Compute damped_inverse<Damped::caba_osim>;
template Compute damped_inverse<Damped::caba_osim_plain>;
template Compute damped_inverse<Damped::caba_osimf>;
template Compute damped_inverse<Damped::pv_osimf>;
template Compute damped_inverse<Damped::pv_osimr_cholesky>;
template Compute damped_inverse<Damped::ltl_osim_cholesky>;
template Compute damped_inverse<Damped::ltl_osim_inverse>;
template Compute damped_solve<Damped::dense>;
template Compute damped_solve<Damped::pv_osimr_inverse>;
template Compute damped_solve<Damped::caba_osim>;
template Compute damped_solve<Damped::caba_osim_plain>;
template Compute damped_solve<Damped::caba_osimf>;
template Compute damped_solve<Damped::pv_osimf>;
template Compute damped_solve<Damped::pv_osimr_cholesky>;
template Compute damped_solve<Damped::ltl_osim_cholesky>;
template Compute damped_solve<Damped::ltl_osim_inverse>;

}  // namespace tenon::compute
