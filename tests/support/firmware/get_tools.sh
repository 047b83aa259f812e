#!/bin/sh
# Gets what the tests of the firmware need, with apt, if this user may and it is not there yet.
# Otherwise says which tests are skipped and the one command that gets it. Never fails.
packages="gcc-avr avr-libc gcc make libsimavr-dev libelf-dev"

is_there() {
    command -v make >/dev/null \
        && echo '#include <avr/io.h>' | avr-gcc -mmcu=atmega328p -E - >/dev/null 2>&1 \
        && printf '#include <simavr/sim_avr.h>\n#include <libelf.h>\n' | cc -E - >/dev/null 2>&1
}

is_there && exit 0

. "${0%/*}/../../../packaging/apt_install.sh"
# shellcheck disable=SC2086 # words on purpose
apt_install $packages

is_there || cat <<END
The tests that build or run the firmware are skipped: test_emulated_board, test_emulated_box,
test_fairness, test_match_on_firmware, test_memory_on_firmware, test_monitor_on_firmware,
test_noise_estimate, test_noise_on_firmware, test_on_firmware, test_path_on_board, test_record,
test_service_install, test_stuck_noise, and all or some of test_dice_tray, test_emulated, test_emulated_roller,
test_firmware, test_firmware_images, test_roller, test_service, test_usb.
The one command that gets what they need:
    sudo apt install --no-install-recommends $packages
END
exit 0
