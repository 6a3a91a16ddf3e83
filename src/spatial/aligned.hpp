// Memory that packs may be placed in: vectors of doubles that start at a cache line.
#pragma once

#include <new>
#include <vector>

namespace tenon {

template <class T>
struct AlignedAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};
  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), alignment)); }
  void deallocate(T* p, std::size_t) { ::operator delete(p, alignment); }
  template <class U>
  friend bool operator==(const AlignedAllocator&, const AlignedAllocator<U>&) {
    return true;
  }
};

using AlignedVector = std::vector<double, AlignedAllocator<double>>;

}  // namespace tenon
