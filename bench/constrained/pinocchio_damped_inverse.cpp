// Pinocchio: the damped inverse of the Delassus matrix, on the way by PV-OSIMr or by EFPA.
#include "pinocchio_solver.hpp"

using race::held;
using race::problem;
namespace pin = pinocchio;

static void damped(int k, bool pv) {
  pin::computeDampedDelassusMatrixInverse(problem->model, problem->data, problem->q[k], held->models, held->datas,
                                          held->delassus, 1 / race::stiffness, false, pv);
}
static void by_pv(int k) { damped(k, true); }
static void by_efpa(int k) { damped(k, false); }
static int matrix(int, double* out) { return race::give_upper(held->delassus, out); }

// PV-OSIMr's graph, once per set: without it the answer is the stiffness times the identity.
static int prepare(const char* files, const RaceStates* states) {
  if (race::prepare_rows(files, states) != 0) return 1;
  pin::initPvDelassus(problem->model, problem->data, held->models);
  return 0;
}

RACE_ROWS_UNIT(prepare, {"damped", "computeDampedDelassusMatrixInverse, PV", nullptr, by_pv, matrix},
               {"damped", "computeDampedDelassusMatrixInverse, EFPA", nullptr, by_efpa, matrix})
