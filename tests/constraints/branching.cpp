// The sets of [PVr] section I-C: its Fig. 1, and their definitions on random trees.
#include "constraints/branching.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/seeds.hpp"

namespace tenon::test {
namespace {

std::vector<int> ends(const std::vector<int>& parent) {
  std::vector<int> end(parent.size());
  for (int i = static_cast<int>(parent.size()) - 1; i >= 0; --i) {
    end[i] = std::max(end[i], i + 1);
    if (i > 0) end[parent[i]] = std::max(end[parent[i]], end[i]);
  }
  return end;
}

Branching compiled(const std::vector<int>& parent, const std::vector<int>& constrained) {
  std::vector<Effector> list;
  for (const int body : constrained) {
    const int k = static_cast<int>(list.size());
    list.push_back({.term = k, .body = body, .rows = 6, .user_row = 6 * k});
  }
  Branching out;
  out.compile(parent, ends(parent), list);
  return out;
}

// Fig. 1's bodies, which its numbers happen to list depth-first.
//   paper: 1-2, 2-3, 2-6, 3-4, 4-5; 7 on 6, 8 on 3, 9 on 5.
//   ours:  1-2, 2-3, 3-4, 4-5, 2-6: the same numbers. End-effectors sorted by body: 8 (on 3), 9 (on 5), 7 (on 6).
struct Fig1 : ::testing::Test {
  Branching b = compiled({0, 0, 1, 2, 3, 4, 2}, {6, 3, 5});
  int ours(int paper) const {  // number of a node
    if (paper < 7) return paper;
    for (int k = 0; k < 3; ++k)
      if (b.effector(k).term == paper - 7) return b.number_of(k);
    return -1;
  }
  int effector(int paper) const { return ours(paper) - b.bodies(); }
  std::set<int> ES(int body) const {
    std::set<int> out;
    for (int k = b.es_begin(body); k < b.es_end(body); ++k) out.insert(b.effector(k).term + 7);
    return out;
  }
};

TEST_F(Fig1, SupportsWhatThePaperSays) {
  EXPECT_EQ(ES(5), (std::set<int>{9}));
  EXPECT_EQ(ES(3), (std::set<int>{8, 9}));
  EXPECT_EQ(ES(2), (std::set<int>{7, 8, 9}));
}

TEST_F(Fig1, BranchesWhereThePaperSays) {
  std::set<int> N{0};
  for (int paper = 1; paper <= 9; ++paper)
    if (b.in_N(ours(paper))) N.insert(paper);
  EXPECT_EQ(N, (std::set<int>{0, 2, 3, 7, 8, 9}));
  EXPECT_EQ(std::vector<int>(b.N().begin(), b.N().end()), (std::vector<int>{2, 3}));
}

TEST_F(Fig1, HasThePapersClosestBranchingLinks) {
  const int D[] = {2, 2, 3, 9, 9, 7, 7, 8, 9}, A[] = {0, 0, 2, 3, 3, 2, 2, 3, 3};
  for (int i = 1; i <= 9; ++i) {
    EXPECT_EQ(b.D(ours(i)), ours(D[i - 1])) << i;
    EXPECT_EQ(b.A(ours(i)), A[i - 1]) << i;
  }
}

TEST_F(Fig1, HasThePapersClosestCommonAncestors) {
  EXPECT_EQ(b.cca(effector(8), effector(9)), 3);
  EXPECT_EQ(b.cca(effector(7), effector(9)), 2);
  EXPECT_EQ(b.cca(effector(9), effector(7)), 2);
}

TEST(Branching, AnUnconstrainedLeafDoesNotBranch) {
  const Branching b = compiled({0, 0, 1, 1}, {2});
  EXPECT_TRUE(b.N().empty());
  EXPECT_EQ(b.D(3), -1);
  EXPECT_EQ(b.A(2), 0);
}

TEST(Branching, SeveralConstraintsOnOneBodyMeetThere) {
  const Branching b = compiled({0, 0, 1}, {2, 2});
  EXPECT_EQ(std::vector<int>(b.N().begin(), b.N().end()), (std::vector<int>{2}));
  EXPECT_EQ(b.cca(0, 1), 2);
}

TEST(Branching, RootsMeetInTheWorldOnly) {
  const Branching b = compiled({0, 0, 0}, {1, 2});
  EXPECT_EQ(b.cca(0, 1), 0);
  EXPECT_TRUE(b.N().empty());
}

TEST(Branching, FollowsItsDefinitionsOnRandomTrees) {
  for (const auto seed : seeds(300)) {
    Random random(seed);
    const int n = random.integer(1, 15);
    std::vector<int> parent{0}, path{0};
    for (int i = 1; i <= n; ++i) {  // depth-first: a parent on the path to the latest body
      path.resize(static_cast<std::size_t>(random.integer(1, static_cast<int>(path.size()))));
      parent.push_back(path.back());
      path.push_back(i);
    }
    std::vector<int> constrained;
    for (int k = random.integer(1, 6); k > 0; --k) constrained.push_back(random.integer(1, n));
    const Branching b = compiled(parent, constrained);
    const auto ancestors = [&](int i) {  // with itself, without the world
      std::set<int> out;
      for (; i > 0; i = parent[i]) out.insert(i);
      return out;
    };
    std::vector<std::set<int>> ES(parent.size());
    for (int k = 0; k < b.effector_count(); ++k)
      for (const int i : ancestors(b.effector(k).body)) ES[i].insert(k);
    std::set<int> N{0};
    for (int i = 1; i <= n; ++i) {
      EXPECT_EQ(b.es_end(i) - b.es_begin(i), static_cast<int>(ES[i].size())) << seed;
      bool branches = !ES[i].empty();
      for (int j = i + 1; j <= n; ++j) branches = branches && (parent[j] != i || ES[j] != ES[i]);
      for (int k = 0; k < b.effector_count(); ++k) branches = branches && (b.effector(k).body != i || ES[i].size() > 1);
      if (branches) N.insert(i);
    }
    for (int i = 1; i <= n; ++i) {
      EXPECT_EQ(b.in_N(i) && b.supports(i), N.contains(i)) << seed;
      int A = 0;
      for (const int a : ancestors(parent[i]))
        if (N.contains(a)) A = std::max(A, a);
      EXPECT_EQ(b.A(i), A) << seed;
    }
    std::size_t pairs = 0;
    for (int e = 0; e < b.effector_count(); ++e)
      for (int f = 0; f < b.effector_count(); ++f) {
        int meet = 0;
        for (const int a : ancestors(b.effector(e).body))
          if (ancestors(b.effector(f).body).contains(a)) meet = std::max(meet, a);
        EXPECT_EQ(b.cca(e, f), meet) << seed;
        pairs += e < f && meet > 0;
      }
    // Every pair meets in exactly one place where different children's rows come together.
    std::size_t met = 0;
    for (const int c : b.N()) {
      const auto children = b.children(c);
      const auto width = [&](int node) { return b.is_effector(node) ? 1 : b.es_end(node) - b.es_begin(node); };
      for (std::size_t g = 0; g < children.size(); ++g) {
        EXPECT_EQ(b.A(children[g]), c) << seed;
        for (std::size_t h = g + 1; h < children.size(); ++h)
          met += static_cast<std::size_t>(width(children[g]) * width(children[h]));
      }
    }
    EXPECT_EQ(met, pairs) << seed;
  }
}

}  // namespace
}  // namespace tenon::test
