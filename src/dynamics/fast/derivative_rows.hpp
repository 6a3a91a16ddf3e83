// Memory of the fast derivatives. A slot is a degree of freedom of [Fea05]'s expanded tree. What a slot needs alone is
// computed for four slots at a time (a pack); what runs along the tree is kept as one record per slot, so that a step
// of a sweep is a few wide additions. What enters the answer's entries stands in panels of four columns, one per slot.
#pragma once

#include <vector>

#include "model/compiled.hpp"
#include "spatial/aligned.hpp"

namespace tenon {

struct DerivativeRows {
  DerivativeRows() = default;
  explicit DerivativeRows(const CompiledModel& model);
  DerivativeRows(DerivativeRows&&) noexcept = default;
  DerivativeRows& operator=(DerivativeRows&&) noexcept = default;
  std::size_t bytes() const;

  // Rows of a panel; spatial vectors have six rows, linear part first.
  enum Row {
    s = 0,                // joint axis
    psi_dot = s + 6,      // v_parent × s, angular part (3)
    rate = psi_dot + 3,   // v_parent × s + v × s
    psi_ddot = rate + 6,  // a_parent × s + v_parent × psi_dot
    Is = psi_ddot + 6,    // I s, I of the subtree
    Bs = Is + 6,          // 2 Bᵀ s, angular part (3); the linear part vanishes
    by_q = Bs + 3,        // 2 B psi_dot + I psi_ddot + s ×* f
    by_v = by_q + 6,      // 2 B s + I rate
    row_count = by_v + 6
  };
  // Four slots at a time, each entry a pack.
  enum Constant {
    direction = 0,         // joint axis in body axes: turns about it …
    turn = direction + 3,  // … if 1, …
    slide = turn + 1,      // … and slides along it by so much
    inertia = slide + 1,   // of the body (10), in the slot of its last degree of freedom; otherwise 0
    constant_count = inertia + 10
  };
  enum Scratch { pose = 0, own_inertia = pose + 12, scratch_count = own_inertia + 10 };
  static constexpr int composite_size = 28;  // numbers of a composite record: I (10), B (12), f (6)

  int packs = 0;
  double* panels = nullptr;      // [pack][row][4]
  double* constants = nullptr;   // [pack][constant][4]
  double* scratch = nullptr;     // [pack][scratch][4]
  double* poses = nullptr;       // [body][16]: columns of R and p, padded, in the frame of the root body
  double* velocities = nullptr;  // [record][8]: linear and angular, padded
  double* accelerations = nullptr;
  double* composites = nullptr;  // [record][28]

  // Records: one per slot, up to whole packs; one per root, for what it hangs from; and one of zeros, for the slots
  // that fill up the last pack.
  std::vector<int> parent;       // per slot: record of the expanded parent
  std::vector<int> body_parent;  // per slot: record of the parent body
  std::vector<int> body_last;    // per slot: last slot of its body
  std::vector<int> body;         // per slot
  std::vector<int> root_record;  // per body: for roots, the record they hang from
  // Slots that are each the next one's only parent: the same joints lie before or beyond all of them.
  struct Piece {
    int begin, end;   // slots
    int subtree_end;  // one past the last slot beyond
    int parent;       // piece, -1 for roots
  };
  std::vector<Piece> pieces;
  bool usable = false;  // every body moves: not so in models compiled without merging

  // Row r of a slot's column is column(slot)[4 * r].
  const double* column(int slot) const {
    return panels + static_cast<std::ptrdiff_t>(slot / 4) * (row_count * 4) + slot % 4;
  }

 private:
  void cut_pieces(const CompiledModel& model);
  AlignedVector memory_;
};

}  // namespace tenon
