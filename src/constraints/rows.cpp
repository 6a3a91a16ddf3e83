// What the rows are and what they must equal, one constraint after the other. Conventions: docs/conventions.md.
#include <algorithm>

#include "constraints/entry_rounding.hpp"
#include "dynamics/momentum.hpp"
#include "model/arguments.hpp"
#include "model/convert.hpp"
#include "model/each_axis.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// The rows of one constraint in J.
struct JacobianRows {
  const CompiledModel& model;
  const ConstraintSet::Data& set;
  const Kinematics::Data& kinematics;
  const CompiledConstraint& c;
  std::span<double> J;
  std::array<double, 6> size{};  // of the forces in a row: what its rounding is proportional to

  double& entry(int row, int dof) const { return J[at(c.row + row) * at(model.nv) + at(dof)]; }

  // Columns of the bodies that carry the body of a term, seen in the term's axes.
  void add_term(const BodyTerm& term, const PlacedTerm& place) {
    const Mat3<double>& E = place.X_wt.R;
    const Transform<double> X_tw{transpose(E), -transpose_mul(E, place.X_wt.p)};
    const bool axes_alone = std::all_of(place.axis.begin(), place.axis.begin() + c.rows, [](int a) { return a >= 0; });
    for (int i = term.body; i > 0; i = model.bodies[at(i)].parent) {
      const Transform<double> X_tb = X_tw * kinematics.body[at(i)].X_wb;
      each_axis(model.bodies[at(i)], [&](int dof, const Motion<double>& s) {
        const Vector6 column = from_motion(act(X_tb, s));
        if (axes_alone)
          for (int r = 0; r < c.rows; ++r) entry(r, dof) += place.sign * column[at(place.axis[at(r)])];
        else
          for (int r = 0; r < c.rows; ++r) entry(r, dof) += place.row_of(column, r);
      });
    }
    for (int r = 0; r < c.rows; ++r) size[at(r)] = std::max(size[at(r)], axes_alone ? 1 : largest(place.force(r)));
  }
  static double largest(const Force<double>& f) {
    double most = 0;
    for (const double x : from_force(f)) most = std::max(most, std::fabs(x));
    return most;
  }

  void add_momentum() {
    each_momentum_column(model, kinematics.body.data(), [&](int dof, const Force<double>& h) {
      const Vector6 column = from_force(h);
      for (int r = 0; r < c.rows; ++r) entry(r, dof) += column[at(c.kept[at(r)])] / model.mass;
    });
    for (int r = 0; r < c.rows; ++r) size[at(r)] = std::max(size[at(r)], 1.0);
  }

  void add_entries() const {
    for (const JointEntry& x : set.entries_of(c)) entry(x.row, x.dof) += x.coefficient;
  }

  void drop_rounding() const {
    const EntryRounding rounding = entry_rounding(model, kinematics.body.data(), set, c);
    for (int r = 0; r < c.rows; ++r) {
      const double limit = rounding.limit(c.kept[at(r)], size[at(r)]);
      for (double& x : J.subspan(at(c.row + r) * at(model.nv), at(model.nv)))
        if (std::fabs(x) <= limit) x = 0;
    }
  }
};

// Calls one question for every constraint and keeps its rows.
template <class Question>
void keep_rows(const ConstraintSet::Data& set, std::span<double> out, Question&& question) {
  for (const CompiledConstraint& c : set.constraints) {
    const RowNumbers all = question(c);
    for (int r = 0; r < c.rows; ++r) out[at(c.row + r)] = all[at(c.kept[at(r)])];
  }
}

// Checks what all calls share; returns the set's inside.
const ConstraintSet::Data& opened(const Model& model, const ConstraintSet& set, const Kinematics& kinematics,
                                  std::size_t found, std::size_t columns, const char* argument) {
  const ConstraintSet::Data& data = checked(model, set);
  check_kinematics(model, kinematics);
  check_size(found, at(data.rows) * columns, argument);
  return data;
}

// Bodies of kinematics that were computed of q alone are at rest, whatever v is.
void check_motion(const Kinematics& kinematics, std::span<const double> v) {
  if (kinematics.data().at_rest && std::ranges::any_of(v, [](double x) { return x != 0; }))
    throw Error(
        "kinematics: computed of q alone, and v is not zero, expected a call of forward_kinematics with {q, v}");
}

}  // namespace

void constraint_jacobian(const Model& model, const ConstraintSet& set, const Kinematics& kinematics,
                         std::span<double> J) {
  const CompiledModel& m = model.compiled();
  const ConstraintSet::Data& data = opened(model, set, kinematics, J.size(), at(m.nv), "jacobian");
  std::fill(J.begin(), J.end(), 0.0);
  for (const CompiledConstraint& c : data.constraints) {
    JacobianRows rows{m, data, kinematics.data(), c, J};
    const std::span<const BodyTerm> terms = data.terms_of(c);
    for (int t = 0; t < c.terms; ++t)
      rows.add_term(terms[at(t)], placed(c, terms[at(t)], t, kinematics.data().body.data()));
    if (c.momentum) rows.add_momentum();
    if (c.terms > 0 || c.momentum) rows.drop_rounding();
    rows.add_entries();
  }
}

void constraint_bias(const Model& model, const ConstraintSet& set, const Kinematics& kinematics,
                     std::span<double> bias) {
  const ConstraintSet::Data& data = opened(model, set, kinematics, bias.size(), 1, "bias");
  const RowState state{data, model, kinematics, {}, {}};
  keep_rows(data, bias, [&](const CompiledConstraint& c) { return c.rules->bias(c, state); });
}

void constraint_velocity(const Model& model, const ConstraintSet& set, const Kinematics& kinematics,
                         std::span<const double> v, std::span<double> velocity) {
  const ConstraintSet::Data& data = opened(model, set, kinematics, velocity.size(), 1, "velocity");
  check_input(v, model.nv(), "v");
  check_motion(kinematics, v);
  const RowState state{data, model, kinematics, {}, v};
  keep_rows(data, velocity, [&](const CompiledConstraint& c) { return c.rules->rate(c, state); });
}

void constraint_error(const Model& model, const ConstraintSet& set, const Kinematics& kinematics,
                      std::span<const double> q, std::span<double> error) {
  const ConstraintSet::Data& data = opened(model, set, kinematics, error.size(), 1, "error");
  check_input(q, model.nq(), "q");
  const RowState state{data, model, kinematics, q, {}};
  keep_rows(data, error, [&](const CompiledConstraint& c) { return c.rules->error(c, state); });
}

void constraint_target(const Model& model, const ConstraintSet& set, const Kinematics& kinematics, const State& state,
                       std::span<double> target) {
  const auto& [q, v] = state;
  const ConstraintSet::Data& data = opened(model, set, kinematics, target.size(), 1, "target");
  check_input(q, model.nq(), "q");
  check_input(v, model.nv(), "v");
  check_motion(kinematics, v);
  check_targets(data);
  const RowState rows{data, model, kinematics, q, v};
  for (const CompiledConstraint& c : data.constraints) c.rules->target(c, rows, target.data());
}

}  // namespace tenon
