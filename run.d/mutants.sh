# Mutants: does a test turn red for every mistake of tools/mutants/*.json?

run_mutants() {
  setup_packages
  exec python3 "$ROOT/tools/mutants.py" "$@"
}
