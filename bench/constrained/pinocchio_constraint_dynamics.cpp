// Pinocchio: constraintDynamics, by the Cholesky factors of the matrix of all constraints; proximal and exact.
#include "pinocchio_solver.hpp"

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
  pin::constraintDynamics(problem->model, problem->data, problem->q[k], problem->v[k], problem->tau[k], held->models,
                          held->datas, settings);
}
static void solve_proximal(int k) { solve(k, proximal); }
static void solve_exact(int k) { solve(k, exact); }
static int give_proximal(int, double* out) { return race::give_solution(problem->data.ddq, proximal.iter, out); }
static int give_exact(int, double* out) { return race::give_solution(problem->data.ddq, 1, out); }

RACE_ROWS_UNIT(prepare, {"dynamics", "constraintDynamics", nullptr, solve_proximal, give_proximal},
               {"dynamics", "constraintDynamics, mu 0", nullptr, solve_exact, give_exact})
