#!/bin/sh
# Gets Chromium 79, which televisions of 2021 have, into build/chromium-79: npm has it as part of a package. If it
# cannot be had, says what is skipped. Never fails.
here=$(cd "$(dirname "$0")" && pwd)
root="$here/../../../.."
build="$root/build/chromium-79"

if ! said=$("$root/packaging/get_node.sh" 2>&1); then
    echo "The television's page is not tried in an old browser: $said"
    exit 0
fi
mkdir -p "$build"
cp "$here/look.js" "$build"
cmp -s "$here/package-lock.json" "$build/package-lock.json" && [ -x "$build/chromium" ] && exit 0
cp "$here/package.json" "$here/package-lock.json" "$build"
npm ci --ignore-scripts --silent --prefix "$build" && node "$build/look.js" unpack \
    || { rm -f "$build/package-lock.json"; echo "The television's page is not tried in an old browser: npm could not get it."; }
exit 0
