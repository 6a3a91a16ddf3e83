// Inside of the public DelassusWorkspace.
#pragma once

#include <optional>

#include "delassus/kernels.hpp"
#include "delassus/row_plan.hpp"
#include "model/walk_choice.hpp"
#include "spatial/aligned.hpp"
#include "tenon/dynamics.hpp"
#include "tenon/factorization.hpp"

namespace tenon {

struct DelassusWorkspace::Data {
  Data(const Model& model, const ConstraintSet& set, Delassus algorithm, Mode mode);

  std::uint64_t serial = 0;  // of the model
  ConstraintCapacity capacity;
  DelassusSizes sizes;
  AlignedVector block;
  // The fast sweeps: how they walk, how rows travel, and their memory.
  WalkChoice walks;
  RowPlan<double> plan;
  RowRoom room;
  AlignedVector walk;
  std::uint64_t chosen_for = 0;  // the set's serial that `chosen` belongs to
  Delassus chosen = Delassus::pv_osimr;
  // What rows that are not a single body's, the dense reference and ltl-osim are read from.
  struct Reference {
    explicit Reference(const Model& model) : tree(model), kinematics(model) {}
    Workspace tree;
    Kinematics kinematics;
  };
  std::optional<Reference> reference;
  std::optional<Factorization> factors;  // the fast ltl-osim

  void make_room(const Model& model, const ConstraintSet& set, Delassus algorithm);
  void make_damped_room();  // caba-osim
};

}  // namespace tenon
