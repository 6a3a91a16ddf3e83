# Races against peers: bench/TASK/race.py with the program tenon_race_TASK and Python packages of the peers.

run_race() {
  local task="$1"
  shift
  setup_packages
  setup_venv .venv-peers "$ROOT/tools/peers-requirements.txt"
  build_bench "tenon and the runner" "tenon_race_$task"
  exec "$ROOT/.venv-peers/bin/python" "$ROOT/bench/$task/race.py" --program "$ROOT/build/bench/bench/$task/tenon_race_$task" \
    --compiler "$(bench_compiler)" "$@"
}

bench_compiler() {
  clang++-19 --version | head -n 1 | sed 's/.*version \([0-9.]*\).*/clang \1 -O3 (kernels by instruction set)/'
}
