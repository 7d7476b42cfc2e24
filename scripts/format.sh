#!/usr/bin/env bash
# Lays out every source file of the project by .clang-format; with --check changes nothing and fails if a file differs.
set -euo pipefail
cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.."
mode=(-i)
[[ ${1-} == --check ]] && mode=(--dry-run --Werror)
# The C headers of the SDK are laid out by hand: they are read as a document.
folders=()
for folder in game variants plugins tests; do
  [[ -d $folder ]] && folders+=("$folder")
done
find "${folders[@]}" -type f \( -name '*.cpp' -o -name '*.hpp' \) -print0 |
  xargs -0 -r -n 20 -P "$(nproc)" clang-format --style=file "${mode[@]}"
