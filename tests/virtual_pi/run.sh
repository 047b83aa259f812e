#!/usr/bin/env bash
# Boot the virtual Pi on this machine's own filesystem, run one command in it, and exit with that
# command's status (124: it took too long; 125: the Pi died).
#   run.sh SCRIPT [ARGUMENTS...]      a SCRIPT that ends in .py is run with $PYTHON
# README.md tells which variables it obeys. Whatever ends this script, nothing of the Pi goes on.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ "$#" -gt 0 ] || { echo "usage: run.sh SCRIPT [ARGUMENTS...]" >&2; exit 2; }
virtual_pi=${VIRTUAL_PI:-$("$here/build.sh")}
kernel=$virtual_pi/linux
[ -x "$kernel" ] || { echo "run.sh: there is no kernel: $kernel" >&2; exit 125; }
python=${PYTHON:-python3}
seconds=${TIMEOUT:-120}

if [ -f "$1" ]; then script=$(realpath -s -- "$1"); shift; set -- "$script" "$@"; fi
case $1 in *.py) set -- "$python" "$@" ;; esac

# The kernel takes no spaces in its arguments, and mounts over /run and /dev: so it is told of
# nothing but this directory, in which the rest is.
job=$(mktemp -d /tmp/virtual-pi.XXXXXX)
trap 'rm -rf "$job"' EXIT
trap 'exit 130' INT TERM HUP
ln -s "$here" "$job/scripts"
printf '%s\0' "$@" > "$job/argv"
{ export -p; printf 'cd %q\n' "$PWD"; } > "$job/env"

# rseq=0: a C library that registers restartable sequences makes the kernel's own processes die
#   ("wait_stub_done"). The guest gets the caller's GLIBC_TUNABLES.
# root=none: any name that is not a block device will do for hostfs.
# console=stderr0: the kernel's messages go to boot.log; tty0 and tty1 are our output and errors.
# shellcheck disable=SC2086  # UML_ARGS is several words
GLIBC_TUNABLES=${GLIBC_TUNABLES:+$GLIBC_TUNABLES:}glibc.pthread.rseq=0 \
    "$python" "$here/launcher.py" "$seconds" "$kernel" \
    uml_dir="$job" mem="${MEM:-256M}" root=none rootfstype=hostfs rw \
    init="$job/scripts/guest_init.sh" VIRTUAL_PI_JOB="$job" \
    VIRTUAL_PI_MCP23017="${VIRTUAL_PI_MCP23017:-}" \
    console=stderr0 con=null con0=null,fd:1 con1=null,fd:3 i2c_stub.chip_addr=0x27,0x48 \
    ${UML_ARGS:-} < /dev/null 3>&2 2> "$job/boot.log" &
launched=$!
ended=0
# Not in the foreground, where it would keep a signal from being obeyed.
wait "$launched" 2> /dev/null || ended=$?

if [ -s "$job/status" ]; then exit "$(cat "$job/status")"; fi
if [ -e "$job/late" ]; then echo "run.sh: ended after $seconds s" >&2; exit 124; fi
cat "$job/boot.log" >&2
echo "run.sh: the virtual Pi died (its kernel's status is $ended)" >&2
exit 125
