// Pinocchio: derivatives of inverse dynamics by q, v and a (the last is M, upper triangle).
#include "pinocchio_model.hpp"

#include <pinocchio/algorithm/rnea-derivatives.hpp>

using race::problem;

static void derivatives(int k) {
  pinocchio::computeRNEADerivatives(problem->model, problem->data, problem->q[k], problem->v[k], problem->a[k]);
}
static int matrices(int, double* out) {
  int n = race::give(race::RowMatrix(problem->data.dtau_dq), out);
  n += race::give(race::RowMatrix(problem->data.dtau_dv), out + n);
  return n + race::give_upper(problem->data.M, out + n);
}

RACE_UNIT({"rnea_derivatives", "computeRNEADerivatives", nullptr, derivatives, matrices})
