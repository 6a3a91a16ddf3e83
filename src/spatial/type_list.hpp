// A list of types. The lists of algorithms (cmake/lists.cmake) are such: tables and switches are made from them.
#pragma once

#include <array>
#include <type_traits>
#include <utility>

namespace tenon {

template <class... All>
struct TypeList {
  static constexpr int size = sizeof...(All);
};

// {f<First>(), f<Second>(), …}
template <class... All, class F>
constexpr auto for_each_type(TypeList<All...>, F&& f) {
  return std::array { f.template operator()<All>()... };
}

template <class T, class... All>
constexpr int position_of(TypeList<All...>) {
  int position = -1, k = 0;
  ((std::is_same_v<T, All> ? void(position = k) : void(), ++k), ...);
  return position;
}

// f<T>() for the type at that position.
template <class First, class... Rest, class F>
constexpr decltype(auto) at_position(TypeList<First, Rest...>, int position, F&& f) {
  if constexpr (sizeof...(Rest) > 0)
    if (position > 0) return at_position(TypeList<Rest...>{}, position - 1, std::forward<F>(f));
  return f.template operator()<First>();
}

}  // namespace tenon
