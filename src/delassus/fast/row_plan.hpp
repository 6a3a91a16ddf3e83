// How constraint rows travel through a tree in the fast sweeps: plain data, made when a ConstraintSet changes, so that
// a call does no graph work. [PVr] section I-C gives the nodes: end-effectors carry their rows, branching links of 𝒩
// six unit columns. A *path* is the bodies between a node and the branching link above it; every body is on at most
// one. Columns stand side by side in packs of `width`: four in a single call, one in a batch, whose lanes are samples.
#pragma once

#include <vector>

#include "constraints/compiled.hpp"

namespace tenon {

// A body on a path, and where a sweep of articulated inertias left what its joint does to a force.
struct RowStep {
  int step = 0;   // index into the body-by-body walk: its constants
  int place = 0;  // trunk step or group of the walk that was swept
  int lane = -1;  // in that group; -1 on the trunk
  StepForm form = StepForm::other;
};

struct RowPath {
  int above = -1;                 // path of the branching link where it ends, -1: the world
  int first_step = 0, steps = 0;  // from the tip
  int first_left = 0, rows = 0;   // what its degrees of freedom leave behind: two rows of packs each
  int first_pack = 0, packs = 0;  // its own columns; where an end-effector's begin in K
  int begin = 0, end = 0;         // sorted rows of all end-effectors that it carries
  int first_child = 0, children = 0;
  int world = -1;  // end-effector with rows in world axes: index into `oriented` of its body
};

// A body whose orientation in the world is asked for.
struct OrientedBody {
  RowStep step;
  int parent = -1;  // index into the same list
};

// How much of everything a plan needs.
struct RowRoom {
  std::size_t rows = 0, links = 0, packs = 0, oriented = 0;  // packs: left by all paths
};

template <class T>
struct RowPlan {
  template <int W, class U>
  RowPlan(const CompiledModel& model, const Walk<W, U>& walk, int width);

  // Room for sets up to this capacity: compiling one then allocates nothing.
  void reserve(const ConstraintCapacity& capacity);
  void compile(const CompiledModel& model, const ConstraintSet::Data& set);
  RowRoom room() const {
    return {static_cast<std::size_t>(rows), static_cast<std::size_t>(links), left_packs, oriented.size()};
  }
  RowRoom room(const CompiledModel& model, const ConstraintCapacity& capacity) const;  // for any set

  const RowStep& of_body(int body) const { return of_body_[static_cast<std::size_t>(body)]; }
  std::size_t bytes() const;

  int link_packs() const { return width == 1 ? 6 : 2; }

  int width;
  std::uint64_t serial = 0;  // of the set
  int links = 0, rows = 0;
  bool damped_by_links = false;  // fast/caba_osim.hpp: where its rows meet
  bool clear = false;            // blocks that no path writes: across roots
  std::vector<RowStep> steps;    // of all paths
  std::vector<RowPath> paths;    // links of 𝒩, base to tips; then the end-effectors, sorted
  std::vector<int> children;     // paths that end at a link, by their packs
  std::vector<OrientedBody> oriented;
  std::vector<T> K;           // rows in local axes: [pack][six numbers][width]
  std::vector<int> user_row;  // sorted row -> row of the set
  bool in_order = true;       // they are the same
  // Sizes of scratch: what paths leave behind, and how far joints of several degrees of freedom reach.
  std::size_t left_packs = 0, other_steps = 0, other_dofs = 0, slots = 0;

 private:
  std::vector<RowStep> of_body_;  // per body
  std::vector<int> oriented_;     // per body: place in `oriented`, -1
  void add_path(const CompiledModel& model, const Branching& tree, int node);
  bool links_pay() const;
  void orient(const CompiledModel& model, const ConstraintSet::Data& set);
  void place_rows(const BodyTerm& term, const RowPath& path);
};

}  // namespace tenon
