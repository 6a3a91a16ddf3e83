// Paths out of the branching of a set; O(n + m).
#include "delassus/fast/row_plan.hpp"
#include "walk/tree_walks.hpp"

#include <algorithm>
#include <cmath>

namespace tenon {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool is_general(StepForm form) { return form == StepForm::general_revolute || form == StepForm::general_one_dof; }

}  // namespace

template <class T>
template <int W, class U>
RowPlan<T>::RowPlan(const CompiledModel& model, const Walk<W, U>& walk, int lanes)
    : width(lanes), of_body_(model.bodies.size()), oriented_(model.bodies.size(), -1) {
  for (std::size_t t = 0; t < model.walks->bodies.trunk.size(); ++t)
    of_body_[at(model.walks->bodies.trunk[t].body)] = {static_cast<int>(t), static_cast<int>(t), -1,
                                                       model.walks->bodies.trunk[t].form};
  for (std::size_t t = 0; t < walk.trunk.size(); ++t) {
    of_body_[at(walk.trunk[t].body)].place = static_cast<int>(t);
    if (walk.trunk[t].form != StepForm::other) continue;
    const Body& body = model.bodies[at(walk.trunk[t].body)];
    other_steps = t + 1, other_dofs = std::max(other_dofs, at(body.v + body.nv));
  }
  for (std::size_t k = 0; k < walk.groups.size(); ++k)
    for (int lane = 0; lane < W; ++lane) {
      const GroupStep<W>& g = walk.groups[k];
      if (!(g.active >> lane & 1)) continue;
      RowStep& step = of_body_[at(g.body[lane])];
      step.place = static_cast<int>(k), step.lane = lane;
      // A general group has turned its joints by q alone: the placement at q = 0 holds the rest.
      if (is_general(g.form))
        step.form = is_revolute(step.form) ? StepForm::general_revolute : StepForm::general_one_dof;
    }
  for (const int body : walk.slots) slots = std::max(slots, at(body) + 1);
}

template <class T>
void RowPlan<T>::reserve(const ConstraintCapacity& capacity) {
  const std::size_t bodies = of_body_.size(), ends = at(capacity.constraints);
  const std::size_t most = width == 1 ? at(capacity.rows) : std::min(2 * ends, at(capacity.rows));
  steps.reserve(bodies), oriented.reserve(bodies), paths.reserve(bodies + ends), children.reserve(bodies + ends);
  K.reserve(6 * most * at(width)), user_row.reserve(at(capacity.rows));
}

template <class T>
RowRoom RowPlan<T>::room(const CompiledModel& model, const ConstraintCapacity& capacity) const {
  const std::size_t ends = at(capacity.constraints), rows_at_most = at(capacity.rows);
  // Branching links are fewer than end-effectors; several on one body make it a link too.
  const std::size_t most_links = std::min(ends == 0 ? 0 : ends - 1, model.bodies.size());
  return {rows_at_most, most_links, 2 * at(model.nv) * at(link_packs()), model.bodies.size()};
}

// The bodies from a node's own up to the branching link above it; that link is not one of them.
template <class T>
void RowPlan<T>::add_path(const CompiledModel& model, const Branching& tree, int node) {
  const bool end_effector = tree.is_effector(node);
  const int top = tree.A(node);
  RowPath path;
  path.first_step = static_cast<int>(steps.size());
  path.first_left = static_cast<int>(left_packs);
  for (int i = end_effector ? tree.effector(node - tree.bodies()).body : node; i != top;) {
    steps.push_back(of_body_[at(i)]);
    path.rows += model.bodies[at(i)].nv;
    i = model.bodies[at(i)].parent;
  }
  path.steps = static_cast<int>(steps.size()) - path.first_step;
  if (top != 0) path.above = static_cast<int>(std::ranges::lower_bound(tree.N(), top) - tree.N().begin());
  if (end_effector) {
    const Effector& e = tree.effector(node - tree.bodies());
    path.first_pack = static_cast<int>(K.size()) / (6 * width);
    path.packs = (e.rows + width - 1) / width;
    path.begin = e.row, path.end = e.row + e.rows;
    K.resize(K.size() + at(6 * width * path.packs), T(0));
  } else {
    path.packs = link_packs();
    path.begin = tree.row_begin(node), path.end = tree.row_end(node);
  }
  left_packs += at(2 * path.rows * path.packs);
  paths.push_back(path);
}

// The bodies that carry rows in world axes, and all below them, base to tips.
template <class T>
void RowPlan<T>::orient(const CompiledModel& model, const ConstraintSet::Data& set) {
  oriented.clear();
  if (!set.world_aligned) return;
  constexpr int wanted = -2;
  std::ranges::fill(oriented_, -1);
  for (int e = 0; e < set.branching.effector_count(); ++e)
    if (const BodyTerm& term = set.term_of(set.branching.effector(e)); term.axes == TermAxes::world)
      for (int i = term.body; i > 0 && oriented_[at(i)] != wanted; i = model.bodies[at(i)].parent)
        oriented_[at(i)] = wanted;
  for (int i = 1; i < model.body_count(); ++i) {
    if (oriented_[at(i)] != wanted) continue;
    oriented_[at(i)] = static_cast<int>(oriented.size());
    const int parent = model.bodies[at(i)].parent;
    oriented.push_back({of_body_[at(i)], parent == 0 ? -1 : oriented_[at(parent)]});
  }
}

template <class T>
void RowPlan<T>::place_rows(const BodyTerm& term, const RowPath& path) {
  for (int r = 0; r < term.rows; ++r) {
    const Force<double>& k = term.K[at(r)];
    const double numbers[] = {k.linear.x, k.linear.y, k.linear.z, k.angular.x, k.angular.y, k.angular.z};
    for (int n = 0; n < 6; ++n)
      K[at(((path.first_pack + r / width) * 6 + n) * width + r % width)] = static_cast<T>(numbers[n]);
  }
}

template <class T>
void RowPlan<T>::compile(const CompiledModel& model, const ConstraintSet::Data& set) {
  const Branching& tree = set.branching;
  serial = set.serial;
  rows = tree.rows();
  links = static_cast<int>(tree.N().size());
  steps.clear(), paths.clear(), K.clear(), children.clear();
  left_packs = 0;
  orient(model, set);
  for (const int c : tree.N()) add_path(model, tree, c);
  for (int e = 0; e < tree.effector_count(); ++e) add_path(model, tree, tree.number_of(e));
  user_row.assign(tree.user_rows(), tree.user_rows() + rows);
  in_order = std::ranges::is_sorted(user_row);
  int roots = 0;
  for (int e = 0; e < tree.effector_count(); ++e) {
    RowPath& path = paths[at(links + e)];
    const BodyTerm& term = set.term_of(tree.effector(e));
    if (term.axes == TermAxes::world)
      path.world = oriented_[at(term.body)];
    else
      place_rows(term, path);
  }
  for (int n = 0; n < links; ++n) {
    RowPath& path = paths[at(n)];
    const int c = tree.N()[at(n)];
    path.first_child = static_cast<int>(children.size());
    for (const int child : tree.children(c))
      children.push_back(tree.is_effector(child)
                             ? links + child - tree.bodies()
                             : static_cast<int>(std::ranges::lower_bound(tree.N(), child) - tree.N().begin()));
    path.children = static_cast<int>(children.size()) - path.first_child;
  }
  for (const RowPath& path : paths) roots += path.above < 0;
  clear = roots > 1;
  damped_by_links = links_pay();
}

// Of cABA-OSIM: do rows meet at links, or joint by joint? In units of about 0.05 ns, measured (AVX2); the same for all
// widths, so that a lane of a batch equals the single call.
template <class T>
bool RowPlan<T>::links_pay() const {
  double by_joints = 0, by_links = 0;
  for (int n = 0; n < links; ++n) {
    const RowPath& path = paths[at(n)];
    const double m = path.end - path.begin, joints = path.rows, parts = std::ceil(joints / 6);
    by_joints += parts * (2 * m + 100) * m + joints * (0.6 * m + 25) * m;
    double pairs = m * m / 2;
    for (int c = 0; c < path.children; ++c) {
      const int child = children[at(path.first_child + c)];
      if (child >= links) continue;
      const double own = paths[at(child)].end - paths[at(child)].begin;
      pairs -= own * own / 2;
    }
    by_links += 320 * joints + 6 * pairs + (path.above < 0 ? 72 * m : 144 * m + 700);
    double left = path.above < 0 ? joints : joints + 6;  // rows of graded_rows.hpp, to be folded
    for (double some; left > 6; left -= some - 6) some = std::min(left, 24.0), by_links += 3000 + 420 * some;
  }
  return by_links < by_joints;
}

template <class T>
std::size_t RowPlan<T>::bytes() const {
  return sizeof(RowStep) * (steps.capacity() + of_body_.capacity()) + sizeof(RowPath) * paths.capacity() +
         sizeof(OrientedBody) * oriented.capacity() + sizeof(T) * K.capacity() +
         sizeof(int) * (children.capacity() + user_row.capacity() + oriented_.capacity());
}

template struct RowPlan<double>;
template struct RowPlan<float>;
template RowPlan<double>::RowPlan(const CompiledModel&, const Walk<2>&, int);
template RowPlan<double>::RowPlan(const CompiledModel&, const Walk<4>&, int);
template RowPlan<double>::RowPlan(const CompiledModel&, const Walk<8>&, int);
template RowPlan<float>::RowPlan(const CompiledModel&, const Walk<4, float>&, int);

}  // namespace tenon
