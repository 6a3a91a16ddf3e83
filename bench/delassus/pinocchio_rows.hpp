// Pinocchio's side of the Delassus race: the constraints of the rows file as its own models. race_prepare gets
// "MODEL.tree ROWS.rows" as one string.
#pragma once

#include "../tree/pinocchio_model.hpp"

#include <pinocchio/algorithm/delassus.hpp>

#include "rows_file.hpp"

namespace race {

using ConstraintModels = std::vector<pinocchio::RigidConstraintModel>;
using ConstraintDatas = std::vector<pinocchio::RigidConstraintData>;

struct Constrained {
  ConstraintModels models;
  ConstraintDatas datas;
  RowMatrix delassus;
};
inline std::unique_ptr<Constrained> held;

inline int prepare_rows(const char* files, const RaceStates* states) try {
  const std::string both = files;
  const std::size_t cut = both.find(' ');
  if (prepare(both.substr(0, cut).c_str(), states) != 0) return 1;
  held = std::make_unique<Constrained>();
  int rows = 0;
  for (const Held& h : read_rows(both.substr(cut + 1))) {
    const auto joint = problem->model.getJointId(h.joint);
    const pinocchio::SE3 at(Eigen::Matrix3d::Identity(), Eigen::Vector3d(h.at[0], h.at[1], h.at[2]));
    held->models.emplace_back(h.weld ? pinocchio::CONTACT_6D : pinocchio::CONTACT_3D, problem->model, joint, at,
                              pinocchio::LOCAL);
    rows += h.weld ? 6 : 3;
  }
  for (const auto& model : held->models) held->datas.push_back(model.createData());
  held->delassus = RowMatrix::Zero(rows, rows);
  return 0;
} catch (const std::exception&) {
  return 1;
}

}  // namespace race

#define RACE_ROWS_UNIT(prepare, ...)                                                                           \
  extern "C" {                                                                                                 \
  __attribute__((visibility("default"))) const char* race_library() { return "pinocchio " PINOCCHIO_VERSION; } \
  __attribute__((visibility("default"))) int race_prepare(const char* files, const RaceStates* states) {       \
    return prepare(files, states);                                                                             \
  }                                                                                                            \
  __attribute__((visibility("default"))) int race_entries(const RaceEntry** entries) {                         \
    static const RaceEntry list[] = {__VA_ARGS__};                                                             \
    *entries = list;                                                                                           \
    return static_cast<int>(sizeof(list) / sizeof(list[0]));                                                   \
  }                                                                                                            \
  }
