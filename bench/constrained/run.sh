# ./run bench constrained [--json FILE] [--rounds N] [--robot NAME] [--only dynamics|damped|derivatives]: constrained dynamics,
# damped inverse and derivatives against Pinocchio's routines.
# First run: compiles Pinocchio's headers, ten translation units of two to four minutes each (cached afterwards).
set -euo pipefail
ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
for part in common setup build race; do
  # shellcheck source=/dev/null
  source "$ROOT/run.d/$part.sh"
done
run_race constrained "$@"
