// Proximal iterations of W samples side by side, one per lane. Each lane has
// its own rule for stopping; one that stops is frozen: its answer is taken then
// and there, so that it does not depend on how long its neighbours go on.
#pragma once

#include <array>
#include <limits>

#include "constrained/proximal.hpp"
#include "constrained/settling.hpp"
#include "walk/slots.hpp"

namespace tenon {
inline namespace TENON_ISA {

// The larger of most and |x|; it may be either if x is a NaN.
inline double larger(double most, double x) { return std::max(std::fabs(x), most); }
template <class T, int W>
TENON_INLINE Pack<T, W> larger(const Pack<T, W>& most, const Pack<T, W>& x) {
  using P = Pack<T, W>;
  const P size = select(x < P(0), -x, x);
  return select(size > most, size, most);
}
inline double select(bool condition, double yes, double no) { return condition ? yes : no; }

template <class P>
class FrozenLanes {
 public:
  static constexpr int W = P::width;

  // settling: as every lane starts.
  FrozenLanes(double tolerance, int max_iterations, const Settling<Element<P>>& settling) {
    constexpr auto epsilon = static_cast<double>(std::numeric_limits<Element<P>>::epsilon());
    lanes_.fill({ProximalLoop(tolerance, max_iterations, epsilon), settling});
  }

  // Settling::corrected for every lane.
  void corrected(const P& change, const P& size) {
    for (int l = 0; l < W; ++l) lanes_[static_cast<std::size_t>(l)].settling.corrected(change[l], size[l]);
  }
  // ProximalLoop::goes_on for every lane that still moves.
  void step(const P& residual, const P& energy, const P& moved, bool knows_moved) {
    ended_ = 0;
    for (int l = 0; l < W; ++l) {
      Lane& lane = lanes_[static_cast<std::size_t>(l)];
      if (moving_ >> l & 1 && !lane.loop.goes_on({.residual = residual[l],
                                                  .energy = energy[l],
                                                  .moved = knows_moved ? moved[l] : -1,
                                                  .settled = lane.settling.settled()}))
        ended_ |= 1U << l;
    }
    moving_ &= ~ended_;
  }
  bool any_ended() const { return ended_ != 0; }
  bool any_moving() const { return moving_ != 0; }

  // x of the lanes that ended, into `answer`.
  void freeze(const P& x, P& answer) const { answer = select(lanes_of<P>(ended_), x, answer); }
  const SolveReport& report(int lane) const { return lanes_[static_cast<std::size_t>(lane)].loop.report(); }

 private:
  struct Lane {
    ProximalLoop loop;
    Settling<Element<P>> settling;
  };
  std::array<Lane, static_cast<std::size_t>(W)> lanes_;
  unsigned moving_ = (1U << W) - 1, ended_ = 0;
};

}  // namespace TENON_ISA
}  // namespace tenon
