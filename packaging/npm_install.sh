# Sourced by the scripts that get what tests need: npm_install FROM INTO installs what FROM's lock file
# names into INTO, unless it is there. Fails if npm does, and tries again the next time.
npm_install() {
    mkdir -p "$2"
    cmp -s "$1/package-lock.json" "$2/package-lock.json" && [ -d "$2/node_modules" ] && return 0
    cp "$1/package.json" "$1/package-lock.json" "$2"
    npm ci --ignore-scripts --silent --prefix "$2" || { rm -f "$2/package-lock.json"; return 1; }
}
