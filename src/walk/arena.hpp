// One block of memory, cut into arrays of any type; the same cuts on no block tell how long it must be.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tenon {

class Arena {
 public:
  explicit Arena(double* block = nullptr) : block_(block) {}

  // Room for `count` objects, at a cache line. Null while measuring.
  template <class T>
  T* take(std::size_t count) {
    static_assert(sizeof(T) % sizeof(double) == 0);
    const std::size_t at = used_;
    used_ += (count * (sizeof(T) / sizeof(double)) + 7) / 8 * 8;
    return block_ ? reinterpret_cast<T*>(block_ + at) : nullptr;
  }
  std::size_t used() const { return used_; }  // doubles

 private:
  double* block_;
  std::size_t used_ = 0;
};

}  // namespace tenon
