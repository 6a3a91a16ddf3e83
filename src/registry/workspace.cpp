// What is made at once: the tree's workspace, kinematics and vectors.
#include "registry/workspace.hpp"

namespace tenon {

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
