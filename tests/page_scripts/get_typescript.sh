#!/bin/sh
# Gets node, and the TypeScript that package-lock.json names, into build/page-scripts. If they cannot be
# had, says what is skipped and the command that gets node. Never fails.
here=$(cd "$(dirname "$0")" && pwd)
build="$here/../../build/page-scripts"

if ! said=$("$here/../../packaging/get_node.sh" 2>&1); then
    echo "The tests of the page scripts are skipped: $said"
    exit 0
fi
mkdir -p "$build"
cmp -s "$here/package-lock.json" "$build/package-lock.json" && [ -x "$build/node_modules/.bin/tsc" ] && exit 0
cp "$here/package.json" "$here/package-lock.json" "$build"
npm ci --ignore-scripts --silent --prefix "$build" \
    || { rm -f "$build/package-lock.json"; echo "The types of the page scripts are not checked: npm could not install TypeScript."; }
exit 0
