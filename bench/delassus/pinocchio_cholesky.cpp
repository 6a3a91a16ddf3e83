// Pinocchio: the Delassus matrix on the way to its constraint Cholesky decomposition: M and the Jacobians by CRBA, then
// the decomposition of the mass block and the product, without the factors of the answer.
#include "pinocchio_rows.hpp"

#include <pinocchio/algorithm/constraint-cholesky.hpp>
#include <pinocchio/algorithm/crba.hpp>

using race::held;
using race::problem;
namespace pin = pinocchio;

namespace {

struct Decomposition : pin::ConstraintCholeskyDecomposition {
  using pin::ConstraintCholeskyDecomposition::ConstraintCholeskyDecomposition;
  race::RowMatrix block() const { return delassus_block; }
};
std::unique_ptr<Decomposition> decomposition;

int prepare(const char* files, const RaceStates* states) {
  if (race::prepare_rows(files, states) != 0) return 1;
  pin::crba(problem->model, problem->data, problem->q[0], pin::Convention::WORLD);
  for (std::size_t c = 0; c < held->models.size(); ++c)
    held->models[c].calc(problem->model, problem->data, held->datas[c]);
  decomposition = std::make_unique<Decomposition>(problem->model, problem->data, held->models, held->datas);
  return 0;
}

void cholesky(int k) {
  pin::crba(problem->model, problem->data, problem->q[k], pin::Convention::WORLD);
  for (std::size_t c = 0; c < held->models.size(); ++c)
    held->models[c].calc(problem->model, problem->data, held->datas[c]);
  decomposition->compute(problem->model, problem->data, held->models, held->datas, true, false);
}
int matrix(int, double* out) { return race::give(race::RowMatrix(decomposition->block()), out); }

}  // namespace

RACE_ROWS_UNIT(prepare, {"delassus", "ConstraintCholeskyDecomposition", nullptr, cholesky, matrix})
