// A mechanism with rows, and states that obey them.
#include "contest.hpp"

#include <tenon/constrained.hpp>

namespace race {
namespace {

// The velocity nearest to v (by kinetic energy) that the rows allow: what an impact without restitution leaves.
void obey(const Contest& c, States& states) {
  tenon::Workspace ws(*c.model, *c.set);
  std::vector<double> impulse(c.rows());
  const auto nq = static_cast<std::size_t>(c.model->nq());
  for (std::size_t k = 0; k < static_cast<std::size_t>(states.count); ++k) {
    const std::span<double> v(&states.v[k * c.nv()], c.nv());
    (void)tenon::constrained_impulse(*c.model, *c.set, ws, {{&states.q[k * nq], nq}, v}, {.tolerance = 1e-12},
                                     {v, impulse});
  }
}

}  // namespace

Contest make_contest(const std::string& tree_file, const std::string& rows_file, int states) {
  Contest c;
  c.model = std::make_shared<const tenon::Model>(description_of(read_tree(tree_file)));
  for (const Held& h : read_rows(rows_file)) {
    const std::string link = "link:" + h.joint;
    c.constraints.push_back(h.weld ? tenon::weld(link) : tenon::connect(link));
    c.constraints.back().in_frame.translation = {h.at[0], h.at[1], h.at[2]};
  }
  c.set = std::make_shared<const tenon::ConstraintSet>(*c.model, c.constraints);
  States made = random_states(*c.model, states);
  obey(c, made);
  c.states = std::make_shared<const States>(std::move(made));
  return c;
}

}  // namespace race
