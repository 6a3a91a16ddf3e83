// Pinocchio: the inverse of the inertia matrix by articulated bodies; it fills the upper triangle.
#include "pinocchio_model.hpp"

#include <pinocchio/algorithm/aba.hpp>

using race::problem;

static void minverse(int k) { pinocchio::computeMinverse(problem->model, problem->data, problem->q[k]); }
static int matrix(int, double* out) { return race::give_upper(problem->data.Minv, out); }

RACE_UNIT({"minverse", "computeMinverse", nullptr, minverse, matrix})
