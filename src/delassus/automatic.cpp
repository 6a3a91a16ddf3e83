#include "delassus/automatic.hpp"

#include "tenon/delassus.hpp"

namespace tenon {

namespace {

// One force column through a joint that is not a root's: 11 for f - U t, 40 for the move to the parent's frame.
double through(const Body& k, double width) {
  const double n = k.nv;
  const double project = n == 1 ? 1 : 2 * n * n - n;
  const double pass = k.parent == 0 || n == 6 ? 0 : 11 * n + 40;
  return width * (project + pass) + n * width * (width + 1);  // the last: symmetric update of Ω or L
}

double at_branching_links(const Branching& tree) {
  double sum = 0;
  for (int e = 0; e < tree.effector_count(); ++e) {
    const double m = tree.effector(e).rows;
    if (tree.A(tree.number_of(e)) != 0) sum += 66 * m + 6 * m * (m + 1);  // line 17
  }
  for (const int c : tree.N()) {
    const double rows = tree.row_end(c) - tree.row_begin(c);
    if (tree.A(c) != 0) sum += 6 * 66 + 21 * 12 + 66 * rows;  // lines 17 and 22
    double before = 0, links = 0, last = 0;
    for (const int child : tree.children(c)) {
      const double width = tree.node_row_end(child) - tree.node_row_begin(child);
      sum += 11 * before * width;  // line 25
      before += width;
      if (tree.is_effector(child)) continue;
      links += width;
      last = width;
    }
    sum += 66 * (links - last);
  }
  return sum;
}

}  // namespace

DelassusEstimate estimate_delassus(const ConstraintSet::Data& set) {
  const CompiledModel& model = set.model.compiled();
  const Branching& tree = set.branching;
  DelassusEstimate sum;
  for (int i = 1; i < model.body_count(); ++i) {
    if (!tree.supports(i)) continue;
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    const int node = tree.D(i);
    sum.pv_osim += through(k, tree.row_end(i) - tree.row_begin(i));
    if (tree.is_effector(node))
      sum.pv_osimr += through(k, tree.node_row_end(node) - tree.node_row_begin(node));
    else if (node != i)
      sum.pv_osimr += through(k, 6);
    else if (k.nv < 6)
      sum.pv_osimr += 60;  // P starts as the identity
  }
  sum.pv_osimr += at_branching_links(tree);
  return sum;
}

Delassus chosen_delassus(const ConstraintSet& set) {
  if (!set.data().single_body) return Delassus::ltl_osim;
  const DelassusEstimate sum = estimate_delassus(set.data());
  return sum.pv_osim < sum.pv_osimr ? Delassus::pv_osim : Delassus::pv_osimr;
}

bool takes(Delassus algorithm, const ConstraintSet& set) {
  return set.data().single_body || algorithm == Delassus::automatic || algorithm == Delassus::dense ||
         algorithm == Delassus::ltl_osim;
}

const char* to_string(Delassus algorithm) {
  switch (algorithm) {
    case Delassus::automatic:
      return "automatic";
    case Delassus::dense:
      return "dense";
    case Delassus::ltl_osim:
      return "ltl-osim";
    case Delassus::kjr:
      return "kjr";
    case Delassus::efpa:
      return "efpa";
    case Delassus::pv_osim:
      return "pv-osim";
    case Delassus::pv_osimr:
      break;
  }
  return "pv-osimr";
}

}  // namespace tenon
