# ./run bench paper KEY [--out DIR] [--json FILE]: the tables and figures of one paper, the paper's numbers beside ours, as
# text, CSV and SVG in out/paper/KEY, and the rows of all tables in FILE. Keys are the folders beside this file.
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
out="$ROOT/out/paper/$key" json=""
while [ $# -gt 0 ]; do
  case "$1" in
    --out) out="${2:?--out: expected a folder}" ;;
    --json) json="${2:?--json: expected a file}" ;;
    *)
      say "./run bench paper: found \"$1\", expected --out DIR or --json FILE"
      exit 2
      ;;
  esac
  shift 2
done
setup_packages
build_bench "the program of [$key]" "tenon_paper_$key"
status=0
"$ROOT/build/bench/bench/paper/$key/tenon_paper_$key" --out "$out" || status=$?
[ -z "$json" ] || [ "$status" -gt 1 ] || python3 "$ROOT/bench/paper/rows.py" "$key" "$out" "$json"
exit "$status"
