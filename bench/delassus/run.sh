# ./run bench delassus [--json FILE] [--rounds N] [--robot NAME]: the Delassus matrix against Pinocchio's three routes.
# First run: compiles Pinocchio's headers, four translation units of one to four minutes each (cached afterwards).
set -euo pipefail
ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
for part in common setup build race; do
  # shellcheck source=/dev/null
  source "$ROOT/run.d/$part.sh"
done
run_race delassus "$@"
