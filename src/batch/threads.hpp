// A batch's threads: oneTBB's, or only the caller's.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace tenon {

class Threads {
 public:
  // count: 0 for one per processor. Error when the library was built without oneTBB and count is neither 0 nor 1.
  explicit Threads(int count);
  ~Threads();
  Threads(Threads&&) noexcept;
  Threads& operator=(Threads&&) noexcept;
  int count() const { return count_; }

  // work(part, argument) for part = 0 … parts - 1, one part per thread; the smallest that one of them returned, or
  // `argument`. No exception may leave `work`.
  using Work = std::ptrdiff_t(void* context, int part, std::ptrdiff_t argument);
  template <class Function>
  std::ptrdiff_t run(int parts, std::ptrdiff_t argument, Function&& work) {
    return run(parts, argument, &work, [](void* context, int part, std::ptrdiff_t x) {
      return (*static_cast<std::remove_reference_t<Function>*>(context))(part, x);
    });
  }

 private:
  std::ptrdiff_t run(int parts, std::ptrdiff_t argument, void* context, Work* work);
  struct Arena;
  int count_;
  std::unique_ptr<Arena> arena_;
  std::vector<std::ptrdiff_t> answers_;  // per part
};

}  // namespace tenon
