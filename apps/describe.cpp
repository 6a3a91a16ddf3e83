// Joints, frames, placements and matrices as JSON.
#include "describe.hpp"

namespace tenon::cli {

namespace {

// A joint on the world has no parent joint.
Json joint_name(const Model& model, JointId joint) {
  return joint.index < 0 ? Json() : Json(model.joint_info(joint).name);
}

// Names come from files: what is not UTF-8 is replaced, not an error.
std::string dumped(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

Json joints_json(const Model& model) {
  Json list = Json::array();
  for (const JointInfo& joint : model.joints())
    list.push_back({{"name", joint.name},
                    {"type", to_string(joint.kind)},
                    {"q_index", joint.q_index},
                    {"nq", joint.nq},
                    {"v_index", joint.v_index},
                    {"nv", joint.nv},
                    {"parent", joint_name(model, joint.parent)}});
  return list;
}

Json frames_json(const Model& model) {
  Json list = Json::array();
  for (const FrameInfo& frame : model.frames())
    list.push_back({{"name", frame.name},
                    {"parent_joint", joint_name(model, frame.parent_joint)},
                    {"placement", placement_json(frame.placement)}});
  return list;
}

Json placement_json(const Placement& X) {
  const auto& R = X.rotation;
  const auto& p = X.translation;
  return Json::array({Json::array({R[0], R[1], R[2], p[0]}), Json::array({R[3], R[4], R[5], p[1]}),
                      Json::array({R[6], R[7], R[8], p[2]}), Json::array({0.0, 0.0, 0.0, 1.0})});
}

Json matrix_json(std::span<const double> values, int rows, int columns) {
  Json list = Json::array();
  for (int r = 0; r < rows; ++r) {
    const auto row = values.subspan(static_cast<std::size_t>(r) * static_cast<std::size_t>(columns),
                                    static_cast<std::size_t>(columns));
    list.push_back(Json(std::vector<double>(row.begin(), row.end())));
  }
  return list;
}

Json operations_json(const OperationCount& n) {
  return {{"add", n.add}, {"mul", n.mul}, {"div", n.div}, {"sqrt", n.sqrt}, {"trig", n.trig}};
}

std::string json_text(const Json& value) {
  std::string out = "{";
  for (auto it = value.begin(); it != value.end(); ++it) {
    out += (it == value.begin() ? "\n \"" : ",\n \"") + it.key() + "\": ";
    const bool list_of_objects = it->is_array() && !it->empty() && it->front().is_object();
    if (!list_of_objects) {
      out += dumped(*it);
      continue;
    }
    for (std::size_t k = 0; k < it->size(); ++k) out += (k == 0 ? "[\n  " : ",\n  ") + dumped((*it)[k]);
    out += "]";
  }
  return out + "}\n";
}

}  // namespace tenon::cli
