// Pinocchio: composite rigid bodies in both conventions, the sparse Cholesky factorization and its solve.
#include "pinocchio_model.hpp"

#include <pinocchio/algorithm/cholesky.hpp>
#include <pinocchio/algorithm/crba.hpp>

using race::problem;
namespace pin = pinocchio;

static race::Vector x;

static void crba_local(int k) { pin::crba(problem->model, problem->data, problem->q[k], pin::Convention::LOCAL); }
static void crba_world(int k) { pin::crba(problem->model, problem->data, problem->q[k], pin::Convention::WORLD); }
static int matrix(int, double* out) { return race::give_upper(problem->data.M, out); }

static void decompose(int) { pin::cholesky::decompose(problem->model, problem->data); }
static void solve(int k) {
  x = problem->tau[k];
  pin::cholesky::solve(problem->model, problem->data, x);
}
static void factors_given(int k) {
  crba_world(k);
  decompose(k);
}
static void crba_solve(int k) {
  crba_world(k);
  decompose(k);
  solve(k);
}
static int solution(int, double* out) { return race::give(x, out); }
static int solved_by_factors(int k, double* out) {
  solve(k);
  return race::give(x, out);
}

RACE_UNIT({"crba", "crba, local", nullptr, crba_local, matrix}, {"crba", "crba, world", nullptr, crba_world, matrix},
          {"factorize", "cholesky::decompose", crba_world, decompose, solved_by_factors},
          {"solve", "cholesky::solve", factors_given, solve, solution},
          {"crba_solve", "crba, decompose, solve", nullptr, crba_solve, solution})
