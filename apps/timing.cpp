// Random states, blocks of runs, their median and minimum.
#include "timing.hpp"

#include <algorithm>
#include <ctime>

#include "tenon/configuration.hpp"

namespace tenon::cli {

namespace {

constexpr double shortest_block = 1e-3;  // long against the clock's own cost and step

// The frame farthest out: the last one.
FrameId last_frame(const Model& model) { return FrameId{static_cast<int>(model.frames().size()) - 1}; }
FrameId last_joint_frame(const Model& model) {
  int last = 0;
  for (int i = 0; i < static_cast<int>(model.frames().size()); ++i)
    if (model.frames()[static_cast<std::size_t>(i)].kind == FrameInfo::Kind::joint) last = i;
  return FrameId{last};
}

}  // namespace

double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

States::States(const Model& model, int count)
    : constraints_(model, weld_tips(model)), rows_(static_cast<std::size_t>(constraints_.rows()), 1.0) {
  for (int i = 0; i < count; ++i) {
    const auto seed = static_cast<std::uint64_t>(5 * i);
    q_.push_back(random_configuration(model, seed));
    v_.push_back(random_velocity(model, seed + 1));
    a_.push_back(random_velocity(model, seed + 2));
    tau_.push_back(random_velocity(model, seed + 3));
    to_.push_back(random_configuration(model, seed + 4));
  }
}

Question States::question(const Family& family, const Model& model, int index) const {
  const auto i = static_cast<std::size_t>(index);
  Question question{.q = q_[i], .v = v_[i], .a = a_[i], .tau = tau_[i], .x = tau_[i], .wrenches = {}};
  if (family.takes("to")) question.x = to_[i];
  question.constraints = &constraints_;
  if (family.takes("stiffness")) question.stiffness = stiffness_;
  if (family.takes("x") && family.takes("constraints")) question.x = rows_;
  question.frame = family.name == "joint_reaction" ? last_joint_frame(model) : last_frame(model);
  return question;
}

Timing time_algorithm(const Model& model, const Algorithm& algorithm, const States& states, double seconds) {
  const Family& asked = family(algorithm.family);
  Workspace workspace(model);
  std::vector<Question> questions;
  for (int i = 0; i < states.count(); ++i) questions.push_back(states.question(asked, model, i));
  std::vector<double> out(static_cast<std::size_t>(answer_size(asked, model, questions.front())));

  const auto rounds = [&](int count) {
    const double start = thread_seconds();
    for (int k = 0; k < count; ++k)
      for (const Question& question : questions) algorithm.compute(model, workspace, question, out);
    return thread_seconds() - start;
  };
  int count = 1;
  while (rounds(count) < shortest_block) count *= 2;

  std::vector<double> blocks;
  for (double spent = 0; spent < seconds || blocks.size() < 5;) {
    const double block = rounds(count);
    spent += block;
    blocks.push_back(block / (count * static_cast<double>(states.count())));
  }
  std::sort(blocks.begin(), blocks.end());
  return {blocks[blocks.size() / 2], blocks.front(), static_cast<int>(blocks.size())};
}

}  // namespace tenon::cli
