// The guard of the zero-allocation tests must itself be able to fail.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "support/allocations.hpp"

namespace tenon::test {
namespace {

struct alignas(64) Wide {
  double x[8];
};

// Keeps the optimiser from removing an allocation that nobody reads.
void* volatile sink;

TEST(AllocationGuard, CountsEveryWayToAllocate) {
  if (!Allocations::active()) GTEST_SKIP() << "a sanitizer has its own malloc";
  const auto counted = [](auto&& allocate) {
    const Allocations heap;
    allocate();
    return heap.count();
  };
  EXPECT_EQ(counted([] { sink = std::make_unique<int>(1).get(); }), 1);
  EXPECT_EQ(counted([] { sink = std::make_unique<Wide>().get(); }), 1);
  EXPECT_EQ(counted([] { sink = std::vector<double>(100).data(); }), 1);
  EXPECT_EQ(counted([] {
              void* memory = std::malloc(8);
              sink = memory;
              std::free(memory);
            }),
            1);
  EXPECT_EQ(counted([] {
              std::string text(100, 'x');
              sink = text.data();
              text.resize(1000);
              sink = text.data();
            }),
            2);
}

TEST(AllocationGuard, SeesNothingWhereNothingIsAllocated) {
  double x[4] = {1, 2, 3, 4};
  const Allocations heap;
  for (double& xi : x) xi *= 2;
  sink = x;
  EXPECT_EQ(heap.count(), 0);
}

TEST(AllocationGuard, IgnoresOtherThreads) {
  long inside = -1;
  std::thread other;
  {
    std::vector<double> ballast(10);
    sink = ballast.data();
    other = std::thread([&inside] {
      const Allocations heap;
      sink = std::vector<double>(100).data();
      inside = heap.count();
    });
    const Allocations heap;
    other.join();
    EXPECT_EQ(heap.count(), 0);
  }
  EXPECT_EQ(inside, Allocations::active() ? 1 : 0);
}

}  // namespace
}  // namespace tenon::test
