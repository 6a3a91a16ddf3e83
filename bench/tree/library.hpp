// A contestant's shared library (race.hpp), open.
#pragma once

#include <dlfcn.h>

#include <span>
#include <stdexcept>
#include <string>

#include "race.hpp"

namespace race {

class Library {
 public:
  explicit Library(const std::string& file) : file_(file), handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (!handle_) throw std::runtime_error(dlerror());
  }
  std::string name() const { return symbol<const char* (*)()>("race_library")(); }
  // What it works on from now on: files that it reads, states in its own layout.
  void prepare(const std::string& files, const RaceStates& states) const {
    if (symbol<int (*)(const char*, const RaceStates*)>("race_prepare")(files.c_str(), &states) != 0)
      throw std::runtime_error(name() + " does not take " + files);
  }
  std::span<const RaceEntry> entries() const {
    const RaceEntry* list = nullptr;
    const int count = symbol<int (*)(const RaceEntry**)>("race_entries")(&list);
    return {list, static_cast<std::size_t>(count)};
  }

 private:
  template <class Function>
  Function symbol(const char* name) const {
    void* found = dlsym(handle_, name);
    if (!found) throw std::runtime_error(file_ + ": no " + name);
    return reinterpret_cast<Function>(found);
  }

  std::string file_;
  void* handle_;  // open until the program ends: entries point into it
};

}  // namespace race
