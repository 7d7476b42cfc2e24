#!/usr/bin/env bash
# Runs tests of Bluetooth in a virtual machine, with Debian's kernel and virtual adapters; needs no root, no KVM and no
# Bluetooth. Words are passed on to the test program (a name, a [tag]); without any all run but the long ones.
#   tests/vm/run.sh ['name of a test']
#   tests/vm/run.sh --command 'COMMAND'      any other command in such a machine
# Exit status: the command's; 77: the machine cannot be had here (a sentence says why), an error where QITAI_VM_REQUIRED
# is set.
set -uo pipefail
here=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)
source "$here/machine.sh"
build=${QITAI_BUILD_DIR:-$(readlink -f "$here/../../build/release")}

cannot() {
  echo "The tests in a virtual machine cannot run: $*"
  [[ -n ${QITAI_VM_REQUIRED-} ]] && exit 1
  exit 77
}
missing=$(programs_missing)
[[ -z $missing ]] || cannot "missing here: $missing. The packages of the kind \"vm\" in packages.txt have them."
[[ $(uname -m) == x86_64 ]] || cannot "they need an x86-64 machine."
why=$(fetch_kernel 2>&1) || cannot "no kernel for it. $why"
why=$(make_initramfs "$here" 2>&1) || cannot "nothing to begin with. $why"

folder=$(mktemp -d "${TMPDIR:-/tmp}/qitai-vm.XXXXXX")
trap 'rm -rf "$folder"' EXIT
if [[ ${1-} == --command ]]; then
  printf 'cd %q\n%s\n' "$PWD" "$2" > "$folder/command"
else
  [[ -x $build/tests/test_vm ]] || cannot "$build/tests/test_vm is not built."
  (($# > 0)) || set -- '~[long]~[.]'
  printf 'cd %q\n%s exec %q --durations yes %s\n' "$build" "${QITAI_VM_ROUNDS:+QITAI_VM_ROUNDS=$QITAI_VM_ROUNDS}" "$build/tests/test_vm" "$(printf '%q ' "$@")" > "$folder/command"
fi
boot "$folder" "${QITAI_VM_SECONDS:-600}"
status=$?
if ((status != 0)) && [[ -s $folder/console.log ]]; then
  tail -n 40 "$folder/console.log"
fi
exit "$status"
