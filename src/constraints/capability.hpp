// Which kinds of rows a constraint set has, and which of them an algorithm takes: one value answers both questions.
#pragma once

#include <string>
#include <string_view>

namespace tenon {

class ConstraintSet;

// A set of bits, one per kind of row.
enum class RowKinds : unsigned {
  none = 0,
  frame = 1,           // a frame held to the world: the rows, rates and errors of constraints/frame_rows.hpp
  several_bodies = 2,  // a loop between two bodies, a row over more of them, or one that turns as no body does
  joints = 4,          // degrees of freedom: a coupling, or a joint that is held or locked
  all_bodies = 8,      // the centre of mass
  on_one_body = 16,    // other rows on one body, in its axes or the world's, with rates and errors of their own
  one_body = frame | on_one_body,
  every = 31,
};
constexpr RowKinds operator|(RowKinds a, RowKinds b) {
  return static_cast<RowKinds>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr RowKinds operator&(RowKinds a, RowKinds b) {
  return static_cast<RowKinds>(static_cast<unsigned>(a) & static_cast<unsigned>(b));
}
constexpr bool covers(RowKinds capability, RowKinds needed) { return (needed & capability) == needed; }

// "frames held to the world" (one_body), "welds and connects to the world" (frame), "every kind of row", "none", or a
// list.
std::string to_text(RowKinds capability);

// The kinds of rows that the set has now.
RowKinds row_kinds(const ConstraintSet& set);
inline bool takes(RowKinds capability, const ConstraintSet& set) { return covers(capability, row_kinds(set)); }
// The Error names the first constraint that does not fit: "constraint 1 (weld of "a" to "b"): pv-osimr takes frames
// held to the world only; " and `others`, which says what takes it.
void check_takes(RowKinds capability, const ConstraintSet& set, std::string_view algorithm,
                 std::string_view others = {});

}  // namespace tenon
