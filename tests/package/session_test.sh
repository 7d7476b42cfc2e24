#!/usr/bin/env bash
# The session of a cabinet ends as its game did, under a cage that ends with 0 whatever it ran, and as cage did where that
# ended first.
set -uo pipefail
session=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../../packaging/kiosk/qitai-session
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin" "$folder/tmp"
cat > "$folder/bin/cage" << 'END'
#!/bin/sh
[ "$1 $2" = "-d --" ] || exit 64
shift 2
[ -n "$CAGE_ENDS" ] && exit "$CAGE_ENDS"
"$@"
exit 0
END
cat > "$folder/bin/qitai" << 'END'
#!/bin/sh
[ "$1" = --kiosk ] || exit 64
[ -z "$GAME_DIES" ] || kill -KILL $$
exit "$2"
END
chmod +x "$folder"/bin/*
wrong=0
# ends STATUS [NAME=VALUE…] -- ARGUMENTS
ends() {
  local expected=$1 with=() got
  shift
  while [[ $1 != -- ]]; do with+=("$1") && shift; done
  shift
  env "${with[@]}" TMPDIR="$folder/tmp" PATH="$folder/bin:$PATH" "$session" "$@" 2> "$folder/said"
  got=$?
  [[ $got == "$expected" ]] && return
  echo "qitai-session ${with[*]} $*: $got instead of $expected: $(cat "$folder/said")"
  wrong=1
}
ends 100 -- 100
ends 0 -- 0
ends 137 GAME_DIES=1 -- 0
ends 3 CAGE_ENDS=3 -- 100
[[ -z $(ls "$folder/tmp") ]] || { echo "left behind: $(ls "$folder/tmp")" && wrong=1; }
exit "$wrong"
