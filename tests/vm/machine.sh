# shellcheck shell=bash
# Sourced by run.sh: the parts of a virtual machine whose kernel has Bluetooth, and its start. What is made from packages
# is kept in $cache, outside the tree; with it there no network is needed. Each function says on standard error why it
# cannot, and returns 1.
kernel_wanted=linux-image-6.12-amd64 # 6.1 has faults with L2CAP: it crashes where an absent device was dialled
cache=${QITAI_VM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/qitai/vm}

# What this machine lacks of the packages of the kind "vm".
programs_missing() {
  local each missing=()
  for each in qemu-system-x86_64 busybox modprobe depmod cpio zstd btvirt dbus-daemon; do
    command -v "$each" > /dev/null || [[ -x /usr/sbin/$each || -x /sbin/$each ]] || missing+=("$each")
  done
  [[ -x /usr/libexec/bluetooth/bluetoothd ]] || missing+=(bluetoothd)
  echo "${missing[*]}"
}

# apt with lists of the cache's own, where the system has none or not this package: no root is needed.
own_apt() {
  local tool=$1
  shift
  mkdir -p "$cache/apt/lists/partial" "$cache/apt/archives/partial"
  "$tool" -q -o Dir::State::Lists="$cache/apt/lists" -o Dir::Cache="$cache/apt" -o APT::Sandbox::User= "$@"
}
kernel_package() {
  "$@" depends "$kernel_wanted" 2> /dev/null | sed -n 's/^ *Depends: \(linux-image-[0-9].*-amd64\)$/\1/p' | head -n 1
}

# number FILE OFFSET BYTES: of a kernel's header.
number() { od -An -t "u$3" -j "$2" -N "$3" "$1" | tr -d ' '; }

# Downloads the kernel's package and unpacks from it what the machine uses: never installed.
fetch_kernel() {
  [[ -s $cache/version && -s $cache/vmlinux && -d $cache/tree ]] && return 0
  mkdir -p "$cache" || { echo "The folder $cache cannot be made." >&2; return 1; }
  local package version file get=apt-get
  package=$(kernel_package apt-cache)
  if [[ -z $package ]] || ! (cd "$cache" && apt-get -q -o APT::Sandbox::User= download "$package" > download.log 2>&1); then
    own_apt apt-get update > "$cache/update.log" 2>&1
    package=$(kernel_package own_apt apt-cache)
    if [[ -z $package ]]; then
      echo "No package list names $kernel_wanted (Debian 12 with its security updates has it)." >&2
      return 1
    fi
    get="own_apt apt-get"
    if ! (cd "$cache" && $get download "$package" > download.log 2>&1); then
      echo "The package $package cannot be downloaded: $(tail -n 1 "$cache/download.log")" >&2
      return 1
    fi
  fi
  file=$(find "$cache" -maxdepth 1 -name "${package}_*.deb" | head -n 1)
  version=${package#linux-image-}
  rm -rf "$cache/tree"
  mkdir "$cache/tree"
  dpkg --fsys-tarfile "$file" | tar -x -C "$cache/tree" --wildcards "./boot/vmlinuz-$version" \
    "./lib/modules/$version/modules.*" "./lib/modules/$version/kernel/"{net,fs,crypto,lib}/'*' \
    "./lib/modules/$version/kernel/drivers/"{bluetooth,virtio,char,hid}/'*' || return 1
  rm -f "$file"
  PATH=$PATH:/usr/sbin:/sbin depmod -b "$cache/tree" "$version" 2> /dev/null
  # Unpacked here rather than by the emulated processor, which takes seconds: the header of a kernel says where its packed
  # part lies (Documentation/arch/x86/boot.rst: setup_sects, payload_offset, payload_length; zstd, four bytes of length).
  local image=$cache/tree/boot/vmlinuz-$version from length
  from=$((($(number "$image" 497 1) + 1) * 512 + $(number "$image" 584 4)))
  length=$(($(number "$image" 588 4) - 4))
  tail -c +$((from + 1)) "$image" | head -c "$length" | zstd -dcq > "$cache/vmlinux" 2> /dev/null ||
    cp "$image" "$cache/vmlinux"
  echo "$version" > "$cache/version"
}

# What the machine begins with: busybox, the modules in the order of their loading, init.
make_initramfs() {
  local here=$1 version root module name
  version=$(< "$cache/version")
  root=$cache/initramfs
  [[ $cache/initramfs.gz -nt $here/init && $cache/initramfs.gz -nt $here/machine.sh ]] && return 0
  rm -rf "$root"
  mkdir -p "$root"/{bin,dev,proc,sys,modules,outside,out,layer,root}
  cp "$(command -v busybox)" "$root/bin/busybox"
  install -m 755 "$here/init" "$root/init"
  : > "$root/modules/order"
  # drbg stands before hci_vhci, whose ecdh needs it to prove itself; the algif modules are btvirt's.
  for module in virtio_pci virtio_rng 9pnet_virtio 9p overlay ecb ctr cmac sha512_generic sha3_generic jitterentropy_rng \
    drbg algif_hash algif_skcipher hci_vhci uhid; do
    PATH=$PATH:/usr/sbin:/sbin modprobe -d "$cache/tree" -S "$version" --show-depends "$module" || return 1
  done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r file; do
    name=$(basename "${file%.xz}")
    if [[ $file == *.xz ]]; then xz -dc "$file" > "$root/modules/$name"; else cp "$file" "$root/modules/"; fi
    echo "$name" >> "$root/modules/order"
  done
  [[ -s $root/modules/order ]] || { echo "The kernel in $cache lacks modules; delete that folder." >&2; return 1; }
  (cd "$root" && find . | cpio --quiet -o -H newc | gzip -1) > "$cache/initramfs.gz"
}

# boot FOLDER SECONDS: runs FOLDER/command in the machine. Its exit status; 124: it took longer, 125: the machine died.
# The kernel's words are in FOLDER/console.log. Always emulated: the same everywhere, and /dev/kvm is often there without working.
boot() {
  local folder=$1 seconds=$2
  rm -f "$folder/status"
  timeout --foreground "$seconds" qemu-system-x86_64 -nodefaults -no-user-config -display none -no-reboot -machine q35 \
    -accel tcg,thread=multi -cpu qemu64 -smp "${QITAI_VM_PROCESSORS:-1}" -m 768 -kernel "$cache/vmlinux" -initrd "$cache/initramfs.gz" \
    -append "console=ttyS0 quiet loglevel=4 mitigations=off panic=-1 tsc=reliable no_timer_check random.trust_cpu=on" \
    -serial "file:$folder/console.log" -serial stdio -device virtio-rng-pci \
    -fsdev local,id=outside,path=/,security_model=none,readonly=on,multidevs=remap \
    -device virtio-9p-pci,fsdev=outside,mount_tag=outside \
    -fsdev "local,id=out,path=$folder,security_model=none" -device virtio-9p-pci,fsdev=out,mount_tag=out \
    < /dev/null | tr -d '\r'
  local ended=${PIPESTATUS[0]}
  [[ -s $folder/status ]] && return "$(< "$folder/status")"
  ((ended == 124)) && echo "The machine had not ended after $seconds s." >&2 && return 124
  echo "The machine died; its last words are in $folder/console.log." >&2
  return 125
}
