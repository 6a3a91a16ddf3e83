// Memory of the articulated bodies and of the sweeps that apply M⁻¹ to many columns at once, beside DerivativeRows.
#pragma once

#include <vector>

#include "dynamics/fast/derivative_rows.hpp"

namespace tenon {

struct DerivativeSweeps {
  DerivativeSweeps() = default;
  DerivativeSweeps(const CompiledModel& model, const DerivativeRows& rows);
  DerivativeSweeps(DerivativeSweeps&&) noexcept = default;
  DerivativeSweeps& operator=(DerivativeSweeps&&) noexcept = default;
  std::size_t bytes() const;

  static constexpr int packs = 2;                                      // of columns, handled at once
  static constexpr int width = 4 * packs;                              // columns of a band
  enum Axis { s = 0, K = 8, H = 16, D_inverse = 23, axis_size = 24 };  // vectors: linear, 0, angular, 0
  static constexpr int inertia_size = 56;
  enum Block {
    inward_s = 0,
    inward_K = 24,
    outward_H = 48,
    outward_s = 72,
    inward_T = 96,
    outward_T = 102,
    block_size = 112
  };

  double* axes = nullptr;      // [slot, up to whole packs][axis_size]: s, K = U / D, H (see reaching_axes), 1 / D
  double* inertias = nullptr;  // [piece][56]: articulated inertia and bias force that the pieces beyond hand on
  double* changes = nullptr;   // [record][8]: acceleration due to the joint accelerations
  double* blocks = nullptr;    // [block][block_size]: four slots of a piece, see aba_derivatives_blocks.hpp
  double* u = nullptr;         // [slot][width]
  double* forces = nullptr;    // [piece][6][width]: bias force that the pieces beyond hand on
  double* motions = nullptr;   // [piece][6][width]: acceleration of the piece's last body

  std::vector<int> first_block;  // per piece; blocks begin with its first slot, what is left over lies at its end
  int bands = 0;
  // [band][piece]: does the piece lie before or beyond a column of the band; does it lie before (or at) one?
  std::vector<unsigned char> related, before;
  std::vector<unsigned char> filled;       // per piece: forces holds something
  std::vector<unsigned char> has_beyond;   // per piece: other pieces hang from it
  std::vector<unsigned char> last_beyond;  // per piece: the last of those that hang from its parent
  std::vector<unsigned char> reached;      // per piece: some column lies on another branch of its tree

 private:
  AlignedVector memory_;
};

}  // namespace tenon
