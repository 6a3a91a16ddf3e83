# libFuzzer over every target tests/fuzz/fuzz_NAME.cpp, seeded from tests/fuzz/corpus/NAME.

fuzz_targets() {
  local file
  for file in "$ROOT"/tests/fuzz/fuzz_*.cpp; do
    [ -f "$file" ] && basename "$file" .cpp
  done
  return 0
}

run_fuzz() {
  local seconds="${1:-60}" target failed=0
  [[ "$seconds" =~ ^[0-9]+$ ]] || { say "./run fuzz: found \"$seconds\", expected a number of seconds"; return 2; }
  [ -n "$(fuzz_targets)" ] || die "there are no targets in tests/fuzz"
  setup_packages
  build fuzz
  for target in $(fuzz_targets); do
    fuzz_one "$target" "$seconds" || failed=1
  done
  return "$failed"
}

# fuzz_one TARGET SECONDS: new finds stay in build/fuzz/corpus, a crash in build/fuzz/crashes.
fuzz_one() {
  local target="$1" seconds="$2" name="${1#fuzz_}"
  local found="$ROOT/build/fuzz/corpus/$name" seeds="$ROOT/tests/fuzz/corpus/$name"
  local crashes="$ROOT/build/fuzz/crashes/$name"
  mkdir -p "$found" "$crashes"
  say "fuzzing $name for $seconds s"
  if ! quietly "$target" "$ROOT/build/fuzz/tests/fuzz/$target" -max_total_time="$seconds" -timeout=10 \
    -rss_limit_mb=2048 -artifact_prefix="$crashes/" "$found" $([ -d "$seeds" ] && echo "$seeds"); then
    say "$target failed; its input is in ${crashes#"$ROOT"/}"
    return 1
  fi
  sed -n 's/^Done \([0-9]*\) runs.*/  \1 runs/p' "$ROOT/build/logs/$target.log" >&2
}

# fuzz_smoke RESULTS: about ten seconds over all targets, each counted as one test.
fuzz_smoke() {
  local targets target share status=0
  targets="$(fuzz_targets)"
  [ -n "$targets" ] || return 0
  share=$((10 / $(wc -w <<<"$targets")))
  build fuzz || return 1
  for target in $targets; do
    local failures=0
    fuzz_one "$target" "$((share > 0 ? share : 1))" || failures=1
    [ "$failures" -eq 0 ] || status=1
    printf '<testsuite name="fuzz" tests="1" failures="%d" skipped="0"/>\n' "$failures" >"$1/$target.xml"
  done
  return "$status"
}
