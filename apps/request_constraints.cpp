// The constraints of a request and how to solve them (docs/eval.md): each constraint's type says which keys it takes.
#include <algorithm>

#include "request.hpp"

namespace tenon::cli {

namespace {

Constraint of_type(const Value& entry) {
  const std::string type = entry["type"].choice(
      {"weld", "connect", "coupling", "held_at", "limit", "held_still", "friction", "locked", "centre_of_mass"});
  const std::vector<std::string> every{"type", "kp", "kd", "reference", "mask", "stiffness"};
  const auto with = [&](std::initializer_list<const char*> more) {
    std::vector<std::string> keys = every;
    keys.insert(keys.end(), more.begin(), more.end());
    entry.only_keys(keys);
  };
  const auto joint = [&](const char* key) { return JointRef(entry[key].string()); };
  if (type == "weld" || type == "connect") {
    with({"frame", "frame_b", "axes", "target"});
    const FrameRef other = entry.has("frame_b") ? FrameRef(entry["frame_b"].string()) : FrameRef();
    return type == "weld" ? weld(entry["frame"].string(), other) : connect(entry["frame"].string(), other);
  }
  if (type == "centre_of_mass") {
    with({"target"});
    return centre_of_mass_at({0, 0, 0});
  }
  if (type == "coupling") {
    with({"joint", "joint_b", "multiplier", "offset"});
    return coupling(joint("joint"), joint("joint_b"), entry.has("multiplier") ? entry["multiplier"].number() : 1,
                    entry.has("offset") ? entry["offset"].number() : 0);
  }
  if (type == "held_at" || type == "limit") {
    with({"joint", "bound"});
    return held_at(joint("joint"), entry["bound"].number());
  }
  with({"joint"});
  return type == "locked" ? locked(joint("joint")) : held_still(joint("joint"));
}

std::vector<bool> read_mask(const Value& value) {
  std::vector<bool> mask;
  for (const Value& element : value.elements()) mask.push_back(element.boolean());
  if (mask.empty()) value.fail("found no entries, expected one per row");
  return mask;
}

// 4 x 4, as "placement" answers; a point for the centre of mass.
Placement read_target(const Value& value, bool point) {
  Placement X;
  if (point) {
    const std::vector<double> p = value.numbers(3);
    std::copy(p.begin(), p.end(), X.translation.begin());
    return X;
  }
  const std::vector<Value> rows = value.elements();
  if (rows.size() != 4) value.fail("found " + std::to_string(rows.size()) + " rows, expected 4");
  for (std::size_t r = 0; r < 3; ++r) {
    const std::vector<double> row = rows[r].numbers(4);
    std::copy_n(row.begin(), 3, X.rotation.begin() + static_cast<std::ptrdiff_t>(3 * r));
    X.translation[r] = row[3];
  }
  return X;
}

Constraint read_constraint(const Value& entry) {
  Constraint c = of_type(entry);
  if (entry.has("axes"))
    c.axes = entry["axes"].choice({"local", "world_aligned"}) == "local" ? Axes::local : Axes::world_aligned;
  if (entry.has("kp")) c.kp = entry["kp"].number();
  if (entry.has("kd")) c.kd = entry["kd"].number();
  if (entry.has("mask")) c.mask = read_mask(entry["mask"]);
  if (entry.has("reference")) c.reference = entry["reference"].numbers();
  if (entry.has("stiffness"))
    c.stiffness = entry["stiffness"].json().is_array() ? entry["stiffness"].numbers()
                                                       : std::vector<double>{entry["stiffness"].number()};
  // In a request a frame without a target is held at the world's origin.
  if (c.frame.given() && !c.frame_b.given()) c.target = Placement{};
  if (entry.has("target")) c.target = read_target(entry["target"], c.kind == ConstraintKind::centre_of_mass);
  return c;
}

// One number per row.
std::vector<double> read_rows(const Value& value, int rows) { return value.numbers(static_cast<std::size_t>(rows)); }

double read_positive(const Value& value) {
  const double x = value.number();
  if (!(x > 0)) value.fail(value.json().dump(), "a number > 0");
  return x;
}

}  // namespace

SolverRequest read_settings(const Value& value, int rows) {
  value.only_keys({"mu", "tolerance", "max_iterations", "start"});
  SolverRequest out;
  if (value.has("mu")) {
    if (value["mu"].json().is_array()) {
      out.mu_per_row = read_rows(value["mu"], rows);
      for (const Value& mu : value["mu"].elements()) read_positive(mu);
    } else {
      out.settings.penalty = read_positive(value["mu"]);
    }
  }
  if (value.has("tolerance")) out.settings.tolerance = read_positive(value["tolerance"]);
  if (value.has("max_iterations")) {
    const Value count = value["max_iterations"];
    if (!count.json().is_number_integer() || count.number() < 1 || count.number() > 1e9)
      count.fail(count.json().dump(), "a whole number, 1 to 1000000000");
    out.settings.max_iterations = count.json().get<int>();
  }
  if (value.has("start")) out.start = read_rows(value["start"], rows);
  return out;
}

ConstraintSet read_constraints(const Value& value, const Model& model) {
  std::vector<Constraint> list;
  for (const Value& entry : value.elements()) list.push_back(read_constraint(entry));
  try {
    ConstraintSet set(model, list);
    // A joint that a request locks is held at its neutral configuration.
    for (int c = 0; c < set.size(); ++c)
      if (set.kind(c) == ConstraintKind::locked) set.hold(c, neutral_configuration(model));
    return set;
  } catch (const Error& e) {
    value.fail(e.what());
  }
}

}  // namespace tenon::cli
