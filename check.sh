#!/usr/bin/env bash
# Builds the game with its tests and runs them, all but the long ones (those are in .ci/run) and the packages'. Runs from any folder;
# the exit status is ctest's. Set JOBS to use another number of processes than the machine has processors.
set -euo pipefail
cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")"
source scripts/packages.sh
jobs=${JOBS:-$(nproc)}

install_packages build run test
configure release -DQITAI_TESTS=ON
echo "== Building the game and its tests"
cmake --build --preset release --parallel "$jobs"
echo "== Running the tests"
exec ctest --preset release --label-exclude 'long|vm|fuzz|package' --parallel "$jobs" --no-tests=error
