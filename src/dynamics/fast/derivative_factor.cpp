// Sizes and lists of the inverse factor, and whether it pays against the sweeps.
#include "dynamics/fast/derivative_factor.hpp"

#include <algorithm>

#include "walk/arena.hpp"

namespace tenon {

namespace {

// Longest depth for which lists are made at all: chains beyond it never gain.
constexpr int deepest = 64;

std::vector<int> depths(int nv, const DerivativeRows& rows) {
  std::vector<int> depth(static_cast<std::size_t>(nv), 1);
  for (std::size_t slot = 0; slot < depth.size(); ++slot)
    if (rows.parent[slot] < nv) depth[slot] = depth[static_cast<std::size_t>(rows.parent[slot])] + 1;
  return depth;
}

}  // namespace

DerivativeFactor::DerivativeFactor(const CompiledModel& model, const DerivativeRows& rows,
                                   const DerivativePattern& pattern) {
  if (!rows.usable || model.nv == 0) return;
  const std::vector<int> depth = depths(model.nv, rows);
  if (*std::max_element(depth.begin(), depth.end()) > deepest) return;
  add_lists(model, rows, pattern);
  add_reach(rows.packs);
  // Against the sweeps, which take about the time of so many multiplications for a row and a panel of the three
  // answers.
  pays = products(rows.packs) < static_cast<std::ptrdiff_t>(model.nv) * rows.packs * 80;
  if (!pays) return;
  stride = 4 * rows.packs;
  const std::size_t n = static_cast<std::size_t>(stride);
  const auto cut = [&](Arena arena) {
    L = arena.take<double>(n * n);
    W = arena.take<double>(n * n);
    D_inverse = arena.take<double>(n);
    X = arena.take<double>(n * x_size);
    Y = arena.take<double>(n * x_size);
    Z = arena.take<double>(n * 4);
    column = arena.take<double>(n * 4);
    return arena.used();
  };
  memory_.assign(cut(Arena()), 0.0);
  cut(Arena(memory_.data()));
}

void DerivativeFactor::add_lists(const CompiledModel& model, const DerivativeRows& rows,
                                 const DerivativePattern& pattern) {
  for (int panel = 0; panel < rows.packs; ++panel) {
    const std::size_t first = before.all.size();
    for (int column = 4 * panel; column < std::min(4 * panel + 4, model.nv); ++column) {
      for (int slot = column; slot < model.nv; slot = rows.parent[static_cast<std::size_t>(slot)]) {
        auto at = std::find_if(before.all.begin() + static_cast<std::ptrdiff_t>(first), before.all.end(),
                               [&](const Before& b) { return b.slot == slot; });
        if (at == before.all.end()) at = before.all.insert(at, {slot, 0});
        if (slot < column) at->lanes |= static_cast<unsigned char>(1u << (column - 4 * panel));
      }
    }
    std::sort(before.all.begin() + static_cast<std::ptrdiff_t>(first), before.all.end(),
              [](const Before& x, const Before& y) { return x.slot < y.slot; });
    before.close();

    for (const DerivativePattern::Segment& s : pattern.segments(panel))
      if (s.at | s.beyond)
        for (int row = s.begin; row < s.end; ++row) related.all.push_back(row);
    related.close();

    const std::span<const int> list = related[panel];
    for (std::size_t k = 0; k < list.size(); ++k) {
      const int group = list[k] / 4 * 4;
      if (k > 0 && list[k - 1] >= group) continue;
      int end = 0;
      for (int row = group; row < std::min(group + 4, model.nv); ++row)
        end = std::max(end, model.dof_end[rows.body[static_cast<std::size_t>(row)]]);
      const auto last = std::lower_bound(list.begin(), list.end(), end) - list.begin();
      groups.all.push_back({group, static_cast<int>(k), static_cast<int>(last)});
    }
    groups.close();
  }
}

void DerivativeFactor::add_reach(int packs) {
  std::vector<unsigned char> is_related(static_cast<std::size_t>(4 * packs)), is_written(is_related);
  for (int panel = 0; panel < packs; ++panel) {
    std::fill(is_related.begin(), is_related.end(), 0), is_written = is_related;
    for (const int row : related[panel]) is_related[static_cast<std::size_t>(row)] = 1;
    for (const Group& g : groups[panel]) std::fill_n(is_written.begin() + g.rows, 4, 1);
    for (int group = 0; group < packs; ++group) {
      const std::span<const Before> slots = before[group];
      int count = static_cast<int>(slots.size());
      while (count > 0 && !is_related[static_cast<std::size_t>(slots[static_cast<std::size_t>(count) - 1].slot)])
        --count;
      reach.push_back(count);
      for (const Before& b : slots.first(static_cast<std::size_t>(count))) {
        unsigned char& written = is_written[static_cast<std::size_t>(b.slot)];
        if (!written) unrelated.all.push_back(b.slot);
        written = 1;
      }
    }
    unrelated.close();
  }
}

// Multiplications of packs.
std::ptrdiff_t DerivativeFactor::products(int packs) const {
  std::ptrdiff_t sum = 0;
  for (const int count : reach) sum += 10 * count;
  for (int panel = 0; panel < packs; ++panel) {
    const auto m = static_cast<std::ptrdiff_t>(before[panel].size());
    sum += m * m / 2 + 6 * m;
    for (const Group& g : groups[panel]) sum += 8 * (g.end - g.begin);
  }
  return sum;
}

std::size_t DerivativeFactor::bytes() const {
  return sizeof(double) * memory_.size() + before.bytes() + related.bytes() + groups.bytes() + unrelated.bytes() +
         sizeof(int) * reach.size();
}

}  // namespace tenon
