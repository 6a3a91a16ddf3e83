// The model's body-by-body walk, converted.
#include "batch/walk.hpp"
#include "walk/tree_walks.hpp"

#include <algorithm>
#include <cstring>

namespace tenon {
namespace {

// The same struct with other numbers: both are plain sequences of them.
template <template <class> class Struct, class T>
Struct<T> converted(const Struct<double>& from) {
  constexpr std::size_t count = sizeof(Struct<double>) / sizeof(double);
  static_assert(sizeof(Struct<T>) == count * sizeof(T));
  double numbers[count];
  std::memcpy(numbers, &from, sizeof from);
  T out[count];
  for (std::size_t k = 0; k < count; ++k) out[k] = static_cast<T>(numbers[k]);
  Struct<T> to;
  std::memcpy(&to, out, sizeof to);
  return to;
}

// Whether M(i, j) can be other than zero: entry i nv + j.
std::vector<bool> related_entries(const CompiledModel& model) {
  const std::size_t nv = static_cast<std::size_t>(model.nv);
  std::vector<bool> related(nv * nv, false);
  for (std::size_t i = 1; i <= nv; ++i)
    for (std::size_t j = i; j > 0; j = static_cast<std::size_t>(model.lambda[j]))
      related[(i - 1) * nv + j - 1] = related[(j - 1) * nv + i - 1] = true;
  return related;
}

std::vector<int> tiles_over(const std::vector<bool>& related, std::size_t nv, bool lower, bool upper,
                            std::size_t lanes) {
  std::vector<int> tiles;
  if (related.size() < lanes) return tiles;
  for (std::size_t e = 0, covered = 0; e < related.size(); ++e) {
    const bool wanted = e / nv >= e % nv ? lower || e / nv == e % nv : upper;
    if (e < covered || !related[e] || !wanted) continue;
    const std::size_t begin = std::min(e, related.size() - lanes);
    tiles.push_back(static_cast<int>(begin));
    covered = begin + lanes;
  }
  return tiles;
}

}  // namespace

template <class T>
BatchModel<T> make_batch_model(const CompiledModel& model, const BatchOptions& options, int lanes) {
  BatchModel<T> batch;
  batch.model = &model;
  batch.walk.slots = model.walks->bodies.slots;
  for (const TrunkStep<>& from : model.walks->bodies.trunk)
    batch.walk.trunk.push_back({from.body, from.parent, from.q, from.v, from.end, from.form, from.follows, from.keeps,
                                from.block, converted<StepConstants, T>(from.k)});
  const auto carried = [&](FrameId frame) {
    const BodyFrame& f = model.body_frames[static_cast<std::size_t>(frame.index)];
    return CarriedFrame<T>{f.body, converted<Transform, T>(f.X_bf)};
  };
  for (const FrameId frame : options.wrench_frames) batch.wrench_frames.push_back(carried(frame));
  for (const FrameId frame : options.placement_frames) batch.placement_frames.push_back(carried(frame));
  const std::vector<bool> related = related_entries(model);
  for (std::size_t e = 0; e < related.size(); ++e)
    if (!related[e]) batch.unrelated.push_back(static_cast<int>(e));
  for (unsigned k = 1; k < 4; ++k)
    batch.tiles[k] = tiles_over(related, static_cast<std::size_t>(model.nv), (k & 1) != 0, (k & 2) != 0,
                                static_cast<std::size_t>(lanes));
  batch.branches = BranchTables(model.lambda);
  return batch;
}

template BatchModel<double> make_batch_model<double>(const CompiledModel&, const BatchOptions&, int);
template BatchModel<float> make_batch_model<float>(const CompiledModel&, const BatchOptions&, int);

}  // namespace tenon
