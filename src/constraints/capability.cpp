// The kinds of rows of a compiled set, and the error of an algorithm that does not take them.
#include "constraints/capability.hpp"

#include "constraints/compiled.hpp"

namespace tenon {

RowKinds CompiledConstraint::row_kinds(const RowParts& parts) const {
  RowKinds kinds = RowKinds::none;
  if (terms == 1 && parts.terms[static_cast<std::size_t>(first_term)].axes != TermAxes::state)
    kinds = frame_rows ? RowKinds::frame : RowKinds::on_one_body;
  else if (terms > 0)
    kinds = RowKinds::several_bodies;
  if (entries > 0) kinds = kinds | RowKinds::joints;
  if (momentum) kinds = kinds | RowKinds::all_bodies;
  return kinds;
}

std::string to_text(RowKinds capability) {
  if (capability == RowKinds::none) return "none";
  if (capability == RowKinds::every) return "every kind of row";
  std::string text;
  const auto name = [&](RowKinds kind, const char* what) {
    if (covers(capability, kind)) text += (text.empty() ? "" : ", ") + std::string(what);
  };
  if (covers(capability, RowKinds::one_body))
    text = "frames held to the world";
  else
    name(RowKinds::frame, "welds and connects to the world"), name(RowKinds::on_one_body, "other rows on one body");
  name(RowKinds::several_bodies, "rows on several bodies");
  name(RowKinds::joints, "joints");
  name(RowKinds::all_bodies, "the centre of mass");
  return text;
}

RowKinds row_kinds(const ConstraintSet& set) { return set.data().kinds; }

void check_takes(RowKinds capability, const ConstraintSet& set, std::string_view algorithm, std::string_view others) {
  for (int c = 0; c < set.size(); ++c) {
    if (covers(capability, set.data().constraints[static_cast<std::size_t>(c)].row_kinds(set.data().parts))) continue;
    std::string message = set.label(c) + ": " + std::string(algorithm) + " takes " + to_text(capability) + " only";
    if (!others.empty()) message += "; " + std::string(others);
    throw Error(message);
  }
}

}  // namespace tenon
