// Configurations and tangent vectors of a request.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "request.hpp"
#include "tenon/configuration.hpp"

namespace tenon::cli {

namespace {

// Each joint's numbers from an object keyed by joint name; a joint of one coordinate may give a plain number.
void read_by_joint(const Value& value, const Model& model, bool configuration, std::vector<double>& out) {
  std::vector<std::string> names;
  for (const JointInfo& joint : model.joints()) names.push_back(joint.name);
  value.only_keys(names);
  for (const auto& [name, entry] : value.members()) {
    const JointInfo& joint = model.joint_info(model.joint(name));
    const int first = configuration ? joint.q_index : joint.v_index;
    const int count = configuration ? joint.nq : joint.nv;
    const bool plain = count == 1 && entry.json().is_number();
    const auto numbers = plain ? std::vector<double>{entry.number()} : entry.numbers(static_cast<std::size_t>(count));
    std::copy(numbers.begin(), numbers.end(), out.begin() + first);
  }
}

void read_list(const Value& value, std::vector<double>& out, std::string_view size_name) {
  const std::vector<double> numbers = value.numbers();
  if (numbers.empty()) return;  // neutral or zero
  if (numbers.size() != out.size())
    value.fail(numbers_text(numbers.size()), fmt::format("{} = {}", size_name, out.size()));
  out = numbers;
}

void read_vector(const Value& value, const Model& model, bool configuration, std::vector<double>& out) {
  if (value.json().is_object()) return read_by_joint(value, model, configuration, out);
  if (!value.json().is_array()) value.fail("neither", "a list of numbers or an object keyed by joint name");
  read_list(value, out, configuration ? "nq" : "nv");
}

}  // namespace

std::vector<double> read_configuration(const Value& value, const Model& model, Layout layout) {
  std::vector<double> q = neutral_configuration(model);
  // The library's errors begin with the argument's name, which the request's path ends with already.
  const auto in_request = [&](auto&& call) {
    try {
      call();
    } catch (const Error& e) {
      const std::string text = e.what();
      value.fail(text.rfind("q: ", 0) == 0 ? text.substr(3) : text);
    }
  };
  if (layout && !value.json().empty()) {
    std::vector<double> theirs(static_cast<std::size_t>(configuration_size(model, *layout)));
    read_list(value, theirs, "that library's nq");
    in_request([&] { configuration_from(model, *layout, theirs, q); });
  } else {
    read_vector(value, model, true, q);
  }
  in_request([&] { check_configuration(model, q); });
  normalize(model, q);
  return q;
}

std::vector<double> read_velocity(const Value& value, const Model& model) {
  std::vector<double> v(static_cast<std::size_t>(model.nv()), 0.0);
  read_vector(value, model, false, v);
  return v;
}

}  // namespace tenon::cli
