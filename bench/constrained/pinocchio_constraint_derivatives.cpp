// Pinocchio: derivatives of constrained dynamics, after the dynamics that they are taken at; proximal and exact.
#include "pinocchio_solver.hpp"

#include <pinocchio/algorithm/constrained-dynamics-derivatives.hpp>
#include <pinocchio/algorithm/constrained-dynamics.hpp>

using race::held;
using race::problem;
namespace pin = pinocchio;

static race::Proximal proximal = race::proximal(), exact = race::exact();

static int prepare(const char* files, const RaceStates* states) {
  if (race::prepare_rows(files, states) != 0) return 1;
  pin::initConstraintDynamics(problem->model, problem->data, held->models, held->datas);
  return 0;
}
static void solve(int k, race::Proximal& settings) {
  pin::Data& data = problem->data;
  pin::constraintDynamics(problem->model, data, problem->q[k], problem->v[k], problem->tau[k], held->models,
                          held->datas, settings);
  pin::computeConstraintDynamicsDerivatives(problem->model, data, held->models, held->datas, settings, data.ddq_dq,
                                            data.ddq_dv, data.ddq_dtau, data.dlambda_dq, data.dlambda_dv,
                                            data.dlambda_dtau);
}
static void solve_proximal(int k) { solve(k, proximal); }
static void solve_exact(int k) { solve(k, exact); }
// Those of the accelerations: both sides have their own axes for the forces.
static int matrices(int, double* out) {
  int n = race::give(race::RowMatrix(problem->data.ddq_dq), out);
  n += race::give(race::RowMatrix(problem->data.ddq_dv), out + n);
  return n + race::give(race::RowMatrix(problem->data.ddq_dtau), out + n);
}

RACE_ROWS_UNIT(prepare, {"derivatives", "computeConstraintDynamicsDerivatives", nullptr, solve_proximal, matrices},
               {"derivatives", "computeConstraintDynamicsDerivatives, mu 0", nullptr, solve_exact, matrices})
