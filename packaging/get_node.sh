#!/bin/sh
# Gets Debian's node and npm, with apt, if this user may and they are not there yet. Fails, and says
# the one command that gets them, if they are still missing.
is_there() {
    command -v node >/dev/null && command -v npm >/dev/null
}

# Asks nobody anything, and does not wait for ever for another apt to end.
get() {
    timeout 300 $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" 2>&1 </dev/null
}

is_there && exit 0

as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo -n"
if command -v apt-get >/dev/null && { [ -z "$as_root" ] || sudo -n true 2>/dev/null; }; then
    get update >/dev/null
    get -y --no-install-recommends install nodejs npm >/dev/null
fi

is_there && exit 0
echo "node and npm are missing: sudo apt install --no-install-recommends nodejs npm" >&2
exit 1
