// Mechanisms of the papers, of tests and of benchmarks, made in code. Deterministic: the same call gives the same bits.
//
//   const tenon::Model chain(tenon::generators::chain(30)), other(tenon::generators::make("chain:30"));
//   std::printf("%d and %d degrees of freedom\n", chain.nv(), other.nv());
//
// Robots that bear a real robot's name are STAND-INS (…_standin): they have its joint tree, while their masses, lengths
// and shapes are plausible numbers of our own.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tenon/description.hpp"

namespace tenon::generators {

// Mechanisms of general geometry and general inertia (nothing is zero or aligned by accident), revolute joints.
// Link i hangs from link parents[i], -1 is the world, parents[i] < i; with a floating base, link 0 hangs from the world
// by a free joint "root_joint". Names sort in the order of i. nv = n, or n + 5 with a floating base.
RobotDescription tree(const std::string& name, const std::vector<int>& parents, bool floating_base = false);

RobotDescription chain(int links, bool floating_base = false);  // nv = links
RobotDescription square_chain(int k);                           // chain of k² links, [PVr] Fig. 4a
// Balanced binary tree: a branch of `links_per_branch` links, then two such trees of one level less. [cABA] Fig. 3c, d.
// nv = links_per_branch (2^levels - 1), 2^(levels - 1) leaves.
RobotDescription binary_tree(int levels, int links_per_branch = 3);
// A stem of `stem` links whose link number `base` floats, with `branches` branches of 7 links at each end. [PVr]
// Fig. 3. nv = 5 + stem + 14 branches.
RobotDescription branched_stem(int stem, int branches, int base = 0);

// [Fea05] section 4.2: D1 and D2 of these trees are its Table 2.
RobotDescription fea05_unbranched(int n);     // nv = n
RobotDescription fea05_side_branches(int m);  // a chain of m links, each with a side branch of one; nv = 2 m
RobotDescription fea05_balanced_tree(int m);  // nv = 2^m - 1
RobotDescription fea05_grid(int m);           // spanning tree of an m by m grid; nv = m²
// [Fea05] section 6: 25 bodies, 24 revolute joints, floating base; nv = 30.
RobotDescription fea05_humanoid();  // torso with four limbs of 6 joints
RobotDescription fea05_chain();     // the equivalent chain

// n balls of 1 kg on pin joints, 12 m long, hanging at a height of 10 m. [Jain] section 11. nv = n.
RobotDescription pendulum(int links);
// Head of 4 links, two arms of 7, two hands of 3 fingers; 26 links, nv = 26. [Jain] Fig. 1. Stand-in.
RobotDescription dual_arm_standin();

// n bars in a row that swim in the plane: the first on a planar joint, then revolute joints about z. nv = n + 2.
RobotDescription swimmer(int links);

// Floating base and 12 joints, legs FL, FR, HL, HR (hip, thigh, calf) with fixed feet; nv = 18.
// scenes/robots/quadruped.urdf and quadruped.xml are this robot.
RobotDescription quadruped_standin();
// 7 revolute joints in the order of today's collaborative arms; scenes/robots/arm7.urdf. nv = 7.
RobotDescription arm7_standin();
// Floating pelvis, legs of 6, torso of 2, arms of 7, head of 2; scenes/robots/humanoid.urdf. nv = 36.
RobotDescription humanoid_standin();
// The Shadow hand's joint tree: two wrist joints, fingers of 4, 4, 4 and 5, thumb of 5. nv = 24.
RobotDescription shadow_hand_standin();
// Atlas' joint tree: floating pelvis, back of 3, neck, arms of 7, legs of 6; a Shadow hand stand-in on the left wrist,
// on both, or on none. nv = 36, 60, 84.
RobotDescription atlas_standin(int hands = 0);

// Seeded random forests for property tests: every joint kind, general placements, consistent inertias.
struct RandomTreeOptions {
  int links = 0;           // 0: 1 to 20, by the seed
  int roots = 1;           // links on the world
  double branching = 0.4;  // chance that a link hangs from any earlier link, not from the latest one
  double floating = 0.5;   // chance that a root is on a free joint
  // Relative weights of the joints below.
  double fixed = 0.15, revolute = 1, prismatic = 0.3, helical = 0.15, spherical = 0.2, planar = 0.15, free = 0.05;
  double massless = 0.1;      // chance of no mass where M stays positive definite
  double child_origin = 0.3;  // chance that the joint frame is not the child's link frame
  double extras = 0.5;        // chance of armature, damping, friction, springs, limits, frames
};
RobotDescription random_tree(std::uint64_t seed, const RandomTreeOptions& options = {});

// The table of all of them, for command lines, tests and benchmarks: "chain:30", "atlas_standin:2", "arm7_standin".
struct Entry {
  std::string_view name;
  std::string_view parameters;  // what the numbers after the colon mean, empty for none
  std::string_view example;     // a specification that make() takes
  std::string_view what;
};
std::span<const Entry> catalogue();
RobotDescription make(std::string_view specification);  // Error lists the names

}  // namespace tenon::generators
