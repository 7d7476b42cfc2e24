#!/bin/bash
# Run by run.sh, as root in the clean system: /debs has the packages.
set -euo pipefail
say() { echo "== $*"; }
fail() {
  echo "FAILED: $*" >&2
  exit 1
}
apt_get() { apt-get -q -y "$@" > /tmp/apt.log 2>&1 || { cat /tmp/apt.log; fail "apt-get $*"; }; }
# As somebody who may nothing; arguments are one command line.
as_player() { su --login player --command "$*"; }

say "Installing what tries them"
apt_get update
apt_get install --no-install-recommends xvfb xauth cmake ninja-build g++ systemd man-db desktop-file-utils
useradd --create-home --shell /bin/bash player

say "Installing: the game asks for all it needs by itself"
apt_get install --no-install-recommends /debs/qitai_*.deb
missing=$(ldd /usr/bin/qitai /usr/libexec/qitai/qitai-vet /usr/lib/*/qitai/plugins/*.so | grep 'not found' || true)
[[ -z $missing ]] || fail "$missing"
dpkg --verify qitai
[[ -f /etc/qitai/config.toml ]] || fail "no /etc/qitai/config.toml"
man --warnings --local-file /usr/share/man/man6/qitai.6.gz 2>&1 > /dev/null | tee /tmp/man.log
[[ ! -s /tmp/man.log ]] || fail "the man page has mistakes"

# found ID…: `qitai plugins` lists exactly these, and refuses none.
found() {
  local listed
  listed=$(as_player "qitai plugins" 2> /tmp/plugins.err)
  grep -q '^refused' <<< "$listed" && fail "$listed"
  listed=$(sed -n 's/^loaded  *\([^ ]*\) .*/\1/p' <<< "$listed" | sort | tr '\n' ' ')
  [[ $listed == "$* " ]] || fail "plugins are $listed- expected $*: $(cat /tmp/plugins.err)"
}
say "Plugins without Bluetooth"
found chess junqi network xiangqi
apt_get install --no-install-recommends /debs/qitai-bluetooth_*.deb
say "Plugins with Bluetooth"
found bluetooth chess junqi network xiangqi

say "A window"
as_player "xvfb-run -a -s '-screen 0 1280x800x24' qitai --screenshot shot.png" > /tmp/window.log 2>&1 || fail "$(cat /tmp/window.log)"
[[ $(stat -c %s /home/player/shot.png) -gt 20000 ]] || fail "the picture is empty"
! grep -E 'Z (warning|error) ' /tmp/window.log || fail "the game complains at its start"
say "A match"
as_player "qitai demo --variant xiangqi --seed 3 --shots shots" > /tmp/demo.log 2>&1 || fail "$(cat /tmp/demo.log)"
tail -1 /tmp/demo.log
[[ -s /home/player/shots/moves.txt ]] || fail "the demo left no moves"

say "The operator's configuration is read, and only where the user has none"
echo 'volume = 1' >> /etc/qitai/config.toml
said=$(as_player "qitai plugins" 2>&1)
[[ $said == */etc/qitai/config.toml* ]] || fail "a mistake in /etc/qitai/config.toml is not told: $said"
as_player "mkdir -p .config/qitai && touch .config/qitai/config.toml"
said=$(as_player "qitai plugins" 2>&1)
[[ $said != */etc/qitai* ]] || fail "the system's configuration is read beside the user's"
# Installed again, the operator's file stays as it was.
apt_get install --reinstall -o Dpkg::Options::=--force-confold /debs/qitai_*.deb
grep -q '^volume = 1' /etc/qitai/config.toml || fail "the operator's configuration was overwritten"

say "Games against the SDK"
apt_get install --no-install-recommends /debs/qitai-dev_*.deb
for example in /usr/share/doc/qitai-dev/examples/*; do
  name=${example##*/}
  as_player "cmake -G Ninja -S $example -B $name > $name.log && cmake --build $name >> $name.log" || fail "$name does not build"
  as_player "qitai check-plugin $name/$name.so --limit 20" > /tmp/check.log 2>&1 || fail "$(cat /tmp/check.log)"
  said=$(as_player "qitai plugins --plugin $name/$name.so")
  [[ $said == *"game $name"* ]] || fail "$name is not found: $said"
done

say "The cabinet"
apt_get install --no-install-recommends /debs/qitai-kiosk_*.deb
getent passwd qitai > /dev/null || fail "there is no user of the cabinet"
[[ ! -e /etc/systemd/system/multi-user.target.wants/qitai-kiosk.service ]] || fail "the service is enabled by itself"
verified=$(systemd-analyze verify qitai-kiosk.service 2>&1 | grep qitai || true)
[[ -z $verified ]] || fail "$verified"
# The session that the unit starts, with a screen that is none.
rm -rf /tmp/.X11-unix
mkdir -m 700 /run/cabinet /var/lib/qitai
chown qitai: /run/cabinet /var/lib/qitai
# session [the game's arguments]: as the cabinet's user; the status is the session's.
session() {
  timeout --signal=KILL 60 runuser --user qitai -- env WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 \
    XDG_RUNTIME_DIR=/run/cabinet QITAI_STATE=/var/lib/qitai QITAI_DATA=/var/lib/qitai/share QITAI_CONFIG=/etc/qitai \
    SDL_VIDEODRIVER=x11 PATH="${in_front-}$PATH" /usr/libexec/qitai/qitai-session "$@" > /tmp/cage.log 2>&1
}
session --screenshot /var/lib/qitai/shot.png || fail "$(cat /tmp/cage.log)"
[[ $(stat -c %s /var/lib/qitai/shot.png) -gt 20000 ]] || fail "no picture under cage: $(cat /tmp/cage.log)"
# A game that the operator has left.
mkdir /tmp/left
printf '#!/bin/sh\nexit 100\n' > /tmp/left/qitai
chmod 755 /tmp/left /tmp/left/qitai
status=0
in_front=/tmp/left: session || status=$?
((status == 100)) || fail "the session of a game that ended with 100 ended with $status: $(cat /tmp/cage.log)"

say "Removing"
mapfile -t packages < <(dpkg-query -W -f='${Package}\n' 'qitai*')
mapfile -t files < <(dpkg -L "${packages[@]}" | sort -u | grep qitai)
((${#files[@]} > 60)) || fail "only ${#files[@]} files were installed"
apt_get remove "${packages[@]}"
[[ -f /etc/qitai/config.toml ]] || fail "remove took the operator's configuration"
[[ ! -e /usr/bin/qitai ]] || fail "remove left the program"
apt_get purge "${packages[@]}"
for file in "${files[@]}"; do [[ ! -e $file ]] || fail "left behind: $file"; done
left=$(find / -xdev \( -path /home -o -path /debs -o -path /tmp -o -path /var/log -o -path /var/cache/apt \) -prune -o -iname '*qitai*' -print)
[[ -z $left ]] || fail "left behind: $left"
! getent passwd qitai > /dev/null || fail "the cabinet's user is left"
[[ -z $(dpkg --audit) ]] || fail "$(dpkg --audit)"
! dpkg-query -W 'qitai*' 2> /dev/null | grep . || fail "dpkg still knows them"
