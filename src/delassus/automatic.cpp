#include "delassus/automatic.hpp"

#include "tenon/delassus.hpp"

namespace tenon {

namespace {

// `width` force columns through a joint: t = D⁻¹Sᵀf, f - U t, the move to the parent, the symmetric update of Ω or L.
double through(const Body& k, double width, double move) {
  const double n = k.nv, project = n == 1 ? 1 : 2 * n * n - n;
  const double pass = k.parent == 0 || n == 6 ? 0 : 10 * n + move;
  return width * (project + pass) + n * width * (width + 1);
}

// Pairs of rows that meet at a branching link.
double meeting_pairs(const Branching& tree, int c) {
  double before = 0, pairs = 0;
  for (const int child : tree.children(c)) {
    const double width = tree.node_row_end(child) - tree.node_row_begin(child);
    pairs += before * width;
    before += width;
  }
  return pairs;
}

// Lines 16–26 of PV-OSIMr.
double at_branching_links(const CompiledModel& model, const Branching& tree, Reach reach) {
  const auto at_end = [&](int link) {
    return link == 0 || (reach == Reach::base && model.bodies[static_cast<std::size_t>(link)].parent == 0);
  };
  double sum = 0;
  for (int e = 0; e < tree.effector_count(); ++e) {
    const double m = tree.effector(e).rows;
    if (!at_end(tree.A(tree.number_of(e)))) sum += 66 * m + 6 * m * (m + 1);  // line 17
  }
  for (const int c : tree.N()) {
    if (at_end(c)) continue;
    const Body& k = model.bodies[static_cast<std::size_t>(c)];
    const double rows = tree.row_end(c) - tree.row_begin(c);
    // Ω of a single joint has its axes' entries only.
    const double n = at_end(k.parent) ? k.nv : 6, product = n * (2 * n - 1);
    if (!at_end(tree.A(c))) sum += 6 * 66 + 21 * 12;               // line 17
    if (tree.A(c) != 0 || reach == Reach::base) sum += 66 * rows;  // line 22
    sum += (2 * n - 1) * meeting_pairs(tree, c);                   // line 25
    double links = 0, last = 0;
    for (const int child : tree.children(c)) {
      if (tree.is_effector(child)) continue;
      last = tree.node_row_end(child) - tree.node_row_begin(child);
      links += last;
    }
    sum += product * (links - last);
  }
  return sum;
}

}  // namespace

DelassusEstimate estimate_delassus(const ConstraintSet::Data& set, Reach reach) {
  const CompiledModel& model = set.model.compiled();
  const Branching& tree = set.branching;
  DelassusEstimate sum;
  for (int i = 1; i < model.body_count(); ++i) {
    if (!tree.supports(i)) continue;
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    if (reach == Reach::base && k.parent == 0) continue;
    const MoveCost& move = set.move_cost[static_cast<std::size_t>(i)];
    const int node = tree.D(i);
    sum.pv_osim += through(k, tree.row_end(i) - tree.row_begin(i), move.force);
    if (tree.is_effector(node))
      sum.pv_osimr += through(k, tree.node_row_end(node) - tree.node_row_begin(node), move.force);
    else if (node != i)
      sum.pv_osimr += through(k, 6, move.force);
    else if (k.parent > 0 && k.nv < 6)
      sum.pv_osimr += move.units + k.nv * (20 + move.force);  // P starts as the identity
  }
  for (const int c : tree.N())  // their first product has nothing to add to
    if (reach == Reach::world || model.bodies[static_cast<std::size_t>(c)].parent > 0)
      sum.pv_osim -= meeting_pairs(tree, c);
  sum.pv_osimr += at_branching_links(model, tree, reach);
  return sum;
}

Delassus chosen_delassus(const ConstraintSet& set) {
  return set.data().rows_on_effectors() ? Delassus::pv_osimr : Delassus::ltl_osim;
}

}  // namespace tenon
