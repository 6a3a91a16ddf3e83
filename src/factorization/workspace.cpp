// The public Workspace is made here, where all of its parts are known: the scratch of the tree algorithms, and the
// factors that M⁻¹ goes by on some trees.
#include "dynamics/workspace.hpp"

#include "factorization/minverse.hpp"

namespace tenon {

Workspace::Workspace(const Model& model, Mode mode) : data_(std::make_unique<Data>(model, mode)) {
  data_->factors = minverse_factors(model);
}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

std::size_t Workspace::bytes() const { return data_->bytes(); }

}  // namespace tenon
