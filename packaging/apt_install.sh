# Sourced by the scripts that get what tests need: apt_install PACKAGE... installs them where there is
# apt and this user may. It asks nobody anything, and does not wait for ever for another apt to end.
# Whether they are there afterwards is for the script to see.
as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo -n"

apt_get() {
    # shellcheck disable=SC2086 # words on purpose
    timeout 300 $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" 2>&1 </dev/null
}

apt_install() {
    command -v apt-get >/dev/null || return 0
    [ -z "$as_root" ] || sudo -n true 2>/dev/null || return 0
    echo "getting $* ..."
    apt_get update >/dev/null
    said=$(apt_get -y --no-install-recommends install "$@") \
        || echo "apt-get could not: $(echo "$said" | tail -n 1)"
}
