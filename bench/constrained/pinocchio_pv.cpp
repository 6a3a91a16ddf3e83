// Pinocchio: pv, proximal and exact, and constrainedABA. They take constraints of one class only; sets of points and
// frames go through a class of ours with as many rows as each needs (right where J v = 0: its bias is that of points).
#include "pinocchio_solver.hpp"

#include <pinocchio/algorithm/pv.hpp>

using race::problem;
namespace pin = pinocchio;

namespace {

struct MixedData {
  Eigen::Vector3d constraint_acceleration_error;
};
struct MixedModel {
  enum { Size = 3 };
  using SE3 = pin::SE3;
  using BaumgarteCorrectorParameters = pin::BaumgarteCorrectorParametersTpl<double>;
  using ConstraintData = MixedData;
  pin::JointIndex joint1_id;
  SE3 joint1_placement;
  int rows;
  BaumgarteCorrectorParameters parameters{0.0, 0.0};
  int residualSize() const { return rows; }
  const BaumgarteCorrectorParameters& baumgarte_corrector_parameters() const { return parameters; }
  ConstraintData createData() const { return {}; }
};

struct Solver {
  virtual ~Solver() = default;
  virtual void pv(int k, race::Proximal& settings) = 0;
  virtual void constrained_aba(int k, race::Proximal& settings) = 0;
  pin::Data for_pv, for_exact, for_aba;
  race::Proximal proximal = race::proximal(), loose = race::loose(), stiff = race::stiff(), exact = race::exact();
  Solver() : for_pv(problem->model), for_exact(problem->model), for_aba(problem->model) {}
};

template <class Model>
struct SolverOf : Solver {
  std::vector<Model> models;
  std::vector<typename Model::ConstraintData> datas;

  explicit SolverOf(std::vector<Model> list) : models(std::move(list)) {
    for (const Model& model : models) datas.push_back(model.createData());
    for (pin::Data* data : {&for_pv, &for_exact, &for_aba}) pin::initPvSolver(problem->model, *data, models);
  }
  void pv(int k, race::Proximal& settings) override {
    pin::pv(problem->model, &settings == &exact ? for_exact : for_pv, problem->q[k], problem->v[k], problem->tau[k],
            models, datas, settings);
  }
  void constrained_aba(int k, race::Proximal& settings) override {
    pin::constrainedABA(problem->model, for_aba, problem->q[k], problem->v[k], problem->tau[k], models, datas,
                        settings);
  }
};
std::unique_ptr<Solver> solver;

template <class Model, class Make>
void make_solver(Make make) {
  std::vector<Model> models;
  for (const auto& m : race::held->models) models.push_back(make(m));
  solver = std::make_unique<SolverOf<Model>>(std::move(models));
}

template <class Model>
Model anchor(const pin::RigidConstraintModel& m) {
  return Model(problem->model, m.joint1_id, m.joint1_placement);
}

int prepare(const char* files, const RaceStates* states) {
  if (race::prepare_rows(files, states) != 0) return 1;
  std::size_t frames = 0;
  for (const auto& m : race::held->models) frames += m.type == pin::CONTACT_6D;
  if (frames == race::held->models.size())
    make_solver<pin::FrameAnchorConstraintModel>(anchor<pin::FrameAnchorConstraintModel>);
  else if (frames == 0)
    make_solver<pin::PointAnchorConstraintModel>(anchor<pin::PointAnchorConstraintModel>);
  else
    make_solver<MixedModel>([](const pin::RigidConstraintModel& m) {
      return MixedModel{m.joint1_id, m.joint1_placement, m.type == pin::CONTACT_6D ? 6 : 3};
    });
  return 0;
}

void run_pv(int k) { solver->pv(k, solver->proximal); }
void run_exact(int k) { solver->pv(k, solver->exact); }
void run_aba(int k) { solver->constrained_aba(k, solver->proximal); }
void run_loose(int k) { solver->constrained_aba(k, solver->loose); }
void run_stiff(int k) { solver->constrained_aba(k, solver->stiff); }
int give_pv(int k, double* out) {
  const int taken = race::iterations_by_trial(solver->for_pv, solver->proximal, [k] { run_pv(k); });
  return race::give_solution(solver->for_pv.ddq, taken, out);
}
int give_exact(int, double* out) { return race::give_solution(solver->for_exact.ddq, 1, out); }
int give_aba(int k, double* out) {
  const int taken = race::iterations_by_trial(solver->for_aba, solver->proximal, [k] { run_aba(k); });
  return race::give_solution(solver->for_aba.ddq, taken, out);
}
int give_loose(int k, double* out) {
  const int taken = race::iterations_by_trial(solver->for_aba, solver->loose, [k] { run_loose(k); });
  return race::give_solution(solver->for_aba.ddq, taken, out);
}

int give_stiff(int k, double* out) {
  const int taken = race::iterations_by_trial(solver->for_aba, solver->stiff, [k] { run_stiff(k); });
  return race::give_solution(solver->for_aba.ddq, taken, out);
}

}  // namespace

RACE_ROWS_UNIT(prepare, {"dynamics", "pv", nullptr, run_pv, give_pv},
               {"dynamics", "pv, mu 0", nullptr, run_exact, give_exact},
               {"dynamics", "constrainedABA", nullptr, run_aba, give_aba},
               {"dynamics", "constrainedABA, to 1e-7", nullptr, run_loose, give_loose},
               {"dynamics", "constrainedABA, mu 1e8, to 1e-7", nullptr, run_stiff, give_stiff})
