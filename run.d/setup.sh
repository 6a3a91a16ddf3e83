# What a bare Debian 12 lacks: packages and virtual environments.

# missing_packages LIST: the packages of that file which are not installed.
missing_packages() {
  local package packages
  packages="$(sed -e 's/#.*//' "$1" | xargs -n1)"
  local -A present=()
  while read -r package; do present["$package"]=1; done < <(
    # shellcheck disable=SC2046
    dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' $packages 2>/dev/null | sed -n 's/^ii *//p'
  )
  for package in $packages; do
    [ -n "${present[$package]:-}" ] || echo "$package"
  done
}

setup_packages() { setup_listed "$ROOT/tools/apt-packages.txt"; }

# setup_listed LIST: installs what is missing of the packages of that file.
setup_listed() {
  command -v dpkg-query >/dev/null || return 0 # not Debian: CMake says what it does not find
  local missing
  missing="$(missing_packages "$1" | xargs)"
  [ -z "$missing" ] && return 0
  local sudo=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "missing packages, and neither root nor sudo: apt-get install $missing"
    sudo=(sudo)
  fi
  say "installing packages: $missing"
  # A third-party source that does not answer is no reason to stop: the install says whether anything is missing.
  quietly apt-update "${sudo[@]}" apt-get update || say "apt-get update failed, trying to install all the same"
  quietly apt-install "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
}

# setup_venv FOLDER REQUIREMENTS: a virtual environment with exactly these packages; made again when the list changes.
setup_venv() {
  local venv="$ROOT/$1" requirements="$2" python
  cmp -s "$requirements" "$venv/installed.txt" && return 0
  say "making $1 from ${requirements#"$ROOT"/}"
  rm -rf "$venv"
  for python in python3 /usr/bin/python3; do
    "$python" -m venv "$venv" >/dev/null 2>&1 && break
    rm -rf "$venv"
  done
  [ -x "$venv/bin/python" ] || die "python3 -m venv does not work here; apt-get install python3-venv"
  quietly "pip-$1" "$venv/bin/python" -m pip install --disable-pip-version-check -r "$requirements" || return 1
  cp "$requirements" "$venv/installed.txt"
}
