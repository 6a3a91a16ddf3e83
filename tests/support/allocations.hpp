// A guard for "a step allocates nothing": counts heap allocations of this thread between two points.
//
//   const Allocations heap;
//   aba(model, ws, {q, v}, tau, a);
//   EXPECT_EQ(heap.count(), 0);
//
// A program that uses it has its malloc, calloc, realloc, aligned_alloc, memalign and posix_memalign replaced by
// counting ones (operator new calls them). Under a sanitizer, which has its own malloc, nothing is counted and active()
// is false.
#pragma once

namespace tenon::test {

class Allocations {
 public:
  Allocations();
  long count() const;  // since construction, on this thread; 0 if not active
  static bool active();

 private:
  long start_;
};

}  // namespace tenon::test
