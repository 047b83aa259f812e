#!/bin/sh
# Gets what the tests of the firmware need, with apt, if this user may and it is not there yet.
# Otherwise says which tests are skipped and the one command that gets it. Never fails.
packages="gcc-avr avr-libc gcc make libsimavr-dev libelf-dev"

is_there() {
    command -v avr-gcc >/dev/null && command -v cc >/dev/null && command -v make >/dev/null \
        && [ -e /usr/include/simavr/sim_avr.h ]
}

is_there && exit 0

as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo -n"
if command -v apt-get >/dev/null && { [ -z "$as_root" ] || sudo -n true 2>/dev/null; }; then
    echo "getting what the tests of the firmware need: $packages ..."
    DEBIAN_FRONTEND=noninteractive
    export DEBIAN_FRONTEND
    # shellcheck disable=SC2086 # words on purpose
    timeout 300 sh -c "$as_root apt-get -qq update; \
        $as_root apt-get -qq -y --no-install-recommends install $packages" >/dev/null 2>&1 </dev/null
fi

is_there || cat <<END
The tests that build or run the firmware are skipped (test_firmware, test_emulated,
test_emulated_board, test_noise_on_firmware, test_fairness, test_match_on_firmware and some of
test_usb, test_roller). The one command that gets what they need:
    sudo apt install --no-install-recommends $packages
END
exit 0
