# ./run bench paper KEY [--out DIR]: the tables and figures of one paper, the paper's numbers beside ours, as text, CSV and
# SVG in out/paper/KEY. Keys are the folders beside this file.
set -euo pipefail
ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
for part in common setup build; do
  # shellcheck source=/dev/null
  source "$ROOT/run.d/$part.sh"
done
papers() { (cd "$ROOT/bench/paper" && for program in */main.cpp; do dirname "$program"; done) | xargs; }
key="${1:-}"
if [ -z "$key" ] || [ ! -f "$ROOT/bench/paper/$key/main.cpp" ]; then
  say "./run bench paper: found \"$key\", expected one of: $(papers)"
  exit 2
fi
shift
setup_packages
say "building the program of [$key] (build/bench)"
quietly build-bench cmake -S "$ROOT" -B "$ROOT/build/bench" -G Ninja -DCMAKE_CXX_COMPILER=clang++-19 \
  -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-O3 -DNDEBUG" -DTENON_BENCH=ON -DTENON_TESTS=OFF -DTENON_APPS=OFF
quietly build-bench cmake --build "$ROOT/build/bench" -j "$(jobs)" --target "tenon_paper_$key"
exec "$ROOT/build/bench/bench/paper/$key/tenon_paper_$key" --out "$ROOT/out/paper/$key" "$@"
