# Configure and build one preset.

# configure PRESET: only if never done, or if the presets changed (Ninja itself notices changed CMakeLists.txt).
configure() {
  local dir="$ROOT/build/$1"
  [ -f "$dir/build.ninja" ] && [ "$dir/configured" -nt "$ROOT/CMakePresets.json" ] && return 0
  (cd "$ROOT" && cmake --preset "$1") || return 1
  touch "$dir/configured"
}

# build PRESET [TARGET…]: one build of a checkout at a time.
build() {
  local preset="$1" start=$SECONDS
  shift
  say "building $preset${*:+ ($*)}; log in build/logs/build-$preset.log"
  quietly "build-$preset" build_now "$preset" "$@" || return 1
  say "built $preset in $((SECONDS - start)) s"
}

build_now() {
  local preset="$1"
  shift
  mkdir -p "$ROOT/build"
  (
    flock 9
    configure "$preset" || exit 1
    exec cmake --build "$ROOT/build/$preset" -j "$(jobs)" ${1:+--target "$@"} 9>&-
  ) 9>"$ROOT/build/lock"
}

# build_bench WHAT TARGET…: the programs of bench/, as a user gets the library: clang, -O3.
build_bench() {
  local what="$1"
  shift
  say "building $what (build/bench)"
  quietly build-bench cmake -S "$ROOT" -B "$ROOT/build/bench" -G Ninja -DCMAKE_CXX_COMPILER=clang++-19 \
    -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-O3 -DNDEBUG" -DTENON_BENCH=ON -DTENON_TESTS=OFF -DTENON_APPS=OFF
  quietly build-bench cmake --build "$ROOT/build/bench" -j "$(jobs)" --target "$@"
}

# The command line of the release build. Standard output belongs to the command.
run_tenon() {
  local binary="$ROOT/build/release/apps/tenon"
  [ -x "$binary" ] || setup_packages
  mkdir -p "$ROOT/build/logs"
  build_now release tenon_cli 2>&1 | { grep -v '^ninja: no work to do' >&2 || true; } || die "the build failed"
  exec "$binary" "$@"
}

run_demo() {
  setup_packages
  build release tenon_cli
  say "running: tenon demo $*"
  exec "$ROOT/build/release/apps/tenon" demo "$@"
}
