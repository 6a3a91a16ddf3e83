# ./run bench compile [--json FILE]: time and memory to compile a file that uses the library, and the library's size.
set -euo pipefail
ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
for part in common setup build; do
  # shellcheck source=/dev/null
  source "$ROOT/run.d/$part.sh"
done
setup_packages
setup_venv .venv-peers "$ROOT/tools/peers-requirements.txt"
build release tenon
exec "$ROOT/.venv-peers/bin/python" "$ROOT/bench/compile/compile.py" --library "$ROOT/build/release/src/libtenon.a" "$@"
