// The counting malloc family, on top of glibc's own entry points. This object is linked only into programs that use
// Allocations, so the other test programs keep the plain malloc.
#include "support/allocations.hpp"

#include <cerrno>
#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define TENON_OWN_MALLOC 0
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#undef TENON_OWN_MALLOC
#define TENON_OWN_MALLOC 0
#endif
#ifndef TENON_OWN_MALLOC
#define TENON_OWN_MALLOC 1
#endif

namespace {
thread_local long allocations = 0;
}

namespace tenon::test {

Allocations::Allocations() : start_(allocations) {}
long Allocations::count() const { return allocations - start_; }
bool Allocations::active() { return TENON_OWN_MALLOC != 0; }

}  // namespace tenon::test

#if TENON_OWN_MALLOC
extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}

void* realloc(void* old, std::size_t size) {
  ++allocations;
  return __libc_realloc(old, size);
}

void* memalign(std::size_t alignment, std::size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** out, std::size_t alignment, std::size_t size) {
  ++allocations;
  void* memory = __libc_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *out = memory;
  return 0;
}

}  // extern "C"
#endif
