// Sizes of the scratch memory.
#include "registry/workspace.hpp"

#include "dynamics/workspace.hpp"

namespace tenon {

PlainScratch::PlainScratch(const Model& model) {
  const std::size_t bodies = model.compiled().bodies.size();
  const auto nq = static_cast<std::size_t>(model.nq()), nv = static_cast<std::size_t>(model.nv());
  rnea.resize(bodies), crba.resize(bodies), aba.resize(bodies), axes.resize(nv), sine.resize(nq), cosine.resize(nq);
}

AlgorithmMemory::AlgorithmMemory(const Model& model) : kinematics(model) {
  const auto nv = static_cast<std::size_t>(model.nv());
  other_vector.resize(nv);
  vector.resize(nv);
  zero.resize(nv);
}

AlgorithmMemory& algorithm_memory(const Model& model, Workspace& ws) {
  check_model(model, ws);
  std::shared_ptr<void>& memory = ws.data().algorithms;
  if (!memory) memory = std::make_shared<AlgorithmMemory>(model);
  return *static_cast<AlgorithmMemory*>(memory.get());
}

}  // namespace tenon
