// A row J v of a constraint is a sum: forces on the velocities of bodies, and numbers times degrees of freedom.
//   row r:  Σ over its terms  K_rᵀ v_body  +  Σ over its entries  coefficient · v[dof]
// One body, two of them (a loop), many, or joints alone are the same type. The rows of one constraint on one body are
// one term. Conventions: docs/conventions.md.
#pragma once

#include <array>
#include <vector>

#include "kinematics/data.hpp"
#include "spatial/spatial.hpp"

namespace tenon {

// The axes in which a term's rows are simple, at its place on the body.
enum class TermAxes {
  body,   // they are fixed to the body, and K is constant
  world,  // they are the world's, at a point of the body
  state,  // they depend on where several bodies are: ConstraintRules::place
};

// Rows of one constraint on one body.
struct BodyTerm {
  int body = 0;
  TermAxes axes = TermAxes::state;
  int row = 0, rows = 0;      // row: the constraint's first row in the set
  double sign = 1;            // rows subtract the velocity of the second frame of a loop
  std::array<int, 6> axis{};  // row r is along this axis: 0–2 of a force, 3–5 of a moment; not for `state`
  Transform<double> X_bt = identity_transform<double>();  // the place; of `world` its origin alone counts
  std::array<Force<double>, 6> K{};                       // forces in the body's frame; `body` only
  ArticulatedInertia<double> square{};                    // KᵀK; `body` only
};

// One degree of freedom in one row.
struct JointEntry {
  int row = 0;  // of the constraint
  int dof = 0;
  double coefficient = 1;
};

// The parts of all constraints of a set, one constraint after the other.
struct RowParts {
  std::vector<BodyTerm> terms;
  std::vector<JointEntry> entries;

  void reserve(int constraints, int rows) {
    // Two bodies per constraint and two joints per row, and room for one constraint that is refused afterwards. More
    // of them are legal: then a change of the set may allocate.
    terms.reserve(2 * static_cast<std::size_t>(constraints) + 2);
    entries.reserve(2 * static_cast<std::size_t>(rows) + 12);
  }
  void clear() { terms.clear(), entries.clear(); }
};

// Takes away what was added since, unless it is kept.
class RowPartsGuard {
 public:
  explicit RowPartsGuard(RowParts& parts) : parts_(parts), terms_(parts.terms.size()), entries_(parts.entries.size()) {}
  RowPartsGuard(const RowPartsGuard&) = delete;
  RowPartsGuard& operator=(const RowPartsGuard&) = delete;
  ~RowPartsGuard() {
    if (!kept_) parts_.terms.resize(terms_), parts_.entries.resize(entries_);
  }
  void keep() { kept_ = true; }

 private:
  RowParts& parts_;
  std::size_t terms_, entries_;
  bool kept_ = false;
};

// A term at a configuration: its axes in the world, and its rows in them.
struct PlacedTerm {
  Transform<double> X_wt = identity_transform<double>();
  double sign = 1;
  std::array<int, 6> axis{-1, -1, -1, -1, -1, -1};  // row r is this axis times the sign; -1: it is the force k[r]
  std::array<Force<double>, 6> k{};

  // Row r of a motion that is given in these axes, as six numbers.
  double row_of(const std::array<double, 6>& m, int r) const {
    const int a = axis[static_cast<std::size_t>(r)];
    if (a >= 0) return sign * m[static_cast<std::size_t>(a)];
    const Force<double>& f = k[static_cast<std::size_t>(r)];
    return dot(Motion<double>{{m[0], m[1], m[2]}, {m[3], m[4], m[5]}}, f);
  }
  // Row r as a force in these axes.
  Force<double> force(int r) const {
    const int a = axis[static_cast<std::size_t>(r)];
    if (a < 0) return k[static_cast<std::size_t>(r)];
    double f[6] = {0, 0, 0, 0, 0, 0};
    f[a] = sign;
    return {{f[0], f[1], f[2]}, {f[3], f[4], f[5]}};
  }
};

}  // namespace tenon
