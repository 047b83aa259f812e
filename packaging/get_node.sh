#!/bin/sh
# Gets Debian's node and npm, with apt, if this user may and they are not there yet. Fails, and says
# the one command that gets them, if they are still missing.
is_there() {
    command -v node >/dev/null && command -v npm >/dev/null
}

is_there && exit 0

. "${0%/*}/apt_install.sh"
apt_install nodejs npm

is_there && exit 0
echo "node and npm are missing: sudo apt install --no-install-recommends nodejs npm" >&2
exit 1
