// Inside of the public Workspace: one part per family of calls. Each folder defines its own part and sees the others as
// names only.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "tenon/workspace.hpp"

namespace tenon {

struct TreeMemory;                    // dynamics/workspace.hpp
struct DerivativesMemory;             // dynamics/derivatives.hpp
struct MinverseFactors;               // factorization/minverse.hpp
struct DelassusMemory;                // delassus/workspace.hpp
struct DampedMemory;                  // delassus/damped_workspace.hpp
struct ConstrainedMemory;             // constrained/workspace.hpp
struct ConstrainedDerivativesMemory;  // constrained/derivatives.cpp
struct OperationalMemory;             // constrained/operational_workspace.hpp

struct Workspace::Data {
  std::uint64_t serial = 0;  // of the model
  Mode mode = Mode::automatic;
  int constraints = 0, rows = 0;  // of the largest set that it serves
  bool takes_sets = false;

  std::shared_ptr<TreeMemory> tree;
  std::shared_ptr<DerivativesMemory> derivatives;
  std::shared_ptr<MinverseFactors> factors;  // null where sweeps are cheaper
  // Null until there is room for constraints.
  std::shared_ptr<DelassusMemory> delassus;
  std::shared_ptr<DampedMemory> damped;
  std::shared_ptr<ConstrainedMemory> constrained;
  std::shared_ptr<ConstrainedDerivativesMemory> constrained_derivatives;
  std::shared_ptr<OperationalMemory> operational;
  std::shared_ptr<void> algorithms;  // registry/workspace.hpp

  std::atomic<const void*> thread{nullptr};  // the one that is in a call; debug builds only
};

#ifdef NDEBUG
struct OneThread {
  explicit OneThread(Workspace&) {}
};
#else
// While a call of one thread uses the workspace, a call of another throws Error. Calls of one thread nest.
class OneThread {
 public:
  explicit OneThread(Workspace& ws) : owner_(ws.data().thread) {
    static thread_local const char me = 0;
    const void* found = nullptr;
    outermost_ = owner_.compare_exchange_strong(found, &me);
    if (!outermost_ && found != &me) throw Error("workspace: two threads use it at once, expected one for each thread");
  }
  ~OneThread() {
    if (outermost_) owner_ = nullptr;
  }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  std::atomic<const void*>& owner_;
  bool outermost_ = false;
};
#endif

}  // namespace tenon
