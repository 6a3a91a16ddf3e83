// Cuts a depth-first tree into blocks and finds where their rows stand.
#include "factorization/fast/blocks.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "factorization/topology.hpp"
#include "tenon/error.hpp"

namespace tenon {

namespace {

void check_depth_first(std::span<const int> lambda) {
  check_parent_array(lambda);
  const std::vector<int> order = depth_first_order(lambda);
  for (int i = 1; i < static_cast<int>(order.size()); ++i)
    if (order[i] != i)
      throw Error("parent array: node " + std::to_string(i) + " is not where depth-first numbering puts it");
}

class Partition {
 public:
  explicit Partition(std::span<const int> lambda)
      : lambda_(lambda), depth_(node_depths(lambda)), size_(subtree_sizes(lambda)) {}

  // From the first row to the last: subtrees of up to four nodes are closed, all above them is cut into open blocks.
  std::vector<Block> blocks() const {
    std::vector<Block> blocks;
    const int n = static_cast<int>(lambda_.size()) - 1;
    for (int first = 1; first <= n; first += blocks.back().count)
      blocks.push_back(size_[first] <= 4 ? closed(first, n) : open(first));
    return blocks;
  }

 private:
  // As many neighbouring subtrees as fit.
  Block closed(int first, int n) const {
    int end = first;
    while (end <= n && lambda_[end] == lambda_[first] && end + size_[end] - first <= 4) end += size_[end];
    return make(first, end, false);
  }
  // The path on which every node is the first child of the one before, as far as the pack of places goes.
  Block open(int first) const {
    int end = first + 1;
    while (depth_of(end - 1) % 4 != 3 && lambda_[end] == end - 1 && size_[end] > 4) ++end;
    return make(first, end, true);
  }
  Block make(int first, int end, bool open) const {
    Block block{.row = first - 1, .count = end - first, .depth = depth_of(first)};
    block.packs = (block.depth + 3) / 4;
    block.size = block_size(block.count, block.depth);
    for (int q = 0; q < block.count; ++q)
      for (int j = lambda_[first + q]; j >= first; j = lambda_[j]) block.coupled |= 1 << (4 * q + (j - first));
    bool path = true;
    for (int i = first + 1; i < end; ++i) path &= lambda_[i] == i - 1;
    block.shape = open ? BlockShape::open : path ? BlockShape::closed_path : BlockShape::closed_fork;
    return block;
  }
  int depth_of(int node) const { return depth_[node] - 1; }

  std::span<const int> lambda_;
  std::vector<int> depth_, size_;
};

}  // namespace

BlockTree::BlockTree(std::span<const int> lambda) {
  check_depth_first(lambda);
  n_ = static_cast<int>(lambda.size()) - 1;
  blocks_ = Partition(lambda).blocks();
  make_batches();
  std::vector<int> path_of(lambda.size(), 0);  // where the path to a node of an open block is listed, the node included
  for (Block& block : blocks_) {
    const int parent = lambda[block.row + 1];
    if (parent != 0) block.path = path_of[parent];
    block.offset = numbers_;
    numbers_ += block_numbers(block);
    places_ = std::max(places_, (block.depth + block.count + 3) / 4 * 4);
    if (!block.open()) continue;
    // Its path goes on where the list ends, or begins with a copy of what it shares with another one.
    int path = block.path;
    if (path + block.depth != static_cast<int>(paths_.size())) {
      pad_paths();
      path = static_cast<int>(paths_.size());
      for (int place = 0; place < block.depth; ++place) paths_.push_back(int(paths_[block.path + place]));
    }
    for (int q = 0; q < block.count; ++q) {
      paths_.push_back(block.row + q);
      path_of[block.row + 1 + q] = path;
    }
  }
  pad_paths();
}

// A block alone is faster without lanes.
void BlockTree::make_batches() {
  constexpr int star = 0x1110;  // bits 4 q of couples(): rows 1 to 3 with row 0
  std::map<std::pair<int, int>, std::vector<int>> alike;
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    if (!blocks_[b].open()) alike[{blocks_[b].count, blocks_[b].coupled}].push_back(static_cast<int>(b));
  for (const auto& [key, members] : alike)
    for (std::size_t begin = 0; begin + 1 < members.size(); begin += 4) {
      Batch batch{.count = key.first, .coupled = key.second};
      batch.star = key.first > 2 && key.second == (star & ((1 << 4 * key.first) - 1));
      for (std::size_t lane = 0; lane < 4; ++lane) {
        batch.blocks[lane] = members[std::min(begin + lane, members.size() - 1)];
        Block& block = blocks_[static_cast<std::size_t>(batch.blocks[lane])];
        block.shape = batch.star ? BlockShape::closed_star : BlockShape::closed_twin;
      }
      batches_.push_back(batch);
    }
}

BlocksView BlockTree::view() const {
  return {.n = n_,
          .block_count = static_cast<int>(blocks_.size()),
          .shallow = std::all_of(blocks_.begin(), blocks_.end(),
                                 [](const Block& block) { return block.depth <= exact_depth; }),
          .blocks = blocks_.data(),
          .batch_count = static_cast<int>(batches_.size()),
          .batches = batches_.data(),
          .paths = paths_.data()};
}

// To whole packs: neighbouring columns become four neighbours, as long as M has so many.
void BlockTree::pad_paths() {
  if (paths_.size() % 4 == 0) return;
  const std::size_t begin = paths_.size() / 4 * 4;
  const int first = paths_[begin], last = paths_.back();
  const bool neighbours = last - first == static_cast<int>(paths_.size() - begin) - 1 && first + 3 < n_;
  while (paths_.size() % 4 != 0) paths_.push_back(neighbours ? paths_.back() + 1 : first);
}

std::span<const int> BlockTree::supports(const Block& block) const {
  return std::span(paths_).subspan(static_cast<std::size_t>(block.path), static_cast<std::size_t>(block.depth));
}

std::size_t BlockTree::bytes() const {
  return blocks_.size() * sizeof(Block) + batches_.size() * sizeof(Batch) + paths_.size() * sizeof(int);
}

}  // namespace tenon
