#!/bin/sh
# Gets Debian's Chromium, with apt, if this user may and it is not there yet. Fails, and says the one
# command that gets it, if it is still missing.
is_there() {
    command -v chromium >/dev/null || command -v chromium-browser >/dev/null
}

# Asks nobody anything, and does not wait for ever for another apt to end.
get() {
    timeout 300 $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" 2>&1 </dev/null
}

is_there && exit 0

as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo -n"
if command -v apt-get >/dev/null && { [ -z "$as_root" ] || sudo -n true 2>/dev/null; }; then
    echo "getting what the tests of the pages need: chromium ..."
    get update >/dev/null
    said=$(get -y --no-install-recommends install chromium) \
        || echo "apt-get could not: $(echo "$said" | tail -n 1)"
fi

is_there && exit 0
echo "The tests of the pages need Chromium: sudo apt install --no-install-recommends chromium" >&2
exit 1
