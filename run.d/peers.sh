# Live comparison with the pinned peers, through their Python packages.

run_peers() {
  setup_packages
  if ! compgen -G "$ROOT/tests/peers/test_*.py" >/dev/null; then
    say "./run peers: there are no comparisons in tests/peers"
    return 1
  fi
  build release tenon_cli
  setup_venv .venv-peers "$ROOT/tools/peers-requirements.txt"
  # From build/, because MuJoCo leaves a log file where it runs.
  (cd "$ROOT/build" && TENON_BIN="$ROOT/build/release/apps/tenon" \
    "$ROOT/.venv-peers/bin/python" -B -m pytest -q -p no:cacheprovider "$ROOT/tests/peers" "$@")
}
