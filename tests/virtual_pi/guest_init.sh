#!/usr/bin/env bash
# The first process inside the virtual Pi. `/` is the host's filesystem, so whatever is mounted here
# hides a directory of the host, from the guest only. run.sh names its directory VIRTUAL_PI_JOB on
# the kernel's command line; the kernel hands such words on as environment.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

mount -t proc     proc  /proc
mount -t sysfs    sysfs /sys
mount -t configfs none  /sys/kernel/config
mount -t devtmpfs none  /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts   none  /dev/pts
mount -t tmpfs    none  /dev/shm
mount -t tmpfs    none  /run
exec < /dev/null > /dev/tty0 2> /dev/tty1
stty -F /dev/tty0 -opost
stty -F /dev/tty1 -opost        # no CR before LF
ip link set lo up 2> /dev/null

# gpiozero wants the revision code of a Raspberry Pi (c03112 is a Pi 4B with 4 GB).
{ cat /proc/cpuinfo; printf 'Revision\t: c03112\n'; } > /run/cpuinfo
mount --bind /run/cpuinfo /proc/cpuinfo

scripts=$VIRTUAL_PI_JOB/scripts
"$scripts/gpio_sim.sh" rig pinctrl-bcm2711 54 GPIO
[ -z "$VIRTUAL_PI_MCP23017" ] || "$scripts/gpio_sim.sh" mcp mcp23017 16

# What launcher.py wants of every process goes before what the caller wants.
wanted_tunables=${GLIBC_TUNABLES:-} wanted_ia32cap=${OPENSSL_ia32cap:-}
mapfile -d '' -t command < "$VIRTUAL_PI_JOB/argv"
(
    # shellcheck source=/dev/null
    . "$VIRTUAL_PI_JOB/env"             # the caller's environment and directory
    [ -z "$wanted_tunables" ] || export GLIBC_TUNABLES="$wanted_tunables"
    [ -z "$wanted_ia32cap" ] || export OPENSSL_ia32cap="$wanted_ia32cap"
    export LG_WD=/run                   # where lgpio puts its pipe, rather than here
    exec "${command[@]}"
)
echo $? > "$VIRTUAL_PI_JOB/status"

sync                                    # what was written is still in the guest's page cache
perl -e 'syscall(169, 0xfee1dead, 672274793, 0x4321fedc)'       # reboot(POWER_OFF)
