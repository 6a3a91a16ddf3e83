// The fast kernels of both instruction sets against the plain listings.
#include <gtest/gtest.h>

#include "factorization/cost.hpp"
#include "factorization/fast/packed.hpp"
#include "factorization/paper/back_substitution.hpp"
#include "factorization/paper/ltdl.hpp"
#include "factorization/random_tree.hpp"
#include "tenon/error.hpp"

namespace tenon {

namespace {

using test::random_matrix;
using test::RowMajor;

MatrixView<double> view(RowMajor& H) { return {H.data(), static_cast<int>(H.rows())}; }
RowsView<double> rows(RowMajor& x) { return {x.data(), static_cast<int>(x.cols())}; }
double error(const RowMajor& a, const RowMajor& b) {
  return (a - b).cwiseAbs().maxCoeff() / (1 + b.cwiseAbs().maxCoeff());
}
RowMajor random_rows(int n, int columns, std::uint64_t seed) {
  test::Random random(seed + 77);
  RowMajor x(n, columns);
  for (double* p = x.data(); p != x.data() + x.size(); ++p) *p = random.uniform();
  return x;
}

// Other order of sums, fused operations and reciprocals: rounding times the condition number (below about 1e4).
constexpr double tolerance = 1e-11;

std::vector<const FactorizationKernels*> tables() {
  return {&factorization_table_isa_baseline, &factorization_kernels()};
}

// Trees of every shape, chains longer than many blocks, and wide ones; numbered depth-first as every Model is.
ParentArray tree(std::uint64_t seed) {
  test::Random random(seed);
  const int n = seed % 4 == 0 ? random.integer(40, 120) : random.integer(1, 40);
  const double bushiness = seed % 3 == 0 ? random.uniform(0, 0.1) : random.uniform(0, 1);
  const ParentArray lambda = test::random_parents(random, n, bushiness);
  return renumbered(lambda, depth_first_order(lambda));
}

TEST(Blocks, HoldEveryRowOnceAndEverySupportInTheOrderOfThePath) {
  for (const auto seed : test::seeds(300)) {
    const ParentArray lambda = tree(seed);
    const BlockTree blocks(lambda);
    int row = 0;
    for (const Block& block : blocks.blocks()) {
      EXPECT_EQ(block.row, row) << seed;
      row += block.count;
      for (int q = 0; q < block.count; ++q) {
        std::vector<int> supports(blocks.supports(block).begin(), blocks.supports(block).end()), ancestors;
        for (int s = 0; s < q; ++s)
          if (block.couples(q, s)) supports.push_back(block.row + s);
        for (int j = lambda[block.row + q + 1]; j != 0; j = lambda[j]) ancestors.insert(ancestors.begin(), j - 1);
        EXPECT_EQ(supports, ancestors) << seed;
      }
    }
    EXPECT_EQ(row, blocks.rows()) << seed;
  }
}

TEST(Blocks, AreOpenWithinOnePackOfPlacesOrHaveNoOtherDescendants) {
  for (const auto seed : test::seeds(300)) {
    const ParentArray lambda = tree(seed);
    const std::vector<int> sizes = subtree_sizes(lambda);
    const BlockTree blocks(lambda);
    for (const Block& block : blocks.blocks()) {
      const int last = block.row + block.count;
      if (block.open()) {
        EXPECT_EQ(block.depth / 4, (block.depth + block.count - 1) / 4) << seed;
        for (int i = block.row + 2; i <= last; ++i) EXPECT_EQ(lambda[i], i - 1) << seed;
      } else {
        for (int i = block.row + 1; i <= last; ++i) EXPECT_LE(i + sizes[i] - 1, last) << seed;
      }
    }
  }
}

TEST(Blocks, OfABatchAreClosedAndAlikeAndInNoOther) {
  int batches = 0;
  for (const auto seed : test::seeds(300)) {
    const BlockTree blocks(tree(seed));
    const BlocksView view = blocks.view();
    std::vector<int> uses(static_cast<std::size_t>(view.block_count), 0);
    for (int k = 0; k < view.batch_count; ++k, ++batches) {
      const Batch& batch = view.batches[k];
      EXPECT_NE(batch.blocks[0], batch.blocks[1]) << seed;
      for (int lane = 0; lane < 4; ++lane) {
        const Block& block = view.blocks[batch.blocks[lane]];
        EXPECT_FALSE(block.open()) << seed;
        EXPECT_EQ(block.count, batch.count) << seed;
        EXPECT_EQ(block.coupled, batch.coupled) << seed;
        if (lane == 0 || batch.blocks[lane] != batch.blocks[lane - 1])
          ++uses[static_cast<std::size_t>(batch.blocks[lane])];
      }
    }
    for (int b = 0; b < view.block_count; ++b) {
      const BlockShape shape = view.blocks[b].shape;
      const bool in_batch = shape == BlockShape::closed_twin || shape == BlockShape::closed_star;
      EXPECT_EQ(uses[static_cast<std::size_t>(b)], in_batch ? 1 : 0) << seed;
    }
  }
  EXPECT_GE(batches, test::nearly(386, 300));  // one to two in a tree, on average
}

TEST(Blocks, RefuseANumberingThatIsNotDepthFirst) {
  EXPECT_THROW(BlockTree(ParentArray{0, 0, 0, 1}), Error);
  EXPECT_NO_THROW(BlockTree(ParentArray{0, 0, 1, 0}));
}

TEST(Blocks, NeedLittleMoreMemoryThanTheNonzeros) {
  for (const auto seed : test::seeds(100)) {
    const ParentArray lambda = tree(seed);
    const long n = static_cast<long>(lambda.size()) - 1;
    EXPECT_LE(BlockTree(lambda).numbers(), tree_sums(lambda).D1 + (3 + K_at) * n) << seed;
  }
}

TEST(FastFactorization, EqualsTheListingAndReadsOnlyTheLowerTriangle) {
  for (const auto seed : test::seeds(400)) {
    const ParentArray lambda = tree(seed);
    RowMajor plain = random_matrix(lambda, seed), M = plain;
    const int n = static_cast<int>(M.rows());
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (j > i || !on_one_branch(lambda, i + 1, j + 1)) M(i, j) = std::nan("");
    ltdl_factorize<double>(lambda, view(plain));
    PackedStorage storage(lambda);
    for (const FactorizationKernels* kernels : tables()) {
      ASSERT_EQ(kernels->factorize(storage.factor(), M.data()), -1) << seed;
      RowMajor fast = RowMajor::Zero(n, n);
      storage.unpack({fast.data(), static_cast<std::size_t>(fast.size())});
      RowMajor expected = RowMajor::Zero(n, n);
      for (int i = 1; i <= n; ++i)
        for (int j = i; j != 0; j = lambda[j]) expected(i - 1, j - 1) = plain(i - 1, j - 1);
      EXPECT_LE(error(fast, expected), tolerance) << seed;
    }
  }
}

TEST(FastProducts, EqualTheListingsForAnyNumberOfColumns) {
  for (const auto seed : test::seeds(200)) {
    const ParentArray lambda = tree(seed);
    RowMajor plain = random_matrix(lambda, seed);
    const RowMajor M = plain;
    const int n = static_cast<int>(M.rows());
    ltdl_factorize<double>(lambda, view(plain));
    PackedStorage storage(lambda);
    for (const FactorizationKernels* kernels : tables()) {
      const PackedFactor f = storage.factor();
      kernels->factorize(f, M.data());
      for (const int columns : {1, 2, 4, 7, 13}) {
        const RowMajor x = random_rows(n, columns, seed);
        const auto equal = [&](const char* what, auto&& reference, auto vector_kernel, auto columns_kernel) {
          RowMajor expected = x, y = x;
          reference(expected);
          columns_kernel(f, y.data(), columns);
          EXPECT_LE(error(y, expected), tolerance) << what << " seed " << seed << " columns " << columns;
          if (columns > 1) return;
          y = x;
          vector_kernel(f, x.data(), y.data());
          EXPECT_LE(error(y, expected), tolerance) << what << " seed " << seed << " one vector";
          y = x;
          vector_kernel(f, y.data(), y.data());
          EXPECT_LE(error(y, expected), tolerance) << what << " seed " << seed << " one vector in place";
        };
        equal(
            "L x", [&](RowMajor& y) { multiply_l<Diagonal::unit>(lambda, view(plain), rows(y), rows(y)); },
            kernels->multiply_l, kernels->multiply_l_columns);
        equal(
            "LT x",
            [&](RowMajor& y) {
              RowMajor in = y;
              multiply_lt<Diagonal::unit>(lambda, view(plain), rows(in), rows(y));
            },
            kernels->multiply_lt, kernels->multiply_lt_columns);
        equal(
            "L^-1 x", [&](RowMajor& y) { solve_l<Diagonal::unit>(lambda, view(plain), rows(y)); }, kernels->solve_l,
            kernels->solve_l_columns);
        equal(
            "L^-T x", [&](RowMajor& y) { solve_lt<Diagonal::unit>(lambda, view(plain), rows(y)); }, kernels->solve_lt,
            kernels->solve_lt_columns);
        equal(
            "M^-1 x", [&](RowMajor& y) { ltdl_solve(lambda, view(plain), rows(y)); }, kernels->solve,
            kernels->solve_columns);
      }
    }
  }
}

TEST(FastInverse, EqualsTheListingAndIsSymmetricToTheBit) {
  for (const auto seed : test::seeds(200)) {
    const ParentArray lambda = tree(seed);
    RowMajor plain = random_matrix(lambda, seed);
    const RowMajor M = plain;
    const int n = static_cast<int>(M.rows());
    ltdl_factorize<double>(lambda, view(plain));
    RowMajor expected(n, n), fast(n, n);
    ltdl_inverse<double>(lambda, view(plain), view(expected));
    PackedStorage storage(lambda);
    for (const FactorizationKernels* kernels : tables()) {
      fast.setConstant(std::nan(""));
      kernels->factorize(storage.factor(), M.data());
      kernels->inverse(storage.factor(), fast.data());
      EXPECT_LE(error(fast, expected), tolerance) << seed;
      EXPECT_EQ(fast, RowMajor(fast.transpose())) << seed;
    }
  }
}

TEST(FastFactorization, NamesTheRowWhosePivotIsNotPositive) {
  for (const auto seed : test::seeds(300)) {
    const ParentArray lambda = tree(seed);
    RowMajor M = random_matrix(lambda, seed), plain = M;
    const int n = static_cast<int>(M.rows());
    ltdl_factorize<double>(lambda, view(plain));
    test::Random random(seed + 9);
    const int row = random.integer(0, n - 1);
    // Lowering M_kk lowers the pivot of row k by as much, and changes nothing below it.
    M(row, row) -= plain(row, row) * (seed % 2 == 0 ? 1.5 : 1);
    if (seed % 5 == 0) M(row, row) = std::nan("");
    PackedStorage storage(lambda);
    for (const FactorizationKernels* kernels : tables()) {
      const int block = kernels->factorize(storage.factor(), M.data());
      const bool singular = seed % 2 != 0 && seed % 5 != 0;  // up to rounding: may pass, or fail there or further up
      if (block >= 0) {
        const PackedStorage::Failure failure = storage.failure(block, {M.data(), static_cast<std::size_t>(M.size())});
        EXPECT_FALSE(failure.pivot > (singular ? 1e-13 * (1 + M(row, row)) : 0)) << seed;
        EXPECT_TRUE(failure.row == row || (singular && failure.row < row)) << seed;
      } else {
        EXPECT_TRUE(singular) << seed;
        RowMajor fast = RowMajor::Zero(n, n);
        storage.unpack({fast.data(), static_cast<std::size_t>(fast.size())});
        EXPECT_LE(fast(row, row), 1e-13 * (1 + M(row, row))) << seed;
      }
    }
  }
}

TEST(FastFactorization, TwoUsesOfOneStorageGiveTheSameBits) {
  for (const auto seed : test::seeds(50)) {
    const ParentArray lambda = tree(seed);
    const RowMajor M = random_matrix(lambda, seed), other = random_matrix(lambda, seed + 1);
    const int n = static_cast<int>(M.rows());
    RowMajor x = random_rows(n, 1, seed), y = x;
    PackedStorage storage(lambda);
    const FactorizationKernels& kernels = factorization_kernels();
    kernels.factorize(storage.factor(), M.data());
    kernels.solve(storage.factor(), x.data(), x.data());
    kernels.factorize(storage.factor(), other.data());
    kernels.factorize(storage.factor(), M.data());
    kernels.solve(storage.factor(), y.data(), y.data());
    EXPECT_EQ(x, y) << seed;
  }
}

// What is refused or not a number leaves nothing behind.
TEST(FastFactorization, GivesTheSameBitsAfterARefusedMatrixAndAVectorThatIsNotANumber) {
  for (const auto seed : test::seeds(50)) {
    const ParentArray lambda = tree(seed);
    const RowMajor M = random_matrix(lambda, seed);
    const int n = static_cast<int>(M.rows());
    RowMajor refused = M;
    test::Random random(seed);
    refused(random.integer(0, n - 1), random.integer(0, n - 1)) = std::nan("");
    RowMajor x = random_rows(n, 1, seed), y = x, nan = x;
    nan(random.integer(0, n - 1), 0) = std::nan("");
    for (const FactorizationKernels* kernels : tables()) {
      RowMajor first = x, again = x;
      PackedStorage storage(lambda);
      ASSERT_EQ(kernels->factorize(storage.factor(), M.data()), -1) << seed;
      kernels->solve(storage.factor(), x.data(), first.data());
      if (const int failed = kernels->factorize(storage.factor(), refused.data()); failed >= 0)
        storage.failure(failed, {refused.data(), static_cast<std::size_t>(refused.size())});
      ASSERT_EQ(kernels->factorize(storage.factor(), M.data()), -1) << seed;
      kernels->solve(storage.factor(), nan.data(), nan.data());
      kernels->multiply_lt(storage.factor(), nan.data(), nan.data());
      kernels->solve(storage.factor(), x.data(), again.data());
      EXPECT_EQ(first, again) << seed;
    }
  }
}

}  // namespace
}  // namespace tenon
