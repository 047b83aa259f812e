#!/bin/sh
# Gets what the tests of the RP2040's firmware need: the compiler and node, with apt, if this user may,
# and the rp2040js that package-lock.json names, into build/rp2040js. Otherwise says that they are skipped
# and the one command that gets it. Never fails.
here=$(cd "$(dirname "$0")" && pwd)
build="$here/../../../build/rp2040js"
packages="gcc-arm-none-eabi libnewlib-arm-none-eabi"

has_compiler() {
    echo '#include <string.h>' | arm-none-eabi-gcc -E - >/dev/null 2>&1
}

if ! has_compiler; then
    . "$here/../../../packaging/apt_install.sh"
    # shellcheck disable=SC2086 # words on purpose
    apt_install $packages
fi
if ! has_compiler; then
    echo "The tests that run the firmware of the RP2040 are skipped:"
    echo "    sudo apt install --no-install-recommends $packages"
    exit 0
fi
if ! said=$("$here/../../../packaging/get_node.sh" 2>&1); then
    echo "The tests that run the firmware of the RP2040 are skipped: $said"
    exit 0
fi
. "$here/../../../packaging/npm_install.sh"
npm_install "$here/rp2040js" "$build" || echo "The firmware of the RP2040 is not run: npm could not install rp2040js."
exit 0
