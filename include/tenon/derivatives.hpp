// Derivatives of inverse and forward dynamics.
//
// d/dq is along the tangent vectors of the configuration manifold: column k is d/de of f(q ⊕ e unit_k) at e = 0, so
// that every matrix is nv x nv (row-major), quaternions or not. External wrenches are constant in the frames they are
// given in: they turn with the robot.
#pragma once

#include <memory>
#include <span>

#include "tenon/dynamics.hpp"
#include "tenon/model.hpp"

namespace tenon {

// Scratch memory of the derivatives, sized once. Nothing in it is an input of a later call.
class DerivativesWorkspace {
 public:
  explicit DerivativesWorkspace(const Model& model);
  ~DerivativesWorkspace();
  DerivativesWorkspace(DerivativesWorkspace&&) noexcept;
  DerivativesWorkspace& operator=(DerivativesWorkspace&&) noexcept;
  struct Data;  // internal
  Data& data() { return *data_; }
  std::size_t bytes() const;

 private:
  std::unique_ptr<Data> data_;
};

// Of tau = rnea(q, v, a); dtau_da is M(q), both triangles.
void rnea_derivatives(const Model& model, DerivativesWorkspace& ws, std::span<const double> q,
                      std::span<const double> v, std::span<const double> a, std::span<double> dtau_dq,
                      std::span<double> dtau_dv, std::span<double> dtau_da,
                      std::span<const ExternalWrench> wrenches = {}, Zeros zeros = Zeros::written);

// Of a = aba(q, v, tau); da_dtau is M(q)^-1.
void aba_derivatives(const Model& model, DerivativesWorkspace& ws, std::span<const double> q, std::span<const double> v,
                     std::span<const double> tau, std::span<double> da_dq, std::span<double> da_dv,
                     std::span<double> da_dtau, std::span<const ExternalWrench> wrenches = {});

}  // namespace tenon
