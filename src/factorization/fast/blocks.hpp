// The rows of a branch-sparse matrix in blocks of up to four, and where their entries stand.
//
// Nodes are numbered depth-first. The *place* of a node is its depth: how many nodes support it. A row of the factor is
// stored by the places of its supports instead of by column numbers, so that [Fea05]'s inner loop "for j = i, λ(i), …"
// is a plain loop over a range, whatever the tree. And what is summed up for the supports of the rows at hand needs one
// number (or one row) per place and not per node: from the last row to the first, a node has taken its sum before the
// next node at that place is summed up for. Rows are padded to four numbers: packs need no remainder loops.
//
// All rows of a block follow each other and have the same supports outside it. A block is either
//   open: a part of one path, node after node, within one pack of places; the nodes may have other descendants; or
//   closed: the complete subtrees of one or several neighbouring children of one node.
// Memory: about D1 + 3 n numbers, not n².
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tenon {

// Where a block's own factors come from, which decides about the kernel.
enum class BlockShape {
  closed_path,  // from M; each row supports the next
  closed_fork,  // from M; any other subtrees
  closed_twin,  // from its batch
  closed_star,  // from its batch; the first row supports all others, which do not support each other
  open
};
constexpr int block_shapes = 5;

struct Block {
  int row = 0;      // first of its rows
  int count = 0;    // of its rows
  int depth = 0;    // of its first row: how many nodes support the block
  int packs = 0;    // of these places
  int path = 0;     // of its supports in the list of paths
  int coupled = 0;  // bit 4 q + s: row s of the block supports row q
  int size = 0;     // see block_size()
  BlockShape shape = BlockShape::closed_path;
  long offset = 0;  // of its numbers, see block_numbers()

  bool open() const { return shape == BlockShape::open; }
  bool couples(int q, int s) const { return (coupled >> (4 * q + s) & 1) != 0; }
};

// In the numbers of a block: the rows of S⁻¹, of T with D on its diagonal (both four apart, the rest 0), D⁻¹ (if it has
// a batch) and the rows of K.
constexpr int inverse_at = 0, T_at = 16, D_inverse_at = 32, K_at = 36;
constexpr long block_numbers(const Block& block) { return K_at + 4L * block.count * block.packs; }

// Kernels that know a block's count and depth (or number of packs) as constants are listed by block_size().
constexpr int exact_depth = 8, most_packs = 4;
constexpr int depth_classes = exact_depth + 1 + (most_packs - exact_depth / 4) + 1;
constexpr int block_sizes = 4 * depth_classes;
constexpr int block_size(int count, int depth) {
  const int packs = (depth + 3) / 4;
  return (count - 1) * depth_classes + (depth <= exact_depth  ? depth
                                        : packs <= most_packs ? exact_depth + packs - exact_depth / 4
                                                              : depth_classes - 1);
}

// Two to four closed blocks alike, whose own factors are made together, one block per lane; the last one fills the
// lanes that are left.
struct Batch {
  int blocks[4] = {0, 0, 0, 0};
  int count = 0;    // of the rows of each
  int coupled = 0;  // as in each
  bool star = false;
};

// Plain pointers for the kernels.
struct BlocksView {
  int n = 0;
  int block_count = 0;
  bool shallow = false;           // no block is deeper than exact_depth
  const Block* blocks = nullptr;  // by row
  int batch_count = 0;
  const Batch* batches = nullptr;
  const int* paths = nullptr;  // columns by place, in fours; whatever follows a path's end is a column, too
};

class BlockTree {
 public:
  BlockTree() = default;
  explicit BlockTree(std::span<const int> lambda);  // 1-based as everywhere, eq. (2); throws unless depth-first

  BlocksView view() const;
  std::span<const Block> blocks() const { return blocks_; }
  std::span<const int> supports(const Block& block) const;
  int rows() const { return n_; }
  int places() const { return places_; }     // of the longest path, in whole packs
  long numbers() const { return numbers_; }  // of all blocks
  std::size_t bytes() const;                 // of these tables

 private:
  void make_batches();
  void pad_paths();

  int n_ = 0, places_ = 0;
  long numbers_ = 0;
  std::vector<Block> blocks_;
  std::vector<Batch> batches_;
  std::vector<int> paths_;
};

// Numbers before the row of a place in a triangle of rows that are padded to packs.
constexpr long triangle_offset(long place) {
  const long group = place >> 2, row = place & 3;
  return 4 * (2 * group + row) * (group + 1);
}

}  // namespace tenon
