# shellcheck shell=bash
# Sourced by play.sh, check.sh and .ci/run from the project's folder: installs what packages.txt lists and the machine
# lacks. Asks dpkg first and touches the network only when something is missing.

# The names in packages.txt that are needed for any of the given uses (build, run, test).
packages_for() {
  local use name rest
  while read -r use name rest; do
    [[ " $* " == *" $use "* ]] && echo "$name"
  done < packages.txt
  return 0
}

# Those of the given packages that are not installed.
packages_missing() {
  local installed name
  # dpkg-query fails as a whole when it does not know one of them; what it says of the others counts.
  installed=$({ dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2> /dev/null || true; } |
    sed -n 's/^installed //p')
  for name in "$@"; do
    grep -qxF -- "$name" <<< "$installed" || echo "$name"
  done
}

# Makes sure that all packages for the given uses are there; stops the script with a sentence when that fails.
install_packages() {
  local wanted missing as_root=()
  mapfile -t wanted < <(packages_for "$@")
  if ! command -v dpkg-query > /dev/null; then
    echo "This is not a Debian system, so nothing is installed by itself. Needed (Debian's names): ${wanted[*]}" >&2
    return 0
  fi
  mapfile -t missing < <(packages_missing "${wanted[@]}")
  if ((${#missing[@]} == 0)); then
    echo "== All packages for ${*} are installed."
    return 0
  fi
  if ((EUID != 0)); then
    if ! command -v sudo > /dev/null; then
      echo "Missing packages, and neither root nor sudo is there to install them. As root run:" >&2
      echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  echo "== Installing ${#missing[@]} packages: ${missing[*]}"
  # The lists may be absent (a fresh system) or old; without them the install below says what it misses.
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q ||
    echo "The package lists could not be refreshed; going on with those that are there." >&2
  if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install -q -y --no-install-recommends "${missing[@]}"; then
    echo "apt-get could not install: ${missing[*]}. Is the network there, and is this Debian 12 or newer?" >&2
    exit 1
  fi
}

# configure PRESET [cmake options]: configures; a build folder that was made for another place of this project is made anew.
configure() {
  local preset=$1
  shift
  local cache="build/$preset/CMakeCache.txt" fresh=()
  if [[ -f $cache ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$cache"; then
    fresh=(--fresh)
  fi
  echo "== Configuring build/$preset"
  cmake "${fresh[@]}" --preset "$preset" "$@"
}
