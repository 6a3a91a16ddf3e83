// The constraints that questions are counted and timed on when nothing else is said.
#include "constraints/compiled.hpp"
#include "tenon/algorithms.hpp"

namespace tenon {

std::vector<Constraint> weld_tips(const Model& model) {
  const CompiledModel& m = model.compiled();
  std::vector<int> frame_of(m.bodies.size(), -1);
  for (std::size_t f = m.body_frames.size(); f-- > 0;)
    frame_of[static_cast<std::size_t>(m.body_frames[f].body)] = static_cast<int>(f);
  std::vector<Constraint> list;
  for (int i = 1; i < m.body_count(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (m.end[k] == i + 1 && m.bodies[k].nv > 0 && frame_of[k] >= 0) list.push_back(weld(FrameId{frame_of[k]}));
  }
  return list;
}

}  // namespace tenon
