#!/bin/bash
# Run as PID 1 of new namespaces (booted.py): set up a system of its own over this machine's files,
# and start systemd there. Nothing that it writes reaches this machine, but in $out. LOWER is the
# root of another system to be used instead of this machine's; PLACE is where the checkout appears.
#   boot.sh SCRATCH CHECKOUT OUT [PLACE [LOWER]]
set -e
scratch=$1 checkout=$2 out=$3 place=${4:-/opt/boxctl} lower=${5:-/}
mount --make-rprivate /
mount -t tmpfs tmpfs "$scratch"
mkdir "$scratch"/{changes,work,root}
mount -t overlay overlay -o "lowerdir=$lower,upperdir=$scratch/changes,workdir=$scratch/work" "$scratch/root"
root=$scratch/root
# A machine that has a box of its own is, here, as if it had none.
rm -rf "$root"/etc/boxctl "$root"/var/lib/boxctl "$root"/opt/boxctl "$root"/usr/local/bin/boxctl \
  "$root"/etc/udev/rules.d/60-boxctl.rules
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do cp -a "/dev/$device" "$root/dev/"; done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
# On a virtual Pi: its chips, the wires to them, and what its processor says of the model.
for chip in /dev/gpiochip*; do [ ! -e "$chip" ] || cp -a "$chip" "$root/dev/"; done
[ ! -e /run/gpio-sim ] || cp -a /run/gpio-sim "$root/run/"
if [ -e /run/cpuinfo ]; then
  cp /run/cpuinfo "$root/run/"
  mount --bind "$root/run/cpuinfo" "$root/proc/cpuinfo"
fi
mkdir -p "$root$place" "$root/mnt/out" "$root/mnt/old"
mount --bind "$checkout" "$root$place"
mount --bind "$out" "$root/mnt/out"
if [ -e "$out/environment" ]; then # Its Python is in a home, where no service may look.
  environment=$root$place/$(cat "$out/environment")
  mount -t overlay overlay -o "lowerdir=$out/python:$environment/bin" "$environment/bin"
  mount --bind "$out/pyvenv.cfg" "$environment/pyvenv.cfg"
fi
rm -rf "$root"/etc/systemd/system/*
cp "$out"/units/* "$root/etc/systemd/system/"
cd "$root"
pivot_root . mnt/old
umount -l mnt/old
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin container=boxctl \
  /lib/systemd/systemd --system --unit=trial.service --log-target=null --show-status=0
