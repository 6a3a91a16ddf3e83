// The same in Pinocchio, header-only: forward dynamics, inertia matrix and inverse dynamics of a model.
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/multibody.hpp>

Eigen::VectorXd accelerations(const pinocchio::Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  pinocchio::Data data(model);
  pinocchio::crba(model, data, q);
  const Eigen::VectorXd tau = pinocchio::rnea(model, data, q, v, v);
  return pinocchio::aba(model, data, q, v, tau);
}
