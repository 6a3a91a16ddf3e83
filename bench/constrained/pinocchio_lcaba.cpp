// Pinocchio: lcaba, its constrained ABA that also takes loops. It reads the accelerations of the call before as part of
// what a frame must do, so they are zeroed first.
#include "pinocchio_solver.hpp"

#include <pinocchio/algorithm/loop-constrained-aba.hpp>

using race::held;
using race::problem;
namespace pin = pinocchio;

static race::Proximal proximal = race::proximal(), loose = race::loose(), stiff = race::stiff();

static int prepare(const char* files, const RaceStates* states) {
  if (race::prepare_rows(files, states) != 0) return 1;
  pin::computeJointMinimalOrdering(problem->model, problem->data, held->models);
  return 0;
}
static void solve(int k, race::Proximal& settings) {
  for (auto& a : problem->data.oa) a.setZero();
  pin::lcaba(problem->model, problem->data, problem->q[k], problem->v[k], problem->tau[k], held->models, held->datas,
             settings);
}
static void solve_proximal(int k) { solve(k, proximal); }
static void solve_loose(int k) { solve(k, loose); }
static void solve_stiff(int k) { solve(k, stiff); }
static int give_proximal(int, double* out) { return race::give_solution(problem->data.ddq, proximal.iter, out); }
static int give_loose(int, double* out) { return race::give_solution(problem->data.ddq, loose.iter, out); }
static int give_stiff(int, double* out) { return race::give_solution(problem->data.ddq, stiff.iter, out); }

RACE_ROWS_UNIT(prepare, {"dynamics", "lcaba", nullptr, solve_proximal, give_proximal},
               {"dynamics", "lcaba, to 1e-7", nullptr, solve_loose, give_loose},
               {"dynamics", "lcaba, mu 1e8, to 1e-7", nullptr, solve_stiff, give_stiff})
