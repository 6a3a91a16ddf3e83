// Free stretches of lanes, and limbs placed into them, longest way to the trunk first.
#include "walk/lane_packing.hpp"

#include <algorithm>
#include <climits>
#include <queue>

namespace tenon {
namespace {

// The free stretches of one lane, ascending; the last one never ends.
class Lane {
 public:
  // The first group from `ready` on that begins a free stretch of `length` groups.
  int earliest(int ready, int length) const {
    for (const Stretch& stretch : free_) {
      const int begin = std::max(stretch.begin, ready);
      if (stretch.end - begin >= length) return begin;
    }
    return INT_MAX;
  }

  void take(int begin, int length) {
    const auto stretch = std::find_if(free_.begin(), free_.end(), [&](const Stretch& s) { return s.end > begin; });
    const Stretch before{stretch->begin, begin}, after{begin + length, stretch->end};
    *stretch = after;
    if (after.begin == after.end) free_.erase(stretch);
    if (before.begin < before.end)
      free_.insert(std::find_if(free_.begin(), free_.end(), [&](const Stretch& s) { return s.begin > before.begin; }),
                   before);
  }

 private:
  struct Stretch {
    int begin, end;
  };
  std::vector<Stretch> free_{{0, INT_MAX}};
};

struct Waiting {
  int way;  // bodies from the tip to the trunk
  int length;
  int limb;
  // Ties go to the longer limb, then to the one met first: the schedule is the same on every machine.
  bool operator<(const Waiting& other) const {
    if (way != other.way) return way < other.way;
    if (length != other.length) return length < other.length;
    return limb > other.limb;
  }
};

}  // namespace

void pack_limbs(std::vector<Limb>& limbs, std::span<const int> parent, int width) {
  // Where each limb's body stands: its limb and its place counted from the tip.
  std::vector<int> limb_of(parent.size(), -1), place_of(parent.size(), 0);
  for (std::size_t k = 0; k < limbs.size(); ++k) {
    int body = limbs[k].tip;
    for (int place = 0; place < limbs[k].length; ++place) {
      limb_of[static_cast<std::size_t>(body)] = static_cast<int>(k);
      place_of[static_cast<std::size_t>(body)] = place;
      body = parent[static_cast<std::size_t>(body)];
    }
  }
  // A limb of a higher level was found later, so it carries lower levels only: ways by descending level.
  std::vector<std::size_t> by_level(limbs.size());
  for (std::size_t k = 0; k < limbs.size(); ++k) by_level[k] = k;
  std::sort(by_level.begin(), by_level.end(),
            [&](std::size_t a, std::size_t b) { return limbs[a].level > limbs[b].level; });
  std::vector<int> way(limbs.size()), carried(limbs.size(), 0), ready(limbs.size(), 0);
  for (const std::size_t k : by_level) {
    const std::size_t above = static_cast<std::size_t>(limbs[k].parent);
    const int carrier = limb_of[above];
    way[k] = limbs[k].length;
    if (carrier < 0) continue;
    const std::size_t c = static_cast<std::size_t>(carrier);
    way[k] += way[c] - place_of[above];
    ++carried[c];
  }

  std::priority_queue<Waiting> waiting;
  for (std::size_t k = 0; k < limbs.size(); ++k)
    if (carried[k] == 0) waiting.push({way[k], limbs[k].length, static_cast<int>(k)});
  std::vector<Lane> lanes(static_cast<std::size_t>(width));
  while (!waiting.empty()) {
    const std::size_t k = static_cast<std::size_t>(waiting.top().limb);
    waiting.pop();
    Limb& limb = limbs[k];
    limb.begin = INT_MAX;
    for (int l = 0; l < width; ++l) {
      const int begin = lanes[static_cast<std::size_t>(l)].earliest(ready[k], limb.length);
      if (begin < limb.begin) limb.begin = begin, limb.lane = l;
    }
    lanes[static_cast<std::size_t>(limb.lane)].take(limb.begin, limb.length);
    const std::size_t above = static_cast<std::size_t>(limb.parent);
    if (limb_of[above] < 0) continue;
    const std::size_t c = static_cast<std::size_t>(limb_of[above]);
    // The carrying body, `place` groups after its limb's tip, waits for this limb's root.
    ready[c] = std::max(ready[c], limb.begin + limb.length - place_of[above]);
    if (--carried[c] == 0) waiting.push({way[c], limbs[c].length, static_cast<int>(c)});
  }
}

}  // namespace tenon
