// The Delassus matrix J M⁻¹Jᵀ (inverse operational-space inertia) of a constrained tree. [PVr]
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "tenon/constraints.hpp"

namespace tenon {

// Which algorithm. Joint-space ones (dense, ltl_osim) take every kind of constraint, the others frames to the world.
// pv_osimr and ltl_osim are the fast versions; the plain ones, like all others, read as their paper describes them.
// In the order of src/delassus/delassus.list.
enum class Delassus { automatic = -1, pv_osimr, pv_osimr_plain, pv_osim, efpa, kjr, ltl_osim, ltl_osim_plain, dense };
const char* to_string(Delassus algorithm);  // "pv-osimr"

// Scratch memory for sets up to this set's capacity, sized once. Made for `automatic`, it serves pv_osimr and, where
// the set needs it, ltl_osim; the first call with another algorithm adds that one's memory.
class DelassusWorkspace {
 public:
  // mode: how pv_osimr walks the tree; to force one is for comparisons and tests.
  DelassusWorkspace(const Model& model, const ConstraintSet& set, Delassus algorithm = Delassus::automatic,
                    Mode mode = Mode::automatic);
  ~DelassusWorkspace();
  DelassusWorkspace(DelassusWorkspace&&) noexcept;
  DelassusWorkspace& operator=(DelassusWorkspace&&) noexcept;
  std::size_t bytes() const;
  struct Data;  // internal
  Data& data() { return *data_; }

 private:
  std::unique_ptr<Data> data_;
};

// out: rows x rows, row-major, in the order of the constraints. Error where the algorithm does not take a constraint.
void delassus(const Model& model, const ConstraintSet& set, DelassusWorkspace& ws, std::span<const double> q,
              std::span<double> out, Delassus algorithm = Delassus::automatic);

// What `automatic` takes: pv_osimr, or ltl_osim for sets that it does not take.
Delassus chosen_delassus(const ConstraintSet& set);
bool takes(Delassus algorithm, const ConstraintSet& set);

}  // namespace tenon
