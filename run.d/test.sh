# Every test of the release build, once more with the kernels of each other instruction set, then a short fuzz of the parsers.

# Lines of ctest that tell nothing when a test has failed.
QUIET=' Passed +[0-9.]+ sec$|^ +Start +[0-9]+: '

run_test() {
  setup_packages
  build release
  test_preset release "$@"
}

# test_preset PRESET [CTEST ARGS]: prints ctest's progress, then the closing line.
test_preset() {
  local preset="$1" status=0 results="$ROOT/build/$1/results"
  shift
  rm -rf "$results"
  mkdir -p "$results"
  say "testing $preset"
  (cd "$ROOT" && ctest --preset "$preset" -j "$(jobs)" --output-junit "$results/ctest.xml" "$@") \
    >"$results/ctest.log" 2>&1 || status=$?
  [ "$status" -eq 0 ] || grep -vE "$QUIET" "$results/ctest.log" >&2 || true
  if [ "$preset" = release ] && [ $# -eq 0 ]; then
    test_other_sets "$results" || status=1
    fuzz_smoke "$results" || status=1
  fi
  python3 "$ROOT/tools/junit_total.py" "$results" || status=1
  return "$status"
}

# test_other_sets RESULTS: what calls kernels, on the instruction sets that this machine has and does not choose itself.
test_other_sets() {
  local status=0 isa tenon="$ROOT/build/release/apps/tenon" chosen
  chosen="$("$tenon" --version)"
  for isa in baseline avx2 avx512; do
    [[ "$chosen" != *" $isa" ]] && TENON_ISA="$isa" "$tenon" --version >/dev/null 2>&1 || continue
    say "testing release with TENON_ISA=$isa"
    (cd "$ROOT" && TENON_ISA="$isa" ctest --preset release -j "$(jobs)" --output-junit "$1/ctest-$isa.xml" \
      -E '^(io|tools|install)/|^install|^fuzz') >"$1/ctest-$isa.log" 2>&1 && continue
    status=1
    grep -vE "$QUIET" "$1/ctest-$isa.log" >&2 || true
  done
  return "$status"
}

# sanitize [PRESET] [CTEST ARGS]: the same tests under a sanitizer; TENON_TEST_SEEDS=20 shortens the random ones.
run_sanitize() {
  local preset="${1:-asan-ubsan}"
  [ $# -eq 0 ] || shift
  case "$preset" in asan-ubsan | tsan) ;; *) say "./run sanitize: found \"$preset\", expected asan-ubsan or tsan"; return 2 ;; esac
  setup_packages
  build "$preset"
  test_preset "$preset" "$@"
}
