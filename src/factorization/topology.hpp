// Parent arrays: expansion for multi-DoF joints, numbering, reordering, and the trees of [Fea05].
// A parent array lambda of n nodes has n + 1 entries: lambda[0] is unused, lambda[i] < i, 0 is the root (eq. 2).
#pragma once

#include <span>
#include <vector>

namespace tenon {

using ParentArray = std::vector<int>;

// Throws Error unless lambda satisfies eq. (2).
void check_parent_array(std::span<const int> lambda);

// Joint i becomes a chain of dof[i] joints; entry i of the result belongs to row i of M.  Section 2, Fig. 2.
// dof has n + 1 entries as lambda has; every joint has at least one degree of freedom.
ParentArray expanded_parents(std::span<const int> lambda, std::span<const int> dof);

// d_i: how many arcs lie between node i and the root.  Section 4.1.
std::vector<int> node_depths(std::span<const int> lambda);
// |ν(i)|: the descendants of i, itself included.  Eq. (5).
std::vector<int> subtree_sizes(std::span<const int> lambda);
// Whether M_ij can differ from zero: one of the two supports the other.  Eq. (6).
bool on_one_branch(std::span<const int> lambda, int i, int j);

// A numbering is given by its order: order[new number] = old number, 1-based.
// Depth-first, children in ascending order: a regular numbering in which every subtree is one interval.
std::vector<int> depth_first_order(std::span<const int> lambda);
ParentArray renumbered(std::span<const int> lambda, std::span<const int> order);
// Depth-first and then reversed: M so reordered is nested doubly-bordered block-diagonal, its envelope holds no zero,
// and a standard Cholesky factorization fills nothing in.  Section 3.
std::vector<int> bordered_order(std::span<const int> lambda);

// The four topologies of Table 2 and Fig. 4, depth-first numbered.
ParentArray chain_parents(int n);
ParentArray side_branch_parents(int m);    // n = 2m: each of m chain nodes carries one leaf
ParentArray balanced_tree_parents(int m);  // n = 2^m - 1
ParentArray span_grid_parents(int m);      // n = m^2: every node at its shortest distance, comb-like

// Bodies and the degrees of freedom of their joints: the "original" graph of section 6.
struct BodyTree {
  ParentArray lambda;
  std::vector<int> dof;  // n + 1 entries, dof[0] unused
};
BodyTree humanoid_bodies();          // Fig. 6: a torso on six degrees of freedom, four limbs of six revolute joints
BodyTree equivalent_chain_bodies();  // the same 25 bodies in one chain

}  // namespace tenon
