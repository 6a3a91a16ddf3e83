// Pinocchio: the Delassus matrix by PV-OSIMr and by extended force propagators, from q.
#include "pinocchio_rows.hpp"

using race::held;
using race::problem;
namespace pin = pinocchio;

static void pv(int k) {
  pin::computePvDelassusMatrix(problem->model, problem->data, problem->q[k], held->models, held->datas, held->delassus,
                               0.0);
}
static void efpa(int k) {
  pin::computeDelassusMatrix(problem->model, problem->data, problem->q[k], held->models, held->datas, held->delassus,
                             0.0);
}
static int matrix(int, double* out) { return race::give_upper(held->delassus, out); }

// PV-OSIMr's graph, once per set: a second call would add the constraints again.
static int prepare(const char* files, const RaceStates* states) {
  if (race::prepare_rows(files, states) != 0) return 1;
  pin::initPvDelassus(problem->model, problem->data, held->models);
  return 0;
}

RACE_ROWS_UNIT(prepare, {"delassus", "computePvDelassusMatrix", nullptr, pv, matrix},
               {"delassus", "computeDelassusMatrix", nullptr, efpa, matrix})
