#!/bin/bash
# Unpack a package over a clean Debian of another architecture, and run a script of Python there.
# Nothing that it writes stays. Needs root, a mount namespace of its own, and a kernel that runs
# programs of that architecture.
#   foreign.sh SCRATCH CLEAN PACKAGE SCRIPT
set -e
scratch=$1 clean=$2 package=$3 script=$4
mount --make-rprivate /
mount -t tmpfs tmpfs "$scratch"
mkdir "$scratch"/{changes,work,root}
mount -t overlay overlay -o "lowerdir=$clean,upperdir=$scratch/changes,workdir=$scratch/work" "$scratch/root"
root=$scratch/root
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do cp -a "/dev/$device" "$root/dev/"; done
cp "$package" "$root/srv/package.deb"
cp "$script" "$root/srv/trial.py"
inside=(chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8)
# Its scripts are tried with a systemd; they would compile everything, which takes minutes here.
"${inside[@]}" dpkg --unpack /srv/package.deb >&2
exec "${inside[@]}" /usr/lib/boxctl/bin/python3 /srv/trial.py
