#!/bin/sh
# Gets node, and the TypeScript that package-lock.json names, into build/page-scripts. If they cannot be
# had, says what is skipped and the command that gets node. Never fails.
here=$(cd "$(dirname "$0")" && pwd)
build="$here/../../build/page-scripts"

if ! said=$("$here/../../packaging/get_node.sh" 2>&1); then
    echo "The tests of the page scripts are skipped: $said"
    exit 0
fi
. "$here/../../packaging/npm_install.sh"
npm_install "$here" "$build" || echo "The types of the page scripts are not checked: npm could not install TypeScript."
exit 0
