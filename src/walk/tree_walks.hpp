// The walks of a model: made once when it is compiled, the last stage of compiling, and the choice of a single call
// among them.
#pragma once

#include <memory>

#include "model/compiled.hpp"
#include "walk/walk.hpp"

namespace tenon {

struct TreeWalks {
  LaneSchedule schedule;  // what `limbs` is made from
  Walk<4> bodies;         // body by body: no groups
  Walk<4> limbs;          // as the schedule says; the same as `bodies` where lanes do not pay
  Walk<4> columns;        // the same with limbs of the first level only, for sweeps that carry columns
};
std::shared_ptr<const TreeWalks> make_walks(const CompiledModel& model);

// The model's own where a call may choose, or walks made for the one who forces a mode.
struct WalkChoice {
  const Walk<4>* limbs = nullptr;
  const Walk<4>* columns = nullptr;
  std::unique_ptr<Walk<4>> forced_limbs, forced_columns;

  std::size_t bytes() const;  // of the forced ones; the others are the model's
};
WalkChoice choose_walks(const CompiledModel& model, Mode mode);

}  // namespace tenon
