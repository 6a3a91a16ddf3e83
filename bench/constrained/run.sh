# ./run bench constrained [--json FILE] [--rounds N] [--robot NAME] [--only dynamics|damped|derivatives]: constrained dynamics,
# damped inverse and derivatives against Pinocchio's routines.
# First run: compiles Pinocchio's headers, ten translation units of two to four minutes each (cached afterwards).
set -euo pipefail
ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
for part in common setup build; do
  # shellcheck source=/dev/null
  source "$ROOT/run.d/$part.sh"
done
setup_packages
setup_venv .venv-peers "$ROOT/tools/peers-requirements.txt"
build_bench "tenon and the runner" tenon_race_constrained
exec "$ROOT/.venv-peers/bin/python" "$ROOT/bench/constrained/race.py" --program "$ROOT/build/bench/bench/constrained/tenon_race_constrained" \
  --compiler "$(clang++-19 --version | head -n 1 | sed 's/.*version \([0-9.]*\).*/clang \1/') -O3 (kernels by instruction set)" "$@"
