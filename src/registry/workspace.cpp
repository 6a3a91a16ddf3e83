// Sizes of the scratch memory.
#include "registry/workspace.hpp"

namespace tenon {

PlainScratch::PlainScratch(const Model& model) {
  const std::size_t bodies = model.compiled().bodies.size();
  const auto nq = static_cast<std::size_t>(model.nq()), nv = static_cast<std::size_t>(model.nv());
  rnea.resize(bodies), crba.resize(bodies), aba.resize(bodies), axes.resize(nv), sine.resize(nq), cosine.resize(nq);
}

AlgorithmWorkspace::Data::Data(const Model& model) : tree(model), kinematics(model) {
  const auto nv = static_cast<std::size_t>(model.nv());
  other_vector.resize(nv);
  vector.resize(nv);
  zero.resize(nv);
}

AlgorithmWorkspace::AlgorithmWorkspace(const Model& model) : data_(std::make_unique<Data>(model)) {}
AlgorithmWorkspace::~AlgorithmWorkspace() = default;
AlgorithmWorkspace::AlgorithmWorkspace(AlgorithmWorkspace&&) noexcept = default;
AlgorithmWorkspace& AlgorithmWorkspace::operator=(AlgorithmWorkspace&&) noexcept = default;

}  // namespace tenon
