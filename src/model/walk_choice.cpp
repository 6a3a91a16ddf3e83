// A forced mode makes lanes look free, so that every limb goes into one.
#include "model/walk_choice.hpp"

namespace tenon {

WalkChoice choose_walks(const CompiledModel& model, Mode mode) {
  WalkChoice choice;
  choice.limbs = mode == Mode::single ? &model.walk : &model.limb_walk;
  choice.columns = mode == Mode::single ? &model.walk : &model.column_walk;
  if (mode != Mode::lanes) return choice;
  const LaneCosts free{0, 0, 0};
  choice.forced_limbs = std::make_unique<Walk<4>>(make_walk<4>(model, schedule_of(model, 4, free)));
  choice.forced_columns = std::make_unique<Walk<4>>(make_walk<4>(model, schedule_of(model, 4, free, 1)));
  choice.limbs = choice.forced_limbs.get();
  choice.columns = choice.forced_columns.get();
  return choice;
}

std::size_t WalkChoice::bytes() const {
  std::size_t sum = 0;
  for (const Walk<4>* walk : {forced_limbs.get(), forced_columns.get()})
    if (walk)
      sum += sizeof(Walk<4>) + sizeof(TrunkStep<>) * walk->trunk.size() + sizeof(WideBody) * walk->wide.size() +
             sizeof(GroupStep<4>) * walk->groups.size() + sizeof(int) * walk->slots.size();
  return sum;
}

}  // namespace tenon
