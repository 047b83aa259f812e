#!/bin/sh
# Prints the path of a Mosquitto: the one of this machine, or Debian's, fetched with apt into
# build/mosquitto without being installed, so that no service is started. Fails, and says the one
# command that gets it, if there is none.
here=$(cd "$(dirname "$0")/../../.." && pwd)
kept="$here/build/mosquitto"

for known in "$(command -v mosquitto)" /usr/sbin/mosquitto "$kept/run"; do
    if [ -n "$known" ] && [ -x "$known" ]; then
        echo "$known"
        exit 0
    fi
done

fetch() {
    packages=$(apt-get -qq -s --no-install-recommends install mosquitto 2>/dev/null \
        | sed -n 's/^Inst \([^ ]*\) .*/\1/p')
    [ -n "$packages" ] || return 1
    rm -rf "$kept" && mkdir -p "$kept/packages" && cd "$kept/packages" || return 1
    # shellcheck disable=SC2086 # words on purpose
    timeout 120 apt-get -qq download $packages >/dev/null 2>&1 </dev/null || return 1
    for package in *.deb; do
        dpkg-deb -x "$package" "$kept/root" || return 1
    done
    [ -x "$kept/root/usr/sbin/mosquitto" ] || return 1
    libraries=$(find "$kept/root" -name '*.so*' -exec dirname {} + | sort -u | paste -sd:)
    cat >"$kept/run" <<END
#!/bin/sh
LD_LIBRARY_PATH="$libraries" exec "$kept/root/usr/sbin/mosquitto" "\$@"
END
    chmod +x "$kept/run"
}

if command -v apt-get >/dev/null && fetch; then
    echo "$kept/run"
    exit 0
fi
echo "The tests with a real broker need Mosquitto: sudo apt install --no-install-recommends mosquitto" >&2
exit 1
