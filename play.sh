#!/usr/bin/env bash
# Builds the game where that is needed and starts it; arguments go to the game (./play.sh --windowed). Runs from any
# folder. Without a display it lets the game play a whole match by itself and leaves pictures of the screens.
set -euo pipefail
cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")"
source scripts/packages.sh

install_packages build run

# A tree that check.sh configured keeps its tests; one that was never configured needs none to be played.
options=()
[[ -f build/release/CMakeCache.txt ]] || options=(-DQITAI_TESTS=OFF)
configure release "${options[@]}"
echo "== Building"
cmake --build --preset release --target play

# A graphics card alone is no display: its screen may be somebody else's console.
if [[ -n ${DISPLAY-}${WAYLAND_DISPLAY-}${SDL_VIDEODRIVER-} ]] && build/release/libexec/qitai/qitai-display; then
  echo "== Starting the game: build/release/bin/qitai $*"
  exec build/release/bin/qitai "$@"
fi
shots=$PWD/out/demo
echo "== No display can be opened here (DISPLAY=${DISPLAY-}, WAYLAND_DISPLAY=${WAYLAND_DISPLAY-})."
echo "== The game plays a match by itself through its real screens instead."
mkdir -p "$shots"
build/release/bin/qitai demo --shots "$shots"
echo "== The pictures of the screens and the record of the match are in $shots"
