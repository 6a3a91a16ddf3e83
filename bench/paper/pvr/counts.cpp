// Operation counts by running the algorithms on numbers that count.
#include "pvr/pvr.hpp"
#include "tenon/algorithms.hpp"

namespace tenon::paper::pvr {

Model plain_model(const RobotDescription& robot) { return Model(robot, {.screw_frames = false}); }

Counts counts(const Model& model, const std::vector<Constraint>& constraints) {
  const ConstraintSet set(model, constraints);
  Question question;
  question.constraints = &set;
  Counts out{model.nv(), set.rows(), {}};
  for (const Shown& shown : algorithms) {
    const OperationCount n = algorithm(model, "delassus", shown.name).count(model, question);
    out.of.push_back(n.add + n.mul + n.div + n.sqrt + 2 * n.trig);
  }
  return out;
}

std::vector<Constraint> generally_placed(std::vector<Constraint> constraints) {
  for (Constraint& c : constraints) c.in_frame = placement_from_rpy({0.1, -0.2, 0.3}, {0.4, 0.5, -0.6});
  return constraints;
}

std::vector<Constraint> welds_on_chain(const Model& model, int first, int step) {
  std::vector<Constraint> list;
  for (int f = 0; f < static_cast<int>(model.frames().size()); ++f) {
    const FrameInfo& frame = model.frames()[static_cast<std::size_t>(f)];
    const int link = frame.parent_joint.index + 1;
    if (frame.kind == FrameInfo::Kind::link && link >= first && (link - first) % step == 0)
      list.push_back(weld(FrameId{f}));
  }
  return generally_placed(std::move(list));
}

}  // namespace tenon::paper::pvr
