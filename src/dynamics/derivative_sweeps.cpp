// Sizes of the memory of the sweeps, cut out of one allocation.
#include "dynamics/derivative_sweeps.hpp"

namespace tenon {

DerivativeSweeps::DerivativeSweeps(const CompiledModel& model, const DerivativeRows& rows) {
  if (!rows.usable) return;
  const std::size_t nv = static_cast<std::size_t>(model.nv), piece_count = rows.pieces.size();
  const std::size_t records = static_cast<std::size_t>(4 * rows.packs) + piece_count + 1;  // at least one per root
  const std::size_t sizes[7] = {static_cast<std::size_t>(4 * rows.packs) * axis_size,
                                piece_count * inertia_size,
                                records * 8,
                                nv / 4 * block_size,
                                nv * width,
                                piece_count * 6 * width,
                                piece_count * 6 * width};
  double** parts[7] = {&axes, &inertias, &changes, &blocks, &u, &forces, &motions};
  std::size_t total = 0;
  for (const std::size_t size : sizes) total += (size + 7) / 8 * 8;
  memory_.assign(total, 0.0);
  double* next = memory_.data();
  for (int k = 0; k < 7; ++k) *parts[k] = next, next += (sizes[k] + 7) / 8 * 8;

  for (int count = 0; const DerivativeRows::Piece& piece : rows.pieces) {
    first_block.push_back(count);
    count += (piece.end - piece.begin) / 4;
  }
  bands = (model.nv + width - 1) / width;
  related.assign(static_cast<std::size_t>(bands) * piece_count, 0), before = related;
  filled.assign(piece_count, 0), has_beyond = filled, last_beyond = filled, reached = filled;
  for (std::size_t p = piece_count; p-- > 0;) {
    const DerivativeRows::Piece& piece = rows.pieces[p];
    if (piece.parent >= 0) {
      last_beyond[p] = !has_beyond[static_cast<std::size_t>(piece.parent)];
      has_beyond[static_cast<std::size_t>(piece.parent)] = 1;
    }
    const auto mark = [&](std::vector<unsigned char>& flags, int begin, int end) {
      for (int band = begin / width; band * width < end; ++band)
        flags[static_cast<std::size_t>(band) * piece_count + p] = 1;
    };
    mark(before, piece.begin, piece.subtree_end);
    mark(related, piece.begin, piece.subtree_end);
    for (int up = piece.parent; up >= 0; up = rows.pieces[static_cast<std::size_t>(up)].parent)
      mark(related, rows.pieces[static_cast<std::size_t>(up)].begin, rows.pieces[static_cast<std::size_t>(up)].end);
    for (int band = 0; band < bands; ++band)
      if (piece.parent >= 0 && !before[static_cast<std::size_t>(band) * piece_count + p]) reached[p] = 1;
  }
}

std::size_t DerivativeSweeps::bytes() const {
  return sizeof(double) * memory_.size() + related.size() + before.size() + 4 * filled.size() +
         sizeof(int) * first_block.size();
}

}  // namespace tenon
