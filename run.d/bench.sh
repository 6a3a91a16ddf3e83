# Benchmarks: each folder bench/TASK holds run.sh or run.py.

bench_tasks() {
  local dir
  for dir in "$ROOT"/bench/*/; do
    { [ -f "$dir/run.sh" ] || [ -f "$dir/run.py" ]; } && basename "$dir"
  done
  return 0
}

run_bench() {
  local task="${1:-}"
  if [ -z "$task" ]; then
    echo "usage: ./run bench TASK [--json FILE] …; tasks:"
    bench_tasks | sed 's/^/  /'
    return 0
  fi
  shift
  local dir="$ROOT/bench/$task"
  export TENON_ROOT="$ROOT" TENON_BIN="$ROOT/build/release/apps/tenon"
  if [ -f "$dir/run.sh" ]; then
    exec bash "$dir/run.sh" "$@"
  elif [ -f "$dir/run.py" ]; then
    exec python3 "$dir/run.py" "$@"
  fi
  say "./run bench: unknown task \"$task\", expected one of: $(bench_tasks | xargs)"
  return 2
}
