#!/bin/sh
# Gets Debian's Chromium, with apt, if this user may and it is not there yet. Fails, and says the one
# command that gets it, if it is still missing.
is_there() {
    command -v chromium >/dev/null || command -v chromium-browser >/dev/null
}

is_there && exit 0

. "${0%/*}/../../../packaging/apt_install.sh"
apt_install chromium

is_there && exit 0
echo "The tests of the pages need Chromium: sudo apt install --no-install-recommends chromium" >&2
exit 1
