# ./run bench batch [--json FILE] [--rounds N] [--robot NAME] [--only QUESTION]: throughput of batches against the peers.
# First run: compiles Pinocchio's headers (as ./run bench tree, and shares its cache).
set -euo pipefail
ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
for part in common setup build race; do
  # shellcheck source=/dev/null
  source "$ROOT/run.d/$part.sh"
done
setup_packages
setup_venv .venv-peers "$ROOT/tools/peers-requirements.txt"
build_bench "tenon and the runner" tenon_race_batch tenon_batch_threads
exec "$ROOT/.venv-peers/bin/python" "$ROOT/bench/batch/race.py" --folder "$ROOT/build/bench/bench/batch" \
  --compiler "$(bench_compiler)" "$@"
