// MuJoCo's side of the tree race: the smooth parts of its pipeline, each from q to the answer. The library is the
// wheel's own build; the model is the MJCF that models.py writes beside the neutral file.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "race.hpp"

namespace {

struct Problem {
  mjModel* model = nullptr;
  mjData* data = nullptr;
  std::vector<double> q, v, a, tau, x;

  ~Problem() {
    mj_deleteData(data);
    mj_deleteModel(model);
  }
};
std::unique_ptr<Problem> problem;

void set_position(int k) { std::copy_n(&problem->q[k * problem->model->nq], problem->model->nq, problem->data->qpos); }
void set_velocity(int k) { std::copy_n(&problem->v[k * problem->model->nv], problem->model->nv, problem->data->qvel); }

void positions(int k) {
  set_position(k);
  mj_kinematics(problem->model, problem->data);
  mj_comPos(problem->model, problem->data);
}
void crb(int k) {
  positions(k);
  mj_crb(problem->model, problem->data);
}
void factor(int) { mj_factorM(problem->model, problem->data); }
void factors_given(int k) {
  crb(k);
  factor(k);
}
void solve(int k) {
  mj_solveM(problem->model, problem->data, problem->x.data(), &problem->tau[k * problem->model->nv], 1);
}
void crb_solve(int k) {
  factors_given(k);
  solve(k);
}
void rne(int k) {
  positions(k);
  set_velocity(k);
  std::copy_n(&problem->a[k * problem->model->nv], problem->model->nv, problem->data->qacc);
  mj_comVel(problem->model, problem->data);
  mj_rne(problem->model, problem->data, 1, problem->x.data());
}
// Its forward dynamics without constraints: M and its factors, the bias, one solve.
void smooth(int k) {
  const int nv = problem->model->nv;
  factors_given(k);
  set_velocity(k);
  mj_comVel(problem->model, problem->data);
  mj_rne(problem->model, problem->data, 0, problem->data->qfrc_bias);
  for (int i = 0; i < nv; ++i) problem->data->qfrc_smooth[i] = problem->tau[k * nv + i] - problem->data->qfrc_bias[i];
  mj_solveM(problem->model, problem->data, problem->x.data(), problem->data->qfrc_smooth, 1);
}

int vector(int, double* out) {
  std::copy(problem->x.begin(), problem->x.end(), out);
  return static_cast<int>(problem->x.size());
}
int solved_by_factors(int k, double* out) {
  solve(k);
  return vector(k, out);
}
int matrix(int, double* out) {
  mj_fullM(problem->model, problem->data, out);
  return static_cast<int>(problem->model->nv) * static_cast<int>(problem->model->nv);
}

}  // namespace

extern "C" {

__attribute__((visibility("default"))) const char* race_library() {
  static const std::string name = std::string("mujoco ") + mj_versionString();
  return name.c_str();
}

__attribute__((visibility("default"))) int race_prepare(const char* model_file, const RaceStates* states) {
  const std::string tree = model_file;
  const std::string mjcf = tree.substr(0, tree.rfind('.')) + ".xml";
  char error[1000];
  problem = std::make_unique<Problem>();
  problem->model = mj_loadXML(mjcf.c_str(), nullptr, error, sizeof error);
  if (!problem->model || problem->model->nq != states->nq || problem->model->nv != states->nv) return 1;
  problem->data = mj_makeData(problem->model);
  const std::size_t n = states->count;
  problem->q.assign(states->q, states->q + n * states->nq);
  problem->v.assign(states->v, states->v + n * states->nv);
  problem->a.assign(states->a, states->a + n * states->nv);
  problem->tau.assign(states->tau, states->tau + n * states->nv);
  problem->x.resize(states->nv);
  return 0;
}

__attribute__((visibility("default"))) int race_entries(const RaceEntry** entries) {
  static const RaceEntry list[] = {
      {"rnea", "mj_rne", nullptr, rne, vector},
      {"crba", "mj_crb", nullptr, crb, matrix},
      {"aba", "mj_crb, mj_factorM, mj_rne, mj_solveM", nullptr, smooth, vector},
      {"factorize", "mj_factorM", crb, factor, solved_by_factors},
      {"solve", "mj_solveM", factors_given, solve, vector},
      {"crba_solve", "mj_crb, mj_factorM, mj_solveM", nullptr, crb_solve, vector},
  };
  *entries = list;
  return static_cast<int>(sizeof(list) / sizeof(list[0]));
}
}
