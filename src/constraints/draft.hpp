// One constraint while it is checked and resolved. Its text is made only when something is wrong.
#pragma once

#include <string>

#include "constraints/compiled.hpp"
#include "spatial/finite.hpp"

namespace tenon {

class ConstraintDraft {
 public:
  ConstraintDraft(const Model& m, const Constraint& constraint, int number, const ConstraintRules& rules,
                  RowParts& parts);

  const Model& model;
  const Constraint& in;  // as the user states it
  CompiledConstraint out;

  // Throws an Error that names the constraint.
  [[noreturn]] void fail(const std::string& message) const;
  void finite(double x, const char* what, double limit = largest_input<double>) const;
  void gain(double x, const char* what) const;

  FrameId frame(const FrameRef& ref) const;
  JointId joint(const JointRef& ref) const;
  // The place that is fixed to a frame, on its body.
  BodyPlace place(FrameId frame, const Placement& in_frame) const;
  // Frame A at out.A; it must move.
  void resolve_frame();
  // Frame B at out.B; one that is fixed to the world becomes the target.
  void resolve_second_frame();
  // One degree of freedom of a joint, whose index is written; `coordinate`: the joint must have one coordinate.
  int degree_of_freedom(const JointRef& ref, bool coordinate, JointId& joint_id);
  // Joints and nothing that belongs to frames.
  void expect_only_joints(int joints = 1) const;
  void expect_no_places() const;
  // Of these numbers those that the kind reads; others must be as they are in a new Constraint.
  struct ReadNumbers {
    bool multiplier = false, offset = false, bound = false;
  };
  void expect_numbers(const ReadNumbers& read) const;

  // Of so many rows those that the mask keeps.
  void keep_rows(int all);
  // The rows that are kept on one body: in axes of the body or the world, or by ConstraintRules::place.
  void add_frame_term(const BodyPlace& at, TermAxes axes, double sign);
  void add_term(int body);
  void add_entry(int row, int dof, double coefficient);

  // Numbers that every kind has: gains, reference, stiffness, placements.
  void read_numbers();
  void check_placement(const Placement& p, const char* what) const;

 private:
  void fill(const std::vector<double>& from, const char* what, bool one_for_all, double otherwise,
            std::array<double, 6>& to) const;

  int index_;
  RowParts& parts_;
};

}  // namespace tenon
