// The constraints of a race, beside the neutral model file: one line per constraint, written by race.py.
//   weld JOINT x y z      connect JOINT x y z      a frame at (x, y, z) in the axes of the joint's body, held to the
//   world
#pragma once

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace race {

struct Held {
  bool weld = false;
  std::string joint;
  double at[3] = {0, 0, 0};
};

inline std::vector<Held> read_rows(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file + ": cannot be read");
  std::vector<Held> list;
  std::string kind;
  while (in >> kind) {
    Held held;
    held.weld = kind == "weld";
    in >> held.joint >> held.at[0] >> held.at[1] >> held.at[2];
    if (!in || (kind != "weld" && kind != "connect")) throw std::runtime_error(file + ": bad line");
    list.push_back(held);
  }
  return list;
}

}  // namespace race
