// The registry's whole table: operations per body of every algorithm on every robot, no timing.
#include "every.hpp"

#include <cstdio>

#include "calls.hpp"
#include "model/compiled.hpp"
#include "tenon/algorithms.hpp"

namespace tenon::ops {

void print_every_count(const std::vector<Model>& models, nlohmann::json& rows) {
  std::printf(
      "\nOperations per body of every algorithm; constrained questions with a weld on every tip, three iterations\n\n");
  std::printf("%-22s %-24s", "question", "algorithm");
  for (const Model& model : models) std::printf(" %14.14s", model.name().c_str());
  std::printf("\n");
  for (const Algorithm& a : algorithms()) {
    std::printf("%-22.*s %-24.*s", static_cast<int>(a.family.size()), a.family.data(), static_cast<int>(a.name.size()),
                a.name.data());
    for (const Model& model : models) {
      const double all = static_cast<double>(total(count_operations(a, model))),
                   bodies = static_cast<double>(model.compiled().bodies.size() - 1);
      std::printf(" %14.0f", all / bodies);
      rows.push_back({{"task", "count"},
                      {"robot", model.name()},
                      {"nv", model.nv()},
                      {"family", a.family},
                      {"algorithm", a.name},
                      {"operations", all},
                      {"per_body", all / bodies}});
    }
    std::printf("\n");
  }
}

}  // namespace tenon::ops
