// Finds the rows that four neighbouring columns are related to.
#include "dynamics/fast/derivative_pattern.hpp"

#include <algorithm>

namespace tenon {

namespace {

struct Range {
  int begin, end;
  bool holds(int row) const { return begin <= row && row < end; }
};

// Rows that a column has entries in.
struct Related {
  Range at;
  std::vector<Range> beyond;
};

Related related(const CompiledModel& model, const DerivativeRows& rows, int column, int piece) {
  const int body = rows.body[static_cast<std::size_t>(column)], first = model.bodies[body].v;
  Related r{{first, model.dof_end[body]}, {}};
  for (int begin = rows.pieces[static_cast<std::size_t>(piece)].begin, end = first;;) {
    if (begin < end) r.beyond.push_back({begin, end});
    piece = rows.pieces[static_cast<std::size_t>(piece)].parent;
    if (piece < 0) return r;
    begin = rows.pieces[static_cast<std::size_t>(piece)].begin, end = rows.pieces[static_cast<std::size_t>(piece)].end;
  }
}

}  // namespace

DerivativePattern::DerivativePattern(const CompiledModel& model, const DerivativeRows& rows) {
  if (!rows.usable) return;
  int piece = 0;
  for (int panel = 0; panel < rows.packs; ++panel) {
    std::vector<Related> lanes;
    std::vector<int> cuts{0, model.nv};
    for (int column = 4 * panel; column < std::min(4 * panel + 4, model.nv); ++column) {
      while (rows.pieces[static_cast<std::size_t>(piece)].end <= column) ++piece;
      lanes.push_back(related(model, rows, column, piece));
      cuts.insert(cuts.end(), {lanes.back().at.begin, lanes.back().at.end});
      for (const Range& r : lanes.back().beyond) cuts.insert(cuts.end(), {r.begin, r.end});
    }
    std::sort(cuts.begin(), cuts.end());
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
      if (cuts[k] == cuts[k + 1]) continue;
      Segment s{cuts[k], cuts[k + 1], 0, 0};
      for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        const unsigned char bit = static_cast<unsigned char>(1u << lane);
        if (lanes[lane].at.holds(s.begin)) s.at |= bit;
        for (const Range& r : lanes[lane].beyond)
          if (r.holds(s.begin)) s.beyond |= bit;
      }
      Segment* last = static_cast<int>(all.size()) > first.back() ? &all.back() : nullptr;
      if (last && last->at == s.at && last->beyond == s.beyond)
        last->end = s.end;
      else
        all.push_back(s);
    }
    first.push_back(static_cast<int>(all.size()));
  }
  add_runs(model.nv, rows.packs);
}

void DerivativePattern::add_runs(int nv, int packs) {
  constexpr int chunk = 32;  // panels whose columns stay in the first-level cache
  std::vector<int> next(first.begin(), first.end() - 1);
  std::ptrdiff_t zeros = 0;
  const auto add = [](std::vector<Run>& runs, const Run& run) {
    Run* last = runs.empty() ? nullptr : &runs.back();
    if (last && last->row == run.row && last->end == run.begin && last->at == run.at && last->beyond == run.beyond)
      last->end = run.end;
    else
      runs.push_back(run);
  };
  for (int begin = 0; begin < packs; begin += chunk) {
    for (int row = 0; row < nv; ++row) {
      for (int panel = begin; panel < std::min(begin + chunk, packs); ++panel) {
        int& k = next[static_cast<std::size_t>(panel)];
        if (all[static_cast<std::size_t>(k)].end <= row) ++k;
        const Segment& s = all[static_cast<std::size_t>(k)];
        const Kind kind = s.at == 15               ? all_at
                          : s.beyond == 15         ? all_beyond
                          : s.at == 0 && !s.beyond ? zero
                          : s.beyond == 0          ? some_at
                          : s.at == 0              ? some_beyond
                                                   : mixed;
        zeros += kind == zero;
        add((4 * panel + 4 <= nv ? whole : narrow)[kind], {row, panel, panel + 1, s.at, s.beyond});
      }
    }
  }
  mostly_zero = 3 * zeros > static_cast<std::ptrdiff_t>(nv) * packs;
}

std::size_t DerivativePattern::bytes() const {
  std::size_t sum = sizeof(Segment) * all.size() + sizeof(int) * first.size();
  for (const Runs* runs : {&whole, &narrow})
    for (const std::vector<Run>& list : *runs) sum += sizeof(Run) * list.size();
  return sum;
}

}  // namespace tenon
