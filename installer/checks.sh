# shellcheck shell=bash
# Whether this machine is fit, before anything is changed.
readonly NEEDED_MB=200

need_root() {
  [ "$DRY_RUN" = yes ] || [ "$(id -u)" -eq 0 ] || die "must be run by root: sudo ./install.sh"
}

one_at_a_time() {
  [ "$DRY_RUN" = no ] || return 0
  mkdir -p /run/lock
  exec 9>/run/lock/boardpi-install.lock
  flock --nonblock 9 || die "another install.sh is at work here: wait until it is done"
}

os_value() { sed -n "s/^$1=//p" /etc/os-release 2>/dev/null | tr -d '"'; }

check_system() {
  local name id like version
  name="$(os_value PRETTY_NAME)" id="$(os_value ID)" like="$(os_value ID_LIKE)"
  version="$(os_value VERSION_ID)"
  case "$id:$version" in
    debian:12 | debian:13 | raspbian:12 | raspbian:13) same "$name" ;;
    debian:[1-9] | debian:1[01] | raspbian:[1-9] | raspbian:1[01])
      die "'$name' is too old: boardpi needs Python 3.11, which comes with Debian 12 (Bookworm)" ;;
    *)
      case " $id $like " in
        *" debian "*) warn "'$name' has not been tried; made for Debian 12 and 13. Going on." ;;
        *) die "'${name:-this system}' is not Debian: install.sh needs apt and systemd. \
'make run' works everywhere" ;;
      esac
      ;;
  esac
  if [ "$PACKAGED" = no ] && is_package_there boardpi; then
    die "boardpi is installed here as a Debian package: upgrade it with apt, or remove it first"
  fi
  command -v systemctl >/dev/null || die "there is no systemctl here: install.sh needs systemd"
}

check_python() {
  if ! command -v python3 >/dev/null; then
    return 0 # a package that will be installed
  fi
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    die "$(python3 --version) is too old: boardpi needs Python 3.11 or newer"
  same "$(python3 --version)"
}

check_space() {
  local place=/opt free_mb
  [ -d "$place" ] || place=/
  free_mb=$(($(df -Pk "$place" | awk 'NR == 2 { print $4 }') / 1024))
  [ "$free_mb" -ge "$NEEDED_MB" ] ||
    die "only $free_mb MB are free on the disk of $place, $NEEDED_MB MB are needed: free some space"
  same "$free_mb MB free"
}

packages() {
  printf '%s\n' python3 python3-venv
  # Some packages of the pins have no wheel for every Pi and are compiled (swig: lgpio).
  [ -z "$EXTRAS" ] || printf '%s\n' gcc libc6-dev python3-dev swig
  [ "$HUB" = no ] || printf '%s\n' mosquitto
  [ "$KIOSK" = no ] || printf '%s\n' cage "$(browser_package)"
}

browser_package() {
  if apt-cache show chromium >/dev/null 2>&1; then echo chromium; else echo chromium-browser; fi
}

is_package_there() {
  [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

install_packages() {
  local name missing=()
  [ "$PACKAGED" = no ] || return 0
  while read -r name; do
    is_package_there "$name" || missing+=("$name")
  done < <(packages)
  if [ ${#missing[@]} -eq 0 ]; then
    same "Debian packages: all there"
  else
    [ "$DRY_RUN" = yes ] || note "fetching ${missing[*]}"
    change "install from Debian: ${missing[*]}" apt_install "${missing[@]}"
  fi
  check_python >/dev/null
}

apt_install() {
  apt-get update -qq &&
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}
