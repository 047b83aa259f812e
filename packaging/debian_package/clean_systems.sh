#!/bin/sh
# Unpack a clean Debian of each release into build/clean-debian, and print that folder. Needs root and
# mmdebstrap; takes a minute for each, once. Where this kernel runs programs for 64-bit ARM
# (qemu-user-static; arch-test says so), also one of each for that, which takes longer.
set -eu
folder=$(realpath "$(dirname "$0")/../..")/build/clean-debian
mkdir -p "$folder"

# make_clean NAME RELEASE ARCHITECTURE PACKAGES
make_clean() {
    [ -d "$folder/$1" ] && return
    mmdebstrap --quiet --variant=minbase --architectures="$3" --include="$4" \
        "$2" "$folder/$1.tar" >&2
    mkdir "$folder/$1.new"
    tar --extract --file="$folder/$1.tar" --directory="$folder/$1.new" --exclude='./dev/*'
    rm "$folder/$1.tar"
    mv "$folder/$1.new" "$folder/$1"
}

for release in bookworm trixie; do
    make_clean "$release" "$release" "$(dpkg --print-architecture)" \
        systemd,systemd-sysv,dbus,python3,adduser
    if arch-test arm64 > /dev/null 2>&1; then
        make_clean "$release-arm64" "$release" arm64 python3,adduser
    fi
done
echo "$folder"
