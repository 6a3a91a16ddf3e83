// Pinocchio's computeDampedDelassusMatrixInverse from C++: its Python binding lacks initPvDelassus, without which it
// answers 1/mu times the identity. The model comes from the neutral file of bench/tree.
#include "../../bench/tree/pinocchio_model.hpp"

#include <pinocchio/algorithm/delassus.hpp>

// constraints: of each, joint, rows (6 or 3), rotation (9, row-major) and translation of the frame. pv: by PV-OSIMr, or
// else by EFPA. Returns the rows of the matrix, or -1.
extern "C" __attribute__((visibility("default"))) int damped_inverse(
    const char* file, const double* q, int count, const double* constraints,
    {.algorithm = double * out, .stiffness = double mu}, int pv) try {
  namespace pin = pinocchio;
  const pin::Model model = race::build_model(race::read_tree(file));
  pin::Data data(model);
  std::vector<pin::RigidConstraintModel> models;
  int rows = 0;
  for (int k = 0; k < count; ++k) {
    const double* x = constraints + 14 * k;
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> R(x + 2);
    const Eigen::Map<const Eigen::Vector3d> p(x + 11);
    const bool whole = x[1] == 6;
    models.emplace_back(whole ? pin::CONTACT_6D : pin::CONTACT_3D, model, static_cast<pin::JointIndex>(x[0]),
                        pin::SE3(R, p), pin::LOCAL);
    rows += whole ? 6 : 3;
  }
  std::vector<pin::RigidConstraintData> datas;
  for (const auto& m : models) datas.push_back(m.createData());
  pin::initPvDelassus(model, data, models);
  race::RowMatrix matrix(rows, rows);
  const race::Vector configuration = Eigen::Map<const race::Vector>(q, model.nq);
  pin::computeDampedDelassusMatrixInverse(model, data, configuration, models, datas, matrix, mu, false, pv != 0);
  race::give_upper(matrix, out);
  return rows;
} catch (const std::exception&) {
  return -1;
}
