// Pinocchio: recursive Newton-Euler.
#include "pinocchio_model.hpp"

#include <pinocchio/algorithm/rnea.hpp>

using race::problem;

static void rnea(int k) { pinocchio::rnea(problem->model, problem->data, problem->q[k], problem->v[k], problem->a[k]); }
static int result(int, double* out) { return race::give(problem->data.tau, out); }

RACE_UNIT({"rnea", "rnea", nullptr, rnea, result})
