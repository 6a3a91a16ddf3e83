// The small interface behind which every kind of constraint stands: one file per kind in constraints/kinds/. To add
// one: docs/extending.md.
#pragma once

#include <array>
#include <span>

#include "constraints/terms.hpp"
#include "tenon/constraints.hpp"

namespace tenon {

class ConstraintDraft;
struct CompiledConstraint;

// All rows of a constraint before its mask: 0–2 are lengths, 3–5 angles.
using RowNumbers = std::array<double, 6>;

// The state at which rows are asked for. q and v are empty where a question does not need them.
struct RowState {
  const ConstraintSet::Data& set;
  const Model& model;
  const Kinematics& kinematics;
  std::span<const double> q, v;

  const KinematicBody<double>* bodies() const { return kinematics.data().body.data(); }
};

class ConstraintRules {
 public:
  virtual const char* name() const = 0;
  // Checks the statement of the user, keeps rows, and adds their terms and entries. It throws by draft.fail().
  virtual void compile(ConstraintDraft& draft) const = 0;
  // J̇ v, and the error e whose derivative the rows are.
  virtual RowNumbers bias(const CompiledConstraint& c, const RowState& state) const = 0;
  virtual RowNumbers error(const CompiledConstraint& c, const RowState& state) const = 0;

  // The term number `term` at a configuration. Kinds whose terms have axes of the body or of the world inherit it.
  virtual PlacedTerm place(const CompiledConstraint& c, int term, const KinematicBody<double>* bodies) const;
  // J v, by default the sum over terms and entries.
  virtual RowNumbers rate(const CompiledConstraint& c, const RowState& state) const;
  // What J v̇ must equal, for the rows that are kept: reference - k_d ė - k_p e - J̇ v.
  virtual void target(const CompiledConstraint& c, const RowState& state, double* target) const;
  // The error becomes zero at this configuration. Kinds without a target do nothing.
  virtual void hold(CompiledConstraint&, const RowState&) const {}
  // Whether the rows have a position error, which a gain kp acts on.
  virtual bool has_error() const { return true; }
  // Whether set_target() has a meaning.
  virtual bool takes_target(const CompiledConstraint&) const { return false; }
  // Whether its error has no meaning before a target was stated, set or held: a gain kp is then refused.
  virtual bool needs_target(const CompiledConstraint& c) const { return takes_target(c); }

 protected:
  constexpr ConstraintRules() = default;
  ~ConstraintRules() = default;
};

// The rules of a kind, from the list in tenon/constraints.hpp.
const ConstraintRules& rules_of(ConstraintKind kind);

// A term of a constraint at a configuration, whatever its axes are.
PlacedTerm placed(const CompiledConstraint& c, const BodyTerm& term, int index, const KinematicBody<double>* bodies);
// Row r of it as a force in the body's frame.
Force<double> body_force(const PlacedTerm& place, int r, const KinematicBody<double>& body);

}  // namespace tenon
