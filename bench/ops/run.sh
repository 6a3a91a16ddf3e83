# ./run bench ops [ROBOT.urdf …] [--json FILE]: operations per body, and the share of the machine's peak in every mode.
set -euo pipefail
ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
for part in common setup build; do
  # shellcheck source=/dev/null
  source "$ROOT/run.d/$part.sh"
done
setup_packages
say "building the program (build/bench)"
quietly build-bench cmake -S "$ROOT" -B "$ROOT/build/bench" -G Ninja -DCMAKE_CXX_COMPILER=clang++-19 \
  -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-O3 -DNDEBUG" -DTENON_BENCH=ON -DTENON_TESTS=OFF -DTENON_APPS=OFF
quietly build-bench cmake --build "$ROOT/build/bench" -j "$(jobs)" --target tenon_bench_ops
exec "$ROOT/build/bench/bench/ops/tenon_bench_ops" "$@"
