#!/usr/bin/env bash
# Build the kernel of the virtual Pi, unless it is built already, and print the directory it is in.
# Everything else that is said goes to standard error.
set -euo pipefail
shopt -s nullglob

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source_package=linux-source-6.1

say() { printf 'virtual-pi: %s\n' "$*" >&2; }
give_up() { say "$@"; exit 1; }

recipe=$(cat "$here/build.sh" "$here/kernel.config" "$here"/*.patch | sha256sum | cut -c1-16)
result=${XDG_CACHE_HOME:-$HOME/.cache}/boxctl/virtual-pi/$recipe
built() { [ -x "$result/linux" ]; }
done_with_it() { printf '%s\n' "$result"; exit 0; }

built && done_with_it

[ "$(uname -sm)" = "Linux x86_64" ] ||
    give_up "the kernel can only be built for and run on Linux on x86-64, and this is $(uname -sm)"

missing=()
for tool in gcc:gcc make:make bc:bc bison:bison flex:flex patch:patch xz:xz-utils strip:binutils; do
    command -v "${tool%%:*}" > /dev/null || missing+=("${tool##*:}")
done
[ "${#missing[@]}" = 0 ] ||
    give_up "to build the kernel, first install: sudo apt-get install ${missing[*]} libc6-dev"
[ -e "$(gcc -print-file-name=libc.a)" ] && [ "$(gcc -print-file-name=libc.a)" != libc.a ] ||
    give_up "to build the kernel, first install: sudo apt-get install libc6-dev"

mkdir -p "$result"
exec 9> "$result/lock"
flock 9         # Whoever builds the same at the same time waits here,
built && done_with_it       # and finds it done.

# Not in the cache: the kernel cannot be built where a path has spaces. It takes 1.6 GB.
scratch=$(mktemp -d /var/tmp/virtual-pi.XXXXXX)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM HUP

# The archive of the kernel's source: as installed, as Debian offers it, or the newest installed.
find_source() {
    local installed=/usr/src/$source_package.tar.xz newest
    if [ -e "$installed" ]; then
        echo "$installed"
        return
    fi
    if command -v apt-get > /dev/null; then
        say "downloading $source_package; nothing is installed"
        if (mkdir "$scratch/deb" && cd "$scratch/deb" &&
            timeout 900 apt-get -q download "$source_package" > apt.log 2>&1 &&
            dpkg-deb -x ./*.deb .); then
            echo "$scratch/deb$installed"
            return
        fi
    fi
    newest=$(printf '%s\n' /usr/src/linux-source-*.tar.xz | sort -V | tail -n 1)
    [ -n "$newest" ] || return 1
    say "there is no $source_package; trying $newest instead"
    echo "$newest"
}

archive=$(find_source) || give_up \
    "there is no source to build the kernel from: neither is $source_package offered by apt-get" \
    "(Debian 12 has it; perhaps apt-get update helps), nor is any other linux-source installed"

start=$SECONDS
say "building the kernel from ${archive##*/}; that takes some minutes"
mkdir "$scratch/linux"
tar -xJf "$archive" -C "$scratch/linux" --strip-components=1
cd "$scratch/linux"
for patch in "$here"/*.patch; do
    patch --batch --forward --silent -p1 < "$patch" > "$scratch/patch.log" ||
        { cat "$scratch/patch.log" >&2; give_up "${patch##*/} does not fit ${archive##*/}"; }
done
make -s ARCH=um allnoconfig KCONFIG_ALLCONFIG="$here/kernel.config" > "$scratch/make.log" 2>&1 ||
    { tail -n 30 "$scratch/make.log" >&2; give_up "the kernel cannot be configured"; }
while read -r option; do
    grep -qxF -- "$option" .config || give_up "this kernel does not take $option"
done < <(grep '^CONFIG' "$here/kernel.config")
make -s ARCH=um -j"$(nproc)" linux > "$scratch/make.log" 2>&1 ||
    { tail -n 30 "$scratch/make.log" >&2; give_up "the kernel does not build"; }

strip -o "$result/linux.new" linux
mv "$result/linux.new" "$result/linux"
say "built $result/linux in $((SECONDS - start)) s"
done_with_it
