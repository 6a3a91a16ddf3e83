// Which walks single calls take.
#pragma once

#include "model/compiled.hpp"

namespace tenon {

// The model's own where it may choose, or walks made for the one who forces a mode.
struct WalkChoice {
  const Walk<4>* limbs = nullptr;    // for most sweeps
  const Walk<4>* columns = nullptr;  // for sweeps that carry columns: limbs of the first level only
  std::unique_ptr<Walk<4>> forced_limbs, forced_columns;

  std::size_t bytes() const;  // of the forced ones; the others are the model's
};
WalkChoice choose_walks(const CompiledModel& model, Mode mode);

}  // namespace tenon
