# What a reviewer should not have to say.

run_check() {
  setup_packages
  build release
  local failed=0 name parts=(format words links layers headers isa tidy)
  for name in "${parts[@]}"; do
    local start=$SECONDS
    if check_"$name"; then
      say "ok   $name ($((SECONDS - start)) s)"
    else
      say "FAIL $name ($((SECONDS - start)) s)"
      failed=$((failed + 1))
    fi
  done
  say "how large the source is, beside docs/architecture.md's targets:"
  python3 "$ROOT/tools/layout_figures.py" >&2
  echo "$((${#parts[@]} - failed)) checks passed, $failed failed"
  [ "$failed" -eq 0 ]
}

check_format() { (cd "$ROOT" && cpp_files | xargs clang-format-19 --dry-run --Werror); }
check_words() { python3 "$ROOT/tools/check_words.py"; }
check_links() { python3 "$ROOT/tools/check_links.py"; }
check_layers() { python3 "$ROOT/tools/check_layers.py" "$ROOT/build/release"; }
check_headers() { # each public header compiles alone with clang, and all together with g++
  local header status=0 flags=(-std=c++20 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I "$ROOT/include" -isystem /usr/include/eigen3 -x c++ -)
  for header in "$ROOT"/include/tenon/*.hpp; do
    clang++-19 "${flags[@]}" <<<"#include \"tenon/${header##*/}\"" || status=1
  done
  g++ "${flags[@]}" <<<'#include "tenon/tenon.hpp"' || status=1
  return "$status"
}
check_isa() { python3 "$ROOT/tools/check_isa_symbols.py" "$ROOT/build/release"; }
check_tidy() { python3 "$ROOT/tools/tidy.py" --build "$ROOT/build/release" --jobs "$(jobs)"; }

cpp_files() {
  (cd "$ROOT" && find include src apps tests bench python -type f \( -name '*.cpp' -o -name '*.hpp' \) 2>/dev/null || true)
}
