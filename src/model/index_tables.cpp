// Subtrees, [Fea05]'s expanded parent array, storage levels, zeros of M.
#include "model/index_tables.hpp"

#include <algorithm>

namespace tenon {
namespace {

void index_bodies(CompiledModel& m) {
  const int n = m.body_count();
  m.end.resize(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) m.end[i] = i + 1;
  for (int i = n - 1; i > 0; --i) m.end[m.bodies[i].parent] = std::max(m.end[m.bodies[i].parent], m.end[i]);
  m.lambda.assign(static_cast<std::size_t>(m.nv) + 1, 0);
  m.body_of_dof.resize(static_cast<std::size_t>(m.nv));
  m.run_first.resize(static_cast<std::size_t>(m.nv));
  std::vector<int> depth(static_cast<std::size_t>(n), 0);
  std::vector<int> last(static_cast<std::size_t>(n), 0);  // 1-based index of the last degree of freedom up to body i
  for (int i = 1; i < n; ++i) {
    const Body& body = m.bodies[i];
    m.mass += body.I.m;
    depth[i] = depth[body.parent] + body.nv;
    m.depth = std::max(m.depth, depth[i]);
    last[i] = last[body.parent];
    for (int k = 0; k < body.nv; ++k) {
      const int dof = body.v + k;
      m.lambda[static_cast<std::size_t>(dof) + 1] = last[i];
      m.body_of_dof[static_cast<std::size_t>(dof)] = i;
      m.run_first[static_cast<std::size_t>(dof)] =
          dof > 0 && last[i] == dof ? m.run_first[static_cast<std::size_t>(dof) - 1] : dof;
      last[i] = dof + 1;
    }
  }
}

// Sweeps from the base that carry something large per body (6 × nv numbers) share storage: a body's last child takes
// over its level, an earlier child opens the next one. level[i] is where body i's own stands, -1 where nobody needs
// it.
void index_levels(CompiledModel& m) {
  const int n = m.body_count();
  m.dof_end.resize(static_cast<std::size_t>(n));
  m.level.assign(static_cast<std::size_t>(n), -1);
  std::vector<bool> yields(static_cast<std::size_t>(n), false);  // its level may be overwritten by its last child
  for (int i = 0; i < n; ++i) {
    const Body& body = m.bodies[i];
    m.dof_end[i] = m.end[i] < n ? m.bodies[m.end[i]].v : m.nv;
    if (i == 0) continue;
    const bool last = m.end[i] == m.end[body.parent], above = body.parent > 0 && yields[body.parent];
    if (body.nv == 0) {
      m.level[i] = m.level[body.parent];
      yields[i] = last && above;
      continue;
    }
    yields[i] = true;
    if (m.end[i] == i + 1 && body.nv == 1) continue;
    m.level[i] = last && above && m.level[body.parent] >= 0 ? m.level[body.parent] : m.level[body.parent] + 1;
    m.levels = std::max(m.levels, m.level[i] + 1);
  }
}

// Where M has zeros: entries whose joints are on different branches. Storing short runs one by one can cost more than
// storing everything once.
void index_zeros(CompiledModel& m) {
  if (m.depth > shallow) return;
  const int nv = m.nv;
  std::vector<char> row(static_cast<std::size_t>(nv));
  std::ptrdiff_t price = 0;
  const std::ptrdiff_t all = static_cast<std::ptrdiff_t>(nv) * nv;
  for (int i = 0; i < nv; ++i) {
    std::fill(row.begin(), row.end(), 0);
    for (int j = i + 1; j > 0; j = m.lambda[static_cast<std::size_t>(j)]) row[static_cast<std::size_t>(j) - 1] = 1;
    const int end = m.dof_end[static_cast<std::size_t>(m.body_of_dof[static_cast<std::size_t>(i)])];
    std::fill(row.begin() + i, row.begin() + end, 1);
    for (int j = 0; j < nv; ++j) {
      if (row[static_cast<std::size_t>(j)]) continue;
      const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(i) * nv + j;
      if (m.zero_runs.empty() || m.zero_runs.back().begin + m.zero_runs.back().size != at) {
        m.zero_runs.push_back({at, 0});
        price += 8;
      }
      ++m.zero_runs.back().size, ++price;
    }
    if (price > all) break;
  }
  if (price > all) m.zero_runs.assign(1, {0, all});
}

}  // namespace

void index_tables(CompiledModel& m) {
  index_bodies(m);
  index_levels(m);
  index_zeros(m);
}

}  // namespace tenon
