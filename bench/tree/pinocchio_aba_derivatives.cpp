// Pinocchio: derivatives of forward dynamics by q, v and tau (the last is the inverse of M, upper triangle).
#include "pinocchio_model.hpp"

#include <pinocchio/algorithm/aba-derivatives.hpp>

using race::problem;

static void derivatives(int k) {
  pinocchio::computeABADerivatives(problem->model, problem->data, problem->q[k], problem->v[k], problem->tau[k]);
}
static int matrices(int, double* out) {
  int n = race::give(race::RowMatrix(problem->data.ddq_dq), out);
  n += race::give(race::RowMatrix(problem->data.ddq_dv), out + n);
  return n + race::give_upper(problem->data.Minv, out + n);
}

RACE_UNIT({"aba_derivatives", "computeABADerivatives", nullptr, derivatives, matrices})
