// Rows of a frame A against a frame B of another body or a target in the world: what weld and connect share. The
// formulas are those of frame_rows.hpp, which batches use, too.
#pragma once

#include "constraints/rules.hpp"

namespace tenon {

class FrameRules final : public ConstraintRules {
 public:
  constexpr FrameRules(const char* name, int rows) : name_(name), rows_(rows) {}

  const char* name() const override { return name_; }
  void compile(ConstraintDraft& draft) const override;
  RowNumbers bias(const CompiledConstraint& c, const RowState& state) const override;
  RowNumbers error(const CompiledConstraint& c, const RowState& state) const override;
  PlacedTerm place(const CompiledConstraint& c, int term, const KinematicBody<double>* bodies) const override;
  // The sum over both terms by the formula of a batch, whose bits a single call has.
  RowNumbers rate(const CompiledConstraint& c, const RowState& state) const override;
  void target(const CompiledConstraint& c, const RowState& state, double* target) const override;
  void hold(CompiledConstraint& c, const RowState& state) const override;
  bool takes_target(const CompiledConstraint& c) const override;

 private:
  const char* name_;
  int rows_;  // the first three are those of ṗ, the others those of ω
};

}  // namespace tenon
