#!/bin/sh
# Unpack a clean Debian of each release into build/clean-debian, and print that folder. Needs root and
# mmdebstrap; takes a minute for each, once.
set -eu
folder=$(realpath "$(dirname "$0")/..")/build/clean-debian
mkdir -p "$folder"
for release in bookworm trixie; do
    [ -d "$folder/$release" ] && continue
    mmdebstrap --quiet --variant=minbase --include=systemd,systemd-sysv,dbus,python3,adduser \
        "$release" "$folder/$release.tar" >&2
    mkdir "$folder/$release.new"
    tar --extract --file="$folder/$release.tar" --directory="$folder/$release.new" --exclude='./dev/*'
    rm "$folder/$release.tar"
    mv "$folder/$release.new" "$folder/$release"
done
echo "$folder"
