// Pinocchio's side of every race: the model rebuilt joint by joint from the neutral file, and the states as Eigen
// vectors. Header-only build: the wheel's shared libraries are baseline code with another Eigen alignment and are never
// linked.
#pragma once

#include <pinocchio/multibody.hpp>
#include <pinocchio/multibody/joint.hpp>

#include <exception>
#include <memory>
#include <vector>

#include "race.hpp"
#include "tree_file.hpp"

namespace race {

using Vector = Eigen::VectorXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline pinocchio::JointModel joint_model(const TreeJoint& joint) {
  using namespace pinocchio;
  const Eigen::Vector3d axis(joint.axis[0], joint.axis[1], joint.axis[2]);
  const int aligned = axis == Eigen::Vector3d::UnitX()   ? 0
                      : axis == Eigen::Vector3d::UnitY() ? 1
                      : axis == Eigen::Vector3d::UnitZ() ? 2
                                                         : 3;
  // The aligned kinds are its faster ones, and what its own URDF parser chooses.
  if (joint.kind == "revolute") {
    if (aligned == 0) return JointModelRX();
    if (aligned == 1) return JointModelRY();
    if (aligned == 2) return JointModelRZ();
    return JointModelRevoluteUnaligned(axis);
  }
  if (joint.kind == "continuous") {
    if (aligned == 0) return JointModelRUBX();
    if (aligned == 1) return JointModelRUBY();
    if (aligned == 2) return JointModelRUBZ();
    return JointModelRevoluteUnboundedUnaligned(axis);
  }
  if (joint.kind == "prismatic") {
    if (aligned == 0) return JointModelPX();
    if (aligned == 1) return JointModelPY();
    if (aligned == 2) return JointModelPZ();
    return JointModelPrismaticUnaligned(axis);
  }
  if (joint.kind == "free") return JointModelFreeFlyer();
  throw std::runtime_error("joint kind " + joint.kind);
}

inline pinocchio::Model build_model(const Tree& tree) {
  pinocchio::Model model;
  for (const TreeJoint& joint : tree.joints) {
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> R(joint.rotation.data());
    const Eigen::Map<const Eigen::Vector3d> p(joint.translation.data()), com(joint.com.data());
    const auto id = model.addJoint(joint.parent + 1, joint_model(joint), pinocchio::SE3(R, p), joint.name);
    const auto& I = joint.inertia;
    Eigen::Matrix3d inertia;
    inertia << I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5];
    model.appendBodyToJoint(id, pinocchio::Inertia(joint.mass, com, inertia), pinocchio::SE3::Identity());
    model.armature.segment(model.joints[id].idx_v(), model.joints[id].nv()).setConstant(joint.armature);
  }
  return model;
}

// What a unit works on; rebuilt by each race_prepare.
struct Problem {
  pinocchio::Model model;
  pinocchio::Data data;
  std::vector<Vector> q, v, a, tau;
  explicit Problem(const Tree& tree) : model(build_model(tree)), data(model) {}
};
inline std::unique_ptr<Problem> problem;

inline int prepare(const char* model_file, const RaceStates* states) try {
  problem = std::make_unique<Problem>(read_tree(model_file));
  if (states->nq != problem->model.nq || states->nv != problem->model.nv) return 1;
  for (int k = 0; k < states->count; ++k) {
    const int nq = states->nq, nv = states->nv;
    problem->q.push_back(Eigen::Map<const Vector>(states->q + k * nq, nq));
    problem->v.push_back(Eigen::Map<const Vector>(states->v + k * nv, nv));
    problem->a.push_back(Eigen::Map<const Vector>(states->a + k * nv, nv));
    problem->tau.push_back(Eigen::Map<const Vector>(states->tau + k * nv, nv));
  }
  return 0;
} catch (const std::exception&) {
  return 1;
}

inline int give(const Vector& x, double* out) {
  Eigen::Map<Vector>(out, x.size()) = x;
  return static_cast<int>(x.size());
}

// From the triangle that Pinocchio fills.
inline int give_upper(const RowMatrix& U, double* out) {
  const RowMatrix full = U.selfadjointView<Eigen::Upper>();
  Eigen::Map<RowMatrix>(out, full.rows(), full.cols()) = full;
  return static_cast<int>(full.size());
}

inline int give(const RowMatrix& A, double* out) {
  Eigen::Map<RowMatrix>(out, A.rows(), A.cols()) = A;
  return static_cast<int>(A.size());
}

}  // namespace race

#define RACE_UNIT(...)                                                                                         \
  extern "C" {                                                                                                 \
  __attribute__((visibility("default"))) const char* race_library() { return "pinocchio " PINOCCHIO_VERSION; } \
  __attribute__((visibility("default"))) int race_prepare(const char* file, const RaceStates* states) {        \
    return race::prepare(file, states);                                                                        \
  }                                                                                                            \
  __attribute__((visibility("default"))) int race_entries(const RaceEntry** entries) {                         \
    static const RaceEntry list[] = {__VA_ARGS__};                                                             \
    *entries = list;                                                                                           \
    return static_cast<int>(sizeof(list) / sizeof(list[0]));                                                   \
  }                                                                                                            \
  }
