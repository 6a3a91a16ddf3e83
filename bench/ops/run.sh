# ./run bench ops [ROBOT.urdf …] [--json FILE]: operations per degree of freedom, and the share of the machine's peak in every mode.
set -euo pipefail
ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
for part in common setup build; do
  # shellcheck source=/dev/null
  source "$ROOT/run.d/$part.sh"
done
setup_packages
build_bench "the program" tenon_bench_ops
exec "$ROOT/build/bench/bench/ops/tenon_bench_ops" "$@"
