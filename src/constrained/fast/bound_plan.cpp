// Slots counted lane by lane, then filled: rows in the order of their bodies.
#include "constrained/fast/bound_plan.hpp"

#include "constrained/scratch.hpp"

#include <algorithm>
#include <cstring>

namespace tenon {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

constexpr int inertia_numbers = sizeof(ArticulatedInertia<double>) / sizeof(double);

// Adds or writes the numbers of x, one every `stride`.
template <class X>
void add_numbers(const X& x, double* to, int stride) {
  double number[sizeof x / sizeof(double)];
  std::memcpy(number, &x, sizeof x);
  for (std::size_t n = 0; n < sizeof x / sizeof(double); ++n) to[n * at(stride)] += number[n];
}

}  // namespace

void BoundPlan::reserve(const ConstraintCapacity& capacity) {
  const std::size_t rows_most = at(capacity.rows), bodies = at(capacity.constraints);
  trunk.reserve(bodies), groups.reserve(bodies);
  row.reserve(rows_most), rows.reserve(lanes * rows_most);
  K.reserve(6 * rows_most), Ks.reserve(6 * lanes * rows_most);
  square.reserve(inertia_numbers * bodies), squares.reserve(inertia_numbers * lanes * bodies);
}

void BoundPlan::compile(const ConstraintSet::Data& set) {
  const Branching& tree = set.branching;
  serial = set.serial;
  local = !set.world_aligned;
  trunk.clear(), groups.clear(), row.clear(), rows.clear();
  std::fill(entry.begin(), entry.end(), -1);
  std::fill(entries.begin(), entries.end(), -1);
  std::fill(filled_.begin(), filled_.end(), 0);
  // Bodies are sorted, and so those of the trunk come one after the other;
  // lanes of a group are counted first.
  int slots = 0;
  for (int e = 0; e < tree.effector_count(); ++e) {
    const Effector& x = tree.effector(e);
    const WalkPlace& place = at_[at(x.body)];
    if (place.lane >= 0) {
      filled_[at(place.step * lanes + place.lane)] += x.rows;
      continue;
    }
    if (entry[at(place.step)] < 0) {
      entry[at(place.step)] = static_cast<int>(trunk.size());
      trunk.push_back({place.step, slots, 0});
    }
    trunk.back().count += x.rows;
    for (int r = 0; r < x.rows; ++r) row.push_back({x.user_row + r, x.term, r});
    slots += x.rows;
  }
  slots = 0;
  for (std::size_t g = 0; g < entries.size(); ++g) {
    const auto own = filled_.begin() + static_cast<std::ptrdiff_t>(lanes * g);
    const int count = *std::max_element(own, own + lanes);
    if (count == 0) continue;
    entries[g] = static_cast<int>(groups.size());
    groups.push_back({static_cast<int>(g), slots, count});
    slots += groups.back().count;
    std::fill(own, own + lanes, 0);
  }
  rows.assign(at(slots) * lanes, BoundRow{});
  K.assign(6 * row.size(), 0.0), Ks.assign(6 * rows.size(), 0.0);
  square.assign(inertia_numbers * trunk.size(), 0.0), squares.assign(inertia_numbers * lanes * groups.size(), 0.0);
  for (int e = 0; e < tree.effector_count(); ++e) {
    const Effector& x = tree.effector(e);
    const BodyTerm& term = set.term_of(x);
    const WalkPlace& place = at_[at(x.body)];
    if (place.lane < 0) {
      add_numbers(term.square, square.data() + inertia_numbers * entry[at(place.step)], 1);
      continue;
    }
    const std::size_t group = at(entries[at(place.step)]);
    add_numbers(term.square, squares.data() + inertia_numbers * lanes * group + place.lane, lanes);
    for (int r = 0; r < x.rows; ++r) {
      const int slot = groups[group].first + filled_[at(place.step * lanes + place.lane)]++;
      rows[at(slot * lanes + place.lane)] = {x.user_row + r, x.term, r};
      add_numbers(term.K[at(r)], Ks.data() + 6 * lanes * slot + place.lane, lanes);
    }
  }
  for (std::size_t slot = 0; slot < row.size(); ++slot)
    add_numbers(set.parts.terms[at(row[slot].term)].K[at(row[slot].which)], K.data() + 6 * slot, 1);
}

std::size_t BoundPlan::bytes() const {
  return sizeof(WalkPlace) * at_.size() + sizeof(BoundStep) * (trunk.size() + groups.size()) +
         sizeof(BoundRow) * (row.size() + rows.size()) +
         sizeof(double) * (K.size() + Ks.size() + square.size() + squares.size()) +
         sizeof(int) * (entry.size() + entries.size() + filled_.size());
}

}  // namespace tenon
