// The default costs come from ABA with limbs in lanes, measured before the project began on AVX2 doubles: 2.1 times the
// speed of the scalar walk on Talos (8 groups), 2.5 times on Solo12 (3 groups); a group is about one and a half steps.
#include "walk/schedule.hpp"

#include <algorithm>

#include "tenon/error.hpp"
#include "walk/lane_packing.hpp"

namespace tenon {
namespace {

// level_of[i]: 0 is the trunk, k a limb of level k. Each level takes the unbranched ends of what the levels before
// left.
std::vector<int> limb_levels(std::span<const int> parent, std::span<const int> sizes, int levels) {
  const std::size_t n = parent.size();
  std::vector<int> level_of(n, 0);
  for (int level = 1; level <= levels; ++level) {
    std::vector<int> tips(n, 0);      // tips of what is left, below each body
    std::vector<char> fits(n, true);  // nothing left below has another number of degrees of freedom
    for (std::size_t i = n; i-- > 1;) {
      if (level_of[i] > 0) continue;
      if (tips[i] == 0) tips[i] = 1;
      if (sizes[i] != 1) fits[i] = false;
      const std::size_t p = static_cast<std::size_t>(parent[i]);
      tips[p] += tips[i];
      fits[p] = fits[p] && fits[i];
      if (tips[i] == 1 && fits[i]) level_of[i] = level;
    }
  }
  return level_of;
}

// The tip comes first: parent < child, so walking down the numbers meets a limb's bodies from tip to root.
std::vector<Limb> limbs_of(std::span<const int> parent, const std::vector<int>& level_of) {
  std::vector<Limb> limbs;
  std::vector<int> limb_of(parent.size(), -1);
  for (std::size_t i = parent.size(); i-- > 1;) {
    if (level_of[i] == 0) continue;
    if (limb_of[i] < 0) {
      limb_of[i] = static_cast<int>(limbs.size());
      Limb limb;
      limb.tip = static_cast<int>(i);
      limb.level = level_of[i];
      limbs.push_back(limb);
    }
    Limb& limb = limbs[static_cast<std::size_t>(limb_of[i])];
    limb.root = static_cast<int>(i);
    limb.parent = parent[i];
    ++limb.length;
    const std::size_t p = static_cast<std::size_t>(parent[i]);
    if (p > 0 && level_of[p] == limb.level) limb_of[p] = limb_of[i];
  }
  return limbs;
}

void fill_groups(LaneSchedule& s, std::span<const int> parent) {
  int count = 0;
  for (const Limb& limb : s.limbs) count = std::max(count, limb.begin + limb.length);
  s.groups.resize(static_cast<std::size_t>(count));
  for (const Limb& limb : s.limbs) {
    const auto bit = static_cast<std::uint8_t>(1u << limb.lane);
    int body = limb.tip;
    for (int k = limb.begin; k < limb.begin + limb.length; ++k) {
      s.groups[static_cast<std::size_t>(k)].body[static_cast<std::size_t>(limb.lane)] = body;
      s.group_of[static_cast<std::size_t>(body)] = k;
      s.lane_of[static_cast<std::size_t>(body)] = limb.lane;
      body = parent[static_cast<std::size_t>(body)];
    }
    s.groups[static_cast<std::size_t>(limb.begin)].starts |= bit;
    s.groups[static_cast<std::size_t>(limb.begin + limb.length - 1)].ends |= bit;
    s.idle_places -= limb.length;
  }
  s.idle_places += count * s.width;
  for (const Limb& limb : s.limbs) {
    const int group = s.group_of[static_cast<std::size_t>(limb.parent)];
    if (group >= 0)
      s.groups[static_cast<std::size_t>(group)].receives |=
          static_cast<std::uint8_t>(1u << s.lane_of[static_cast<std::size_t>(limb.parent)]);
  }
}

LaneSchedule with_levels(std::span<const int> parent, std::span<const int> sizes, int width, int levels,
                         const LaneCosts& costs) {
  LaneSchedule s;
  s.width = width;
  s.levels = levels;
  s.group_of.assign(parent.size(), -1), s.lane_of.assign(parent.size(), -1);
  const std::vector<int> level_of = limb_levels(parent, sizes, levels);
  for (std::size_t i = 1; i < parent.size(); ++i) {
    const double step = 1 + costs.degree_of_freedom * std::max(sizes[i] - 1, 0);
    s.scalar_cost += step;
    if (level_of[i] > 0) continue;
    s.trunk.push_back(static_cast<int>(i));
    s.cost += step;
  }
  s.limbs = limbs_of(parent, level_of);
  pack_limbs(s.limbs, parent, width);
  fill_groups(s, parent);
  s.cost += costs.group * static_cast<double>(s.groups.size()) + costs.join * static_cast<double>(s.limbs.size());
  return s;
}

}  // namespace

LaneSchedule lane_schedule(std::span<const int> parent, std::span<const int> joint_sizes, int width,
                           const LaneCosts& costs, int most_levels) {
  if (width != 2 && width != 4 && width != 8)
    throw Error("lane schedule: width is " + std::to_string(width) + ", expected 2, 4 or 8");
  if (parent.empty() || parent.size() != joint_sizes.size())
    throw Error("lane schedule: " + std::to_string(parent.size()) + " parents and " +
                std::to_string(joint_sizes.size()) + " joint sizes, expected as many of both, the world included");
  for (std::size_t i = 1; i < parent.size(); ++i)
    if (parent[i] < 0 || parent[i] >= static_cast<int>(i))
      throw Error("lane schedule: parent of body " + std::to_string(i) + " is " + std::to_string(parent[i]) +
                  ", expected 0 to " + std::to_string(i - 1));

  LaneSchedule best = with_levels(parent, joint_sizes, width, 0, costs);
  for (int levels = 1; levels <= most_levels; ++levels) {
    const LaneSchedule next = with_levels(parent, joint_sizes, width, levels, costs);
    const bool grew =
        std::any_of(next.limbs.begin(), next.limbs.end(), [&](const Limb& l) { return l.level == levels; });
    if (!grew) return best;
    if (next.cost < best.cost) best = next;
  }
  return best;
}

}  // namespace tenon
