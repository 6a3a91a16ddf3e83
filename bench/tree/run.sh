# ./run bench tree [--json FILE] [--rounds N] [--robot NAME] [--only QUESTION]: the unconstrained tree against its peers.
# First run: compiles Pinocchio's headers, a dozen translation units of one to four minutes each (cached afterwards).
set -euo pipefail
ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
for part in common setup build race; do
  # shellcheck source=/dev/null
  source "$ROOT/run.d/$part.sh"
done
run_race tree "$@"
