// The public Workspace is made here, where all of its parts are known.
#include "constrained/public_workspace.hpp"

#include "constrained/operational_workspace.hpp"
#include "constrained/workspace.hpp"
#include "delassus/damped_workspace.hpp"
#include "dynamics/derivatives.hpp"
#include "factorization/minverse.hpp"

namespace tenon {

namespace {

// The derivatives of a chain keep nv² numbers: those of larger models are made when they are asked for.
constexpr int most_ahead = 2000;

}  // namespace

void make_room(const Model& model, Workspace& ws, ConstraintCapacity capacity) {
  Workspace::Data& d = ws.data();
  if (d.takes_sets && capacity.constraints <= d.constraints && capacity.rows <= d.rows) return;
  const ConstraintCapacity room{std::max(d.constraints, capacity.constraints), std::max(d.rows, capacity.rows)};
  d.delassus = std::make_shared<DelassusMemory>(model, room, d.mode);
  d.damped = std::make_shared<DampedMemory>(model, room);
  d.constrained = std::make_shared<ConstrainedMemory>(model, room, d.mode);
  d.constrained_derivatives = constrained_derivatives_memory(model, room);
  d.operational = std::make_shared<OperationalMemory>(model, room);
  // Last, so that an allocation that fails leaves a workspace that serves what it served before.
  d.takes_sets = true, d.constraints = room.constraints, d.rows = room.rows;
}

Workspace::Workspace(const Model& model, const WalkOptions& options) : data_(std::make_unique<Data>()) {
  data_->serial = model.compiled().serial;
  data_->mode = options.mode;
  data_->tree = std::make_shared<TreeMemory>(model, options.mode);
  if (model.nv() <= most_ahead) data_->derivatives = std::make_shared<DerivativesMemory>(model);
  data_->factors = minverse_factors(model);
}

Workspace::Workspace(const Model& model, const ConstraintSet& set, const WalkOptions& options)
    : Workspace(model, options) {
  checked(model, set);
  make_room(model, *this, set.capacity());
}

Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

std::size_t Workspace::bytes() const {
  assert(data_ && "Workspace: used after it was moved from");
  const Data& d = *data_;
  std::size_t sum = sizeof(Data) + d.tree->bytes();
  if (d.derivatives) sum += d.derivatives->bytes();
  if (d.factors) sum += d.factors->bytes();
  if (d.takes_sets)
    sum += d.delassus->bytes() + d.damped->bytes() + d.constrained->bytes() + bytes_of(*d.constrained_derivatives) +
           d.operational->bytes();
  return sum;
}

}  // namespace tenon
