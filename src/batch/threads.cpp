// One part per thread of a oneTBB arena. Parts are cut before, so nothing depends on who runs which.
#include "batch/threads.hpp"

#include <algorithm>
#include <atomic>
#include <string>

#include "tenon/error.hpp"
#ifdef TENON_HAS_TBB
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace tenon {

#ifdef TENON_HAS_TBB
struct Threads::Arena {
  // More slots than processors would make oneTBB complain on the error stream; parts take turns then.
  explicit Arena(int threads) : arena(std::min(threads, tbb::info::default_concurrency())) { arena.initialize(); }
  tbb::task_arena arena;
  // Hands memory over in a way that the thread sanitizer sees; it does not see into oneTBB.
  std::atomic<int> handed_out{0}, handed_back{0};
};

namespace {
int threads_of(int count) { return count == 0 ? tbb::info::default_concurrency() : count; }
}  // namespace
#else
struct Threads::Arena {};

namespace {
int threads_of(int count) {
  if (count > 1) throw Error("threads is " + std::to_string(count) + ", expected 1: tenon was built without oneTBB");
  return 1;
}
}  // namespace
#endif

Threads::Threads(int count) : count_(count) {
  if (count < 0 || count > 4096)
    throw Error("threads is " + std::to_string(count) + ", expected 0 (one per processor) to 4096");
  count_ = threads_of(count);
  answers_.resize(static_cast<std::size_t>(count_));
#ifdef TENON_HAS_TBB
  if (count_ > 1) arena_ = std::make_unique<Arena>(count_);
#endif
}
Threads::~Threads() = default;
Threads::Threads(Threads&&) noexcept = default;
Threads& Threads::operator=(Threads&&) noexcept = default;

std::ptrdiff_t Threads::run(int parts, std::ptrdiff_t argument, void* context, Work* work) {
  if (parts <= 1 || !arena_) {
    std::ptrdiff_t least = argument;
    for (int part = 0; part < parts; ++part) least = std::min(least, work(context, part, argument));
    return least;
  }
#ifdef TENON_HAS_TBB
  Arena& a = *arena_;
  a.handed_out.store(parts, std::memory_order_release);
  a.arena.execute([&] {
    tbb::parallel_for(
        0, parts,
        [&](int part) {
          (void)a.handed_out.load(std::memory_order_acquire);
          answers_[static_cast<std::size_t>(part)] = work(context, part, argument);
          a.handed_back.fetch_add(1, std::memory_order_release);
        },
        tbb::static_partitioner{});
  });
  (void)a.handed_back.load(std::memory_order_acquire);
#endif
  return *std::min_element(answers_.begin(), answers_.begin() + parts);
}

}  // namespace tenon
