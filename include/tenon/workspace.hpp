// Types that all calls share: scratch memory, the state of a robot, and arguments that may be left out.
//
//   const tenon::Model robot = tenon::load_urdf("scenes/robots/arm7.urdf");
//   const tenon::ConstraintSet hand(robot, {tenon::connect("tool")});
//   tenon::Workspace ws(robot, hand);  // for every call on this robot, with constraints or without
//   std::printf("%zu bytes of scratch memory\n", ws.bytes());
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tenon/model.hpp"

namespace tenon {

class ConstraintSet;

// An optional array of a call, or one item, as the caller keeps it. It does not take a temporary, which would be gone
// when the call reads it.
template <class T>
class View {
 public:
  View() = default;
  View(std::span<const T> items) : items_(items), given_(true) {}
  View(std::span<T> items) : items_(items), given_(true) {}
  View(const T& one) : items_(&one, 1), given_(true) {}
  View(const T&&) = delete;
  View(const std::vector<T>& items) : items_(items), given_(true) {}
  View(const std::vector<T>&&) = delete;
  template <std::size_t n>
  View(const std::array<T, n>& items) : items_(items), given_(true) {}
  template <std::size_t n>
  View(const std::array<T, n>&&) = delete;

  bool given() const { return given_; }
  operator std::span<const T>() const { return items_; }
  const T* data() const { return items_.data(); }
  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  const T& operator[](std::size_t i) const { return items_[i]; }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

 private:
  std::span<const T> items_;
  bool given_ = false;
};

// Positions and velocities, as the caller keeps them; v may be left out where a call says so, it is then zero. Write
// {q, v} in the call. A State with a name outlives temporaries that it was made of, and then reads freed memory.
struct State {
  std::span<const double> q;
  std::span<const double> v{};
};

// One number for all rows, which is kept here, or an array with one number per row, which the caller keeps. An empty
// array is as good as none.
class PerRow {
 public:
  PerRow() = default;
  PerRow(double all) : all_(all), one_(true) {}
  PerRow(View<double> each) : each_(each) {}
  PerRow(std::span<const double> each) : each_(each) {}
  PerRow(std::span<double> each) : each_(each) {}
  PerRow(const std::vector<double>& each) : each_(each) {}
  PerRow(const std::vector<double>&&) = delete;
  template <std::size_t n>
  PerRow(const std::array<double, n>& each) : each_(each) {}
  template <std::size_t n>
  PerRow(const std::array<double, n>&&) = delete;

  bool given() const { return one_ || !each_.empty(); }
  bool one() const { return one_; }
  std::size_t size() const { return one_ ? 1 : each_.size(); }
  double operator[](std::size_t row) const { return one_ ? all_ : each_[row]; }
  std::span<const double> numbers() const { return one_ ? std::span(&all_, 1) : std::span<const double>(each_); }

 private:
  double all_ = 0;
  bool one_ = false;
  View<double> each_;
};

// An algorithm by its name in `tenon algorithms`: "pv-osimr". Without a name the call chooses: `automatic`.
class Name {
 public:
  constexpr Name() = default;
  constexpr Name(const char* name) : text_(name) {}
  constexpr Name(std::string_view name) : text_(name) {}
  Name(const std::string& name) : text_(name) {}
  Name(const std::string&&) = delete;
  constexpr operator std::string_view() const { return text_; }
  constexpr bool automatic() const { return text_.empty() || text_ == "automatic"; }

 private:
  std::string_view text_;
};

// A wrench on a frame, in that frame's axes at its origin: force, then moment.
struct ExternalWrench {
  FrameId frame;
  Vector6 wrench{0, 0, 0, 0, 0, 0};
};

struct WalkOptions {
  Mode mode = Mode::automatic;
};

// Scratch memory of all calls on one model and on sets of constraints up to this set's capacity. It is sized once, and
// no call allocates, with three exceptions that say so: algorithms named "dense", the table of tenon/algorithms.hpp,
// and derivatives of models with more than 2000 degrees of freedom, which make room in their first call. Nothing in it
// is an input of a later call. One thread at a time: debug builds throw Error where two meet in it.
class Workspace {
 public:
  explicit Workspace(const Model& model, const WalkOptions& options = {});
  Workspace(const Model& model, const ConstraintSet& set, const WalkOptions& options = {});
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;
  std::size_t bytes() const;

  struct Data;  // internal
  Data& data() {
    assert(data_ && "Workspace: used after it was moved from");
    return *data_;
  }

 private:
  std::unique_ptr<Data> data_;
};

}  // namespace tenon
