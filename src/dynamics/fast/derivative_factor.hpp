// Memory and index lists of M⁻¹ = Wᵀ D⁻¹ W with W = L⁻ᵀ, L the branch-sparse factor of M = Lᵀ D L ([Fea05]). Row i of W
// has entries in the columns beyond i only. A right-hand side with the pattern of the derivatives keeps it under W, so
// that both products run over related rows alone; long chains have nothing to gain and use the sweeps.
#pragma once

#include <span>
#include <vector>

#include "dynamics/fast/derivative_pattern.hpp"

namespace tenon {

struct DerivativeFactor {
  DerivativeFactor() = default;
  DerivativeFactor(const CompiledModel& model, const DerivativeRows& rows, const DerivativePattern& pattern);
  DerivativeFactor(DerivativeFactor&&) noexcept = default;
  DerivativeFactor& operator=(DerivativeFactor&&) noexcept = default;
  std::size_t bytes() const;

  // Lists, one per panel.
  template <class T>
  struct Lists {
    std::vector<T> all;
    std::vector<int> first{0};
    std::span<const T> operator[](int panel) const {
      const int* f = &first[static_cast<std::size_t>(panel)];
      return {all.data() + f[0], all.data() + f[1]};
    }
    void close() { first.push_back(static_cast<int>(all.size())); }
    std::size_t bytes() const { return sizeof(T) * all.size() + sizeof(int) * first.size(); }
  };
  struct Before {
    int slot;             // at or before a column of the panel
    unsigned char lanes;  // columns that it lies before
  };
  struct Group {
    int rows;        // four rows from here
    int begin, end;  // of the panel's related rows: those at or beyond one of the four
  };
  static constexpr int x_size = 8;

  bool pays = false;
  std::ptrdiff_t stride = 0;    // of L and W
  double* L = nullptr;          // [slot][stride]: row i holds s_i · K_j, the transposed factor; zeros stay
  double* W = nullptr;          // [slot][stride]
  double* D_inverse = nullptr;  // [slot]
  double* X = nullptr;          // [related row][8]: a panel of ∂tau/∂q and one of ∂tau/∂v
  double* Y = nullptr;          // [slot][8]: panels of -D⁻¹ W X
  double* Z = nullptr;          // [slot][4]: panel of D⁻¹ W
  double* column = nullptr;     // [slot][4]: a panel of W without its zeros
  Lists<Before> before;         // in order
  Lists<int> related;           // rows related to a column of the panel, in order
  Lists<Group> groups;          // that hold related rows
  Lists<int> unrelated;         // rows of Y and Z that are read as zeros
  std::vector<int> reach;       // [panel][group of rows]: how many of before[group] may have an entry in Y

 private:
  void add_lists(const CompiledModel& model, const DerivativeRows& rows, const DerivativePattern& pattern);
  void add_reach(int packs);
  std::ptrdiff_t products(int packs) const;
  AlignedVector memory_;
};

}  // namespace tenon
