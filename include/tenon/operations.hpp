// How much arithmetic an algorithm does.
#pragma once

namespace tenon {

// Operations on numbers that change from call to call; a sine and cosine pair is one `trig`.
struct OperationCount {
  long add = 0, mul = 0, div = 0, sqrt = 0, trig = 0;
  friend bool operator==(const OperationCount&, const OperationCount&) = default;
};

inline OperationCount operator+(const OperationCount& a, const OperationCount& b) {
  return {a.add + b.add, a.mul + b.mul, a.div + b.div, a.sqrt + b.sqrt, a.trig + b.trig};
}

}  // namespace tenon
