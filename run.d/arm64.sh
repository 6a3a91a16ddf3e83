# arm64: the library by Debian's cross compiler, with the generic Pack; a small program of it under qemu-user, if there.

run_check_arm64() {
  setup_packages
  setup_listed "$ROOT/tools/apt-packages-arm64.txt"
  local dir="$ROOT/build/arm64" compiler=aarch64-linux-gnu-g++
  say "compiling for arm64 ($compiler); log in build/logs/build-arm64.log"
  # Of pugixml and Eigen only headers are used; oneTBB would be a library of this machine's own kind.
  quietly build-arm64 cmake -S "$ROOT" -B "$dir" -G Ninja -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG" -DCMAKE_DISABLE_FIND_PACKAGE_TBB=ON \
    -Dpugixml_DIR="/usr/lib/$(gcc -print-multiarch)/cmake/pugixml" -DTENON_TESTS=OFF -DTENON_APPS=OFF -DTENON_INSTALL=OFF || return 1
  quietly build-arm64 cmake --build "$dir" -j "$(jobs)" || return 1
  # No file is read, so that no part of pugixml is needed to link.
  quietly link-arm64 "$compiler" -std=c++20 -O2 -static -ffp-contract=off -I "$ROOT/include" -I "$ROOT/src" \
    "$ROOT/tests/arm64/smoke.cpp" "$dir/src/libtenon.a" -o "$dir/smoke" || return 1
  if ! command -v qemu-aarch64 >/dev/null; then
    say "compiled and linked; not run, because there is no qemu-aarch64"
    return 0
  fi
  qemu-aarch64 "$dir/smoke"
}
