#!/usr/bin/env bash
# Makes the Debian packages and tries them in a clean Debian 12 of their own: apt installs them, the game starts in a
# window, plays a match, finds its plugins and draws under cage; both examples are built against qitai-dev; then all is
# removed and nothing may be left. Needs root, the network and the packages of the kind "package" in packages.txt.
#   tests/package/run.sh            builds what is missing in build/release
#   tests/package/run.sh BUILD      packs that build folder
# The clean system is made once, in QITAI_PACKAGE_ROOT (else ~/.cache/qitai/package), and copied for each run;
# with QITAI_PACKAGE_KEEP set the copy stays, to look at what failed.
# Exit status 77: not here, the sentence says why.
set -euo pipefail
cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.."
build=$(readlink -f -- "${1:-build/release}")
place=${QITAI_PACKAGE_ROOT:-${HOME:-/root}/.cache/qitai/package}
mirror=${QITAI_PACKAGE_MIRROR:-http://deb.debian.org/debian}

((EUID == 0)) || { echo "skipped: only root can make a system of its own here"; exit 77; }
for program in debootstrap dpkg-shlibdeps; do
  command -v "$program" > /dev/null || PATH=$PATH:/usr/sbin command -v "$program" > /dev/null ||
    { echo "skipped: $program is not installed (packages.txt, kind package)"; exit 77; }
done

say() { echo "== $*"; }
fail() {
  echo "FAILED: $*" >&2
  exit 1
}

say "Packing $build"
cmake --build "$build" --target play
rm -rf "$build/packages"
(cd "$build" && cpack > packages.log 2>&1) || { cat "$build/packages.log"; fail "cpack"; }
debs=("$build"/packages/*.deb)
((${#debs[@]} == 4)) || fail "four packages were expected: ${debs[*]}"

say "The papers"
desktop-file-validate packaging/*.desktop
appstreamcli validate --no-net packaging/*.metainfo.xml
# What packages.txt says is needed at run time is asked for by one of the packages.
for deb in "${debs[@]}"; do dpkg-deb --field "$deb" Depends Recommends; done > "$build/packages/wants"
while read -r use name _; do
  [[ $use != run ]] || grep -qE "[ ,]$name(,| |\$)" "$build/packages/wants" || fail "no package wants $name (packages.txt)"
done < packages.txt
grep -q 'libbluetooth' <(dpkg-deb --field "$build"/packages/qitai_*.deb Depends) && fail "qitai depends on GPL's libbluetooth"
if command -v lintian > /dev/null; then
  # The project has no address, is not part of Debian, and puts its program into bin, not games.
  lintian --allow-root --fail-on error --tag-display-limit 0 --suppress-tags \
    bogus-mail-host,bogus-mail-host-in-debian-changelog,initial-upload-closes-no-bugs,package-section-games-but-contains-no-game "${debs[@]}"
fi

say "The system"
base=$place/base root=$place/root
mkdir -p "$place/archives"
if [[ ! -f $base/.made ]]; then
  rm -rf "$base"
  debootstrap --variant=minbase bookworm "$base" "$mirror"
  touch "$base/.made"
fi
mounts=()
clean_up() {
  local at
  for at in "${mounts[@]}"; do umount "$at" 2> /dev/null || umount --lazy "$at"; done
  [[ -n ${QITAI_PACKAGE_KEEP-} ]] || rm -rf --one-file-system "$root"
}
trap clean_up EXIT
for at in "$root"/var/cache/apt/archives "$root"/proc "$root"/dev; do
  ! mountpoint -q "$at" 2> /dev/null || umount --lazy "$at"
done
rm -rf --one-file-system "$root"
cp -a "$base" "$root"
mount_at() {
  mount "${@:1:$#-1}" "$root/${*: -1}"
  mounts=("$root/${*: -1}" "${mounts[@]}")
}
mount_at -t proc proc proc
mount_at --bind /dev dev
mount_at --bind "$place/archives" var/cache/apt/archives
mkdir "$root/debs"
cp "${debs[@]}" "$root/debs"
cp -r variants/examples "$root/debs"
install -m 755 tests/package/inside.sh "$root/debs"
# Services are installed, not started.
printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
cp /etc/resolv.conf "$root/etc/resolv.conf"
echo "deb $mirror bookworm main" > "$root/etc/apt/sources.list"
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
  chroot "$root" /debs/inside.sh
say "The packages are good."
