// Where constraints meet in the tree: the sets ES, 𝒩, 𝒜, 𝒟 and cca of [PVr] section I-C, for constraints that hold one
// body each. Plain integers; made when a ConstraintSet changes, so that a solve does no graph work.
//
// Numbers are the paper's: body 0 is the world, bodies 1 … n_b, end-effector k is n_b + 1 + k. End-effectors are sorted
// by their body; bodies are numbered depth-first, so that ES(i) is a range of end-effectors and a range of sorted rows.
// Errata: 𝒩 needs ES(i) ≠ ∅ (unconstrained leaves qualify vacuously as printed); ES(e) = {e} for an end-effector; cca
// is undefined across roots, here it is 0 and the block of the Delassus matrix vanishes.
#pragma once

#include <span>
#include <vector>

namespace tenon {

struct Effector {
  int term = 0;  // index in the set's RowParts
  int body = 0;
  int row = 0;       // first sorted row
  int rows = 0;      // m_i
  int user_row = 0;  // first row in the set's own order
};

class Branching {
 public:
  // Room for so many end-effectors and rows.
  void reserve(int bodies, int effectors, int rows);
  // parent and end (one past the subtree) of the bodies; `list` in any order, its sorted rows are filled in.
  void compile(std::span<const int> parent, std::span<const int> end, std::span<const Effector> list);

  int bodies() const { return static_cast<int>(begin_.size()); }  // n_b + 1
  int effector_count() const { return static_cast<int>(effectors_.size()); }
  int rows() const { return static_cast<int>(user_row_.size()); }
  const Effector& effector(int k) const { return effectors_[static_cast<std::size_t>(k)]; }
  int number_of(int effector) const { return bodies() + effector; }
  bool is_effector(int node) const { return node >= bodies(); }

  // ES(i) as a range of end-effectors and of sorted rows.
  int es_begin(int body) const { return begin_[static_cast<std::size_t>(body)]; }
  int es_end(int body) const { return end_[static_cast<std::size_t>(body)]; }
  bool supports(int body) const { return es_begin(body) < es_end(body); }
  int row_begin(int body) const { return row_of(es_begin(body)); }
  int row_end(int body) const { return row_of(es_end(body)); }
  // The same for any node of 𝒩.
  int node_row_begin(int node) const { return is_effector(node) ? row_of(node - bodies()) : row_begin(node); }
  int node_row_end(int node) const { return is_effector(node) ? row_of(node - bodies() + 1) : row_end(node); }

  bool in_N(int node) const { return is_effector(node) || node == 0 || D(node) == node; }
  std::span<const int> N() const { return nodes_; }  // bodies of 𝒩 without the world, ascending
  int A(int node) const { return A_[static_cast<std::size_t>(node)]; }
  int D(int node) const { return D_[static_cast<std::size_t>(node)]; }  // -1 where ES is empty
  // Nodes whose 𝒜 is this body of 𝒩, by their rows.
  std::span<const int> children(int body) const;
  int cca(int e, int f) const;  // of two end-effectors

  const int* user_rows() const { return user_row_.data(); }  // sorted row -> row of the set
  int longest_path() const { return longest_; }              // bodies from a constrained one to its root

 private:
  int row_of(int effector) const { return first_row_[static_cast<std::size_t>(effector)]; }
  void sort(std::span<const Effector> list);
  void find_supports(std::span<const int> parent, std::span<const int> end);
  void find_nodes(std::span<const int> parent);
  void find_children();
  void find_cca(std::span<const int> parent);

  std::vector<Effector> effectors_;
  std::vector<int> first_row_;     // effectors + 1
  std::vector<int> user_row_;      // rows
  std::vector<int> begin_, end_;   // per body
  std::vector<int> count_, only_;  // per body: scratch
  std::vector<int> A_, D_;         // per node
  std::vector<int> nodes_;
  std::vector<int> children_, children_begin_;  // per body of 𝒩
  std::vector<int> place_;                      // per body: index into nodes_
  std::vector<int> cca_;                        // effectors x effectors
  int longest_ = 0;
};

}  // namespace tenon
