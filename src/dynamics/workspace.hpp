// The part of a Workspace that the algorithms of the tree use.
#pragma once

#include <memory>
#include <vector>

#include "dynamics/bilinear.hpp"
#include "dynamics/fast/minverse.hpp"
#include "dynamics/fast/root_frame.hpp"
#include "dynamics/paper/aba.hpp"
#include "dynamics/paper/minverse_apply.hpp"
#include "kinematics/forward.hpp"
#include "model/workspace.hpp"
#include "spatial/aligned.hpp"
#include "tenon/dynamics.hpp"
#include "walk/root_walk.hpp"
#include "walk/tree_walks.hpp"

namespace tenon {

struct TreeMemory {
  explicit TreeMemory(const Model& model, Mode mode = Mode::automatic);
  std::size_t bytes() const;

  std::vector<double> sine, cosine;  // nq
  std::vector<double> zero;          // nv zeros
  std::vector<KinematicBody<double>> kinematics;
  std::vector<AbaBody<double>> aba;
  std::vector<AbaAxis<double>> axes;
  std::vector<RootBody<double>> root;
  std::vector<ArticulatedInertia<double>> articulated;
  std::vector<MinverseAxis<double>> minverse_axes;  // nv
  std::vector<double> root_axes, F, P;              // 6 nv, 6 nv, 6 nv per level
  WalkChoice walks;                                 // how the fast sweeps go
  bool in_root_frame = false;           // CRBA of arms and chains: fast/crba_blocks.hpp; a forced mode walks
  RootWalk root_walk;                   // how it goes then, else empty
  AlignedVector walk;                   // their scratch
  AlignedVector vectors;                // minverse_scratch()
  std::vector<Force<double>> external;  // per body, body axes
  // World axes, at the world origin:
  std::vector<Motion<double>> S, S_dot;    // per degree of freedom
  std::vector<Inertia<double>> composite;  // per body: of its subtree
  std::vector<Bilinear<double>> bilinear;
};

// M⁻¹ by articulated-body sweeps (fast/minverse.hpp); the arguments are checked already.
void minverse_by_sweeps(const CompiledModel& model, TreeMemory& ws, std::span<const double> q, std::span<double> Minv,
                        Triangle triangle);

// Error when the workspace was sized for another model.
void check_model(const Model& model, Workspace& ws);
inline TreeMemory& checked(const Model& model, Workspace& ws) {
  check_model(model, ws);
  return *ws.data().tree;
}

// Sums the wrenches per body; null when there are none.
const Force<double>* body_wrenches(const Model& model, TreeMemory& ws, std::span<const ExternalWrench> wrenches);

}  // namespace tenon
