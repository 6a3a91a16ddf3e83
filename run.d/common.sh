# Small helpers of the front door.

say() { printf '%s\n' "$*" >&2; }

die() {
  say "./run: $*"
  exit 1
}

jobs() { nproc 2>/dev/null || echo 2; }

# quietly NAME COMMAND…: output to build/logs/NAME.log, shown on stderr only if COMMAND fails.
quietly() {
  local log="$ROOT/build/logs/$1.log" status=0
  shift
  mkdir -p "$ROOT/build/logs"
  "$@" >"$log" 2>&1 || status=$?
  if [ "$status" -ne 0 ]; then
    tail -n 200 "$log" >&2
    say "./run: failed: $* (whole output: ${log#"$ROOT"/})"
  fi
  return "$status"
}
