// Pinocchio: articulated bodies in both conventions.
#include "pinocchio_model.hpp"

#include <pinocchio/algorithm/aba.hpp>

using race::problem;
namespace pin = pinocchio;

static void aba_local(int k) {
  pin::aba(problem->model, problem->data, problem->q[k], problem->v[k], problem->tau[k], pin::Convention::LOCAL);
}
static void aba_world(int k) {
  pin::aba(problem->model, problem->data, problem->q[k], problem->v[k], problem->tau[k], pin::Convention::WORLD);
}
static int acceleration(int, double* out) { return race::give(problem->data.ddq, out); }

RACE_UNIT({"aba", "aba, local", nullptr, aba_local, acceleration},
          {"aba", "aba, world", nullptr, aba_world, acceleration})
