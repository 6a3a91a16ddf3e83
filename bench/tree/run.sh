# ./run bench tree [--json FILE] [--rounds N] [--robot NAME] [--only QUESTION]: the unconstrained tree against its peers.
# First run: compiles Pinocchio's headers, a dozen translation units of one to four minutes each (cached afterwards).
set -euo pipefail
ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
for part in common setup build; do
  # shellcheck source=/dev/null
  source "$ROOT/run.d/$part.sh"
done
setup_packages
setup_venv .venv-peers "$ROOT/tools/peers-requirements.txt"
build_bench "tenon and the runner" tenon_race_tree
exec "$ROOT/.venv-peers/bin/python" "$ROOT/bench/tree/race.py" --program "$ROOT/build/bench/bench/tree/tenon_race_tree" \
  --compiler "$(clang++-19 --version | head -n 1 | sed 's/.*version \([0-9.]*\).*/clang \1/') -O3 (kernels by instruction set)" "$@"
