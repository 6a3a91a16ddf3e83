// Rows of descriptors whose `compute` reads an Ask and whose `count` reads a TreeRun.
#pragma once

#include "registry/ask.hpp"
#include "registry/count_state.hpp"
#include "registry/rows.hpp"
#include "spatial/type_list.hpp"

namespace tenon {

template <class A>
void compute_tree(const Model& model, Workspace& ws, const Question& question, std::span<double> out) {
  A::compute(Ask{model, ws, question, out});
}
template <class A>
OperationCount count_tree(const Model& model, const Question& question) {
  count::TreeRun run(model, question);
  return count_operations([&] { A::count(run); });
}

template <class... All>
void add_tree_rows(Rows& rows, TypeList<All...>) {
  const auto takes = []<class A>() {
    if constexpr (requires { A::takes; })
      return A::takes;
    else
      return RowKinds::none;
  };
  (rows.push_back(
       row(All::facts, All::facts.family, takes.template operator()<All>(), compute_tree<All>, count_tree<All>)),
   ...);
}

}  // namespace tenon
