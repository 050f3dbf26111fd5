#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# aarch64_sysroot.sh FOLDER: Debian's arm64 packages that the library rooms and their tests link,
# unpacked below FOLDER. apt works on lists of its own in FOLDER, so the machine's package
# system learns of no other architecture and nothing is installed.
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
packages=(
  libboost1.74-dev libboost-iostreams1.74-dev libboost-iostreams1.74.0 zlib1g-dev zlib1g
  libzstd-dev libzstd1 libbz2-dev libbz2-1.0 liblzma-dev liblzma5 libisal-dev libisal2
  libsimdjson-dev libsimdjson14 nlohmann-json3-dev libgtest-dev libgmock-dev
)
[ "$(cat "$folder/.packages" 2>/dev/null)" = "${packages[*]}" ] && exit 0

apt_state=$folder/.apt
rm -rf "$folder/usr" "$folder/lib" "$apt_state"
mkdir -p "$apt_state/lists/partial" "$apt_state/cache/archives/partial" "$apt_state/debs"
options=(
  -qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o APT::Sandbox::User=root
  -o "Dir::State=$apt_state" -o "Dir::State::lists=$apt_state/lists" -o Dir::State::status=/dev/null
  -o "Dir::Cache=$apt_state/cache" -o Acquire::Languages=none
  -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false
)
# A source of the machine that has nothing for arm64 is no fault: the download tells what is missing.
apt-get "${options[@]}" update || true
(cd "$apt_state/debs" && apt-get "${options[@]}" download "${packages[@]}")

for deb in "$apt_state"/debs/*.deb; do
  dpkg-deb --fsys-tarfile "$deb" | tar -xf - -C "$folder" --exclude './usr/share/doc*'
done
# One library folder, and links that stay inside it.
lib=$folder/usr/lib/aarch64-linux-gnu
[ ! -d "$folder/lib/aarch64-linux-gnu" ] || cp -a "$folder/lib/aarch64-linux-gnu/." "$lib/"
find "$lib" -maxdepth 1 -type l -lname '/*' | while read -r link; do
  ln -sf "$(basename "$(readlink "$link")")" "$link"
done
rm -rf "$apt_state" "$folder/lib"
echo "${packages[*]}" >"$folder/.packages"
