// Sizes of the memory of the sweeps, cut out of one allocation.
#include "dynamics/fast/derivative_sweeps.hpp"

#include "walk/arena.hpp"

namespace tenon {

DerivativeSweeps::DerivativeSweeps(const CompiledModel& model, const DerivativeRows& rows) {
  if (!rows.usable) return;
  const std::size_t nv = static_cast<std::size_t>(model.nv), piece_count = rows.pieces.size();
  const std::size_t records = static_cast<std::size_t>(4 * rows.packs) + piece_count + 1;  // at least one per root
  const auto cut = [&](Arena arena) {
    axes = arena.take<double>(static_cast<std::size_t>(4 * rows.packs) * axis_size);
    inertias = arena.take<double>(piece_count * inertia_size);
    changes = arena.take<double>(records * 8);
    blocks = arena.take<double>(nv / 4 * block_size);
    u = arena.take<double>(nv * width);
    forces = arena.take<double>(piece_count * 6 * width);
    motions = arena.take<double>(piece_count * 6 * width);
    return arena.used();
  };
  memory_.assign(cut(Arena()), 0.0);
  cut(Arena(memory_.data()));

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
