// A forced mode makes lanes look free, so that every limb goes into one.
#include "walk/tree_walks.hpp"

#include <limits>

#include "model/compile.hpp"

namespace tenon {

std::shared_ptr<const TreeWalks> make_walks(const CompiledModel& model) {
  LaneCosts never;
  never.group = std::numeric_limits<double>::infinity();
  auto walks = std::make_shared<TreeWalks>();
  walks->bodies = make_walk<4>(model, schedule_of(model, 4, never), false);
  walks->schedule = schedule_of(model, 4);
  walks->limbs = make_walk<4>(model, walks->schedule);
  walks->columns = make_walk<4>(model, schedule_of(model, 4, {}, 1));
  return walks;
}

// The public constructor stands here because the walks are the last thing that a model is compiled to.
Model::Model(RobotDescription description, const CompileOptions& options) {
  const std::shared_ptr<CompiledModel> model = compile(std::move(description), options);
  model->walks = make_walks(*model);
  compiled_ = model;
}

WalkChoice choose_walks(const CompiledModel& model, Mode mode) {
  WalkChoice choice;
  choice.limbs = mode == Mode::single ? &model.walks->bodies : &model.walks->limbs;
  choice.columns = mode == Mode::single ? &model.walks->bodies : &model.walks->columns;
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
