#!/usr/bin/env bash
# clang-tidy over the project's own sources as build/release compiles them, those changed last first, for at most the
# given number of seconds (default 600). Fails on any finding; says how many files it had no time for.
set -euo pipefail
cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.."
seconds=${1:-600}
compiled=build/release/compile_commands.json
[[ -f $compiled ]] || { echo "No $compiled: run ./check.sh first." >&2; exit 1; }

# Own sources in the order of their last change; without a git history in the order of their names.
mapfile -t sources < <(
  { git log --name-only --format= -- '*.cpp' 2> /dev/null; find game variants plugins -name '*.cpp' 2> /dev/null | sort; } |
    awk '/^(game|variants|plugins)\// && !seen[$0]++')
list=$(mktemp)
trap 'rm -f "$list"' EXIT
for source in "${sources[@]}"; do
  [[ -f $source ]] && grep -qF "/$source\"" "$compiled" && echo "$source" >> "$list"
done
total=$(wc -l < "$list")

# One file at a time on each processor; a file begins only while there is time left.
status=0
QITAI_TIDY_END=$(($(date +%s) + seconds)) xargs -a "$list" -P "$(nproc)" -I{} bash -c '
  (( $(date +%s) < QITAI_TIDY_END )) || { echo "no time for {}"; exit 0; }
  clang-tidy --quiet --extra-arg=-Wno-unknown-warning-option -p build/release "{}" 2> >(grep -v "warnings generated" >&2) || exit 1' > "$list.out" || status=$?
skipped=$(grep -c '^no time for ' "$list.out" || true)
grep -v '^no time for ' "$list.out" || true
rm -f "$list.out"
echo "clang-tidy looked at $((total - skipped)) of $total files."
exit "$status"
