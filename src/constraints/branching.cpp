// The sets of [PVr] section I-C by sweeps over the bodies: O(n + m_b²) without a search.
#include "constraints/branching.hpp"

#include <algorithm>

namespace tenon {

namespace {
std::size_t at(int i) { return static_cast<std::size_t>(i); }
}  // namespace

void Branching::reserve(int bodies, int effectors, int rows) {
  effectors_.reserve(at(effectors));
  first_row_.reserve(at(effectors + 1));
  user_row_.reserve(at(rows));
  for (auto* list : {&begin_, &end_, &only_, &place_}) list->reserve(at(bodies));
  count_.reserve(at(bodies + 1));
  for (auto* list : {&A_, &D_}) list->reserve(at(bodies + effectors));
  nodes_.reserve(at(bodies));
  children_.reserve(at(bodies + effectors));
  children_begin_.reserve(at(bodies + 1));
  cca_.reserve(at(effectors) * at(effectors));
}

void Branching::compile(std::span<const int> parent, std::span<const int> end, std::span<const Effector> list) {
  for (auto* numbers : {&begin_, &end_, &only_, &place_}) numbers->assign(parent.size(), 0);
  sort(list);
  find_supports(parent, end);
  find_nodes(parent);
  find_children();
  find_cca(parent);
}

// By body, constraints of one body in their own order: an insertion sort allocates nothing and lists are nearly sorted.
void Branching::sort(std::span<const Effector> list) {
  effectors_.clear();
  for (const Effector& e : list) {
    auto place = effectors_.end();
    while (place != effectors_.begin() && (place - 1)->body > e.body) --place;
    effectors_.insert(place, e);
  }
  first_row_.clear();
  user_row_.clear();
  for (Effector& e : effectors_) {
    e.row = static_cast<int>(user_row_.size());
    first_row_.push_back(e.row);
    for (int r = 0; r < e.rows; ++r) user_row_.push_back(e.user_row + r);
  }
  first_row_.push_back(static_cast<int>(user_row_.size()));
}

void Branching::find_supports(std::span<const int> parent, std::span<const int> end) {
  // count_[i]: end-effectors on bodies before i.
  count_.assign(parent.size() + 1, 0);
  for (const Effector& e : effectors_) ++count_[at(e.body) + 1];
  for (std::size_t i = 1; i < count_.size(); ++i) count_[i] += count_[i - 1];
  for (std::size_t i = 0; i < parent.size(); ++i) {
    begin_[i] = count_[i];
    end_[i] = count_[at(end[i])];
  }
}

void Branching::find_nodes(std::span<const int> parent) {
  const int n = bodies(), effectors = effector_count();
  A_.assign(at(n + effectors), 0);
  D_.assign(at(n + effectors), -1);
  nodes_.clear();
  const auto supported = [&](int i) { return es_end(i) - es_begin(i); };
  // only_[i]: the child (or end-effector) that supports all that i supports, 0 if there is none.
  for (int k = effectors - 1; k >= 0; --k)
    if (supported(effector(k).body) == 1) only_[at(effector(k).body)] = number_of(k);
  for (int i = n - 1; i > 0; --i) {
    if (!supports(i)) continue;
    D_[at(i)] = only_[at(i)] == 0 ? i : is_effector(only_[at(i)]) ? only_[at(i)] : D(only_[at(i)]);
    const int up = parent[at(i)];
    if (supported(up) == supported(i)) only_[at(up)] = i;
  }
  D_[0] = 0;
  for (int i = 1; i < n; ++i) {
    const int up = parent[at(i)];
    A_[at(i)] = in_N(up) ? up : A(up);
    if (supports(i) && D(i) == i) nodes_.push_back(i);
  }
  for (int k = 0; k < effectors; ++k) {
    const int body = effector(k).body;
    A_[at(number_of(k))] = in_N(body) ? body : A(body);
    D_[at(number_of(k))] = number_of(k);
  }
}

void Branching::find_children() {
  children_.clear();
  children_begin_.clear();
  for (std::size_t p = 0; p < nodes_.size(); ++p) {
    const int c = nodes_[p];
    place_[at(c)] = static_cast<int>(p);
    children_begin_.push_back(static_cast<int>(children_.size()));
    for (int e = es_begin(c); e < es_end(c);) {
      int top = number_of(e);
      while (A(top) != c) top = A(top);
      children_.push_back(top);
      e = is_effector(top) ? e + 1 : es_end(top);
    }
  }
  children_begin_.push_back(static_cast<int>(children_.size()));
}

std::span<const int> Branching::children(int body) const {
  const std::size_t p = at(place_[at(body)]);
  const std::size_t first = at(children_begin_[p]);
  return std::span<const int>(children_).subspan(first, at(children_begin_[p + 1]) - first);
}

// Neighbours first; farther ones meet where the highest of the neighbours between them meet.
void Branching::find_cca(std::span<const int> parent) {
  const int count = effector_count();
  cca_.assign(at(count) * at(count), 0);
  longest_ = 0;
  for (int f = 0; f < count; ++f) {
    const int body = effector(f).body;
    int length = 0;
    for (int i = body; i > 0; i = parent[at(i)]) ++length;
    longest_ = std::max(longest_, length);
    cca_[at(f) * at(count) + at(f)] = body;
    if (f == 0) continue;
    int meet = body;
    while (meet > 0 && es_begin(meet) >= f) meet = parent[at(meet)];
    cca_[at(f - 1) * at(count) + at(f)] = meet;
    for (int e = f - 2; e >= 0; --e) cca_[at(e) * at(count) + at(f)] = std::min(cca(e + 1, f), cca(e, e + 1));
  }
}

int Branching::cca(int e, int f) const { return cca_[at(std::min(e, f)) * at(effector_count()) + at(std::max(e, f))]; }

}  // namespace tenon
