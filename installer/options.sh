# shellcheck shell=bash
# The words on the command line.
readonly OPTIONS=(--board --local --lan --spi --extra --kiosk --no-kiosk --hub --no-hub --wheels --tables
  --reinstall --watch --dry-run --uninstall --purge --yes --packaged --help)
readonly BOARDS=(serial direct virtual)

BOARD='' PAGE='' KIOSK='' HUB='' WHEELS='' TABLES='' EXTRAS='' SPI=no REINSTALL=no WATCH=0
DRY_RUN=no UNINSTALL=no PURGE=no YES=no PACKAGED=no

usage() {
  cat <<'TEXT'
Usage: sudo ./install.sh [OPTION]...

Installs boardpi, or upgrades it to what lies in this directory, on Raspberry Pi OS or Debian
12 (Bookworm) and 13 (Trixie). It may be run again at any time: what is right stays as it is.

What to install:
  --board KIND    serial   a microcontroller on USB reads the board (the default)
                  direct   reeds and pixels on the Pi's own pins; also switches SPI on
                  virtual  no board of wood: the page is the board
  --lan           the page is for everybody on the network (the default)
  --local         the page is for this machine only
  --kiosk         show the big screen on this machine's monitor (Raspberry Pi OS Lite);
                  --no-kiosk ends that
  --hub           also be the hub of a club with many tables (docs/club.md): Mosquitto, the
                  hub's pages on port 8026, announced by mDNS where avahi runs;
                  --no-hub ends that and keeps the club's book
  --spi           switch SPI on, whatever the board
  --extra NAME    also install the packages of this extra of boardpi, such as ws281x; may be
                  given several times (--board direct always installs gpio)
  --tables FILE   let the coach know a file of exact tables, such as one on a USB stick; it is
                  copied (docs/coach-tables.md), and stays until another one comes
  A later run remembers --board, --lan, --local, --kiosk, --hub and --extra.

How:
  --wheels DIR    take boardpi and all it needs from DIR, without any network
                  ('make wheels' fills build/wheels on a machine that has one)
  --reinstall     build the program anew, even if it is the same
  --watch SECONDS after an upgrade, go back unless the table has been well for so long: it runs,
                  its book is open, its board answers if it did before
  --dry-run       say every step, change nothing

The other way:
  --uninstall     remove the program; keep the score book, its backups and the configuration
  --uninstall --purge
                  remove those as well, and the user; asks first (--yes does not)

Places: /opt/boardpi the program, /etc/boardpi the configuration, /var/lib/boardpi the score book.
docs/install.md tells the whole story.

Examples:
  sudo ./install.sh                           a board on USB
  sudo ./install.sh --board direct --kiosk    reeds on the Pi's pins, a monitor for the room
  sudo ./install.sh --board virtual --hub     a Pi or laptop that is the hub of a club
  sudo ./install.sh --dry-run                 what would happen?
TEXT
}

refuse() { die "$1 ('./install.sh --help' tells more)" 2; }

# nearest WORD KNOWN...: a hint for a typo, where Python is there to ask.
nearest() {
  local found
  found="$(python3 -c 'import difflib, sys
print(*difflib.get_close_matches(sys.argv[1], sys.argv[2:], 1))' "$@" 2>/dev/null || true)"
  if [ -n "$found" ]; then
    printf "did you mean '%s'?" "$found"
  else
    printf 'there are: %s' "${*:2}"
  fi
}

read_options() {
  while [ $# -gt 0 ]; do
    case "$1" in
      --board | --extra | --wheels | --tables | --watch)
        [ $# -ge 2 ] || refuse "$1 needs a word after it"
        read_value "$1" "$2"
        shift
        ;;
      --board=* | --extra=* | --wheels=* | --tables=* | --watch=*) read_value "${1%%=*}" "${1#*=}" ;;
      --lan) PAGE=lan ;;
      --local) PAGE=local ;;
      --spi) SPI=yes ;;
      --kiosk) KIOSK=yes ;;
      --no-kiosk) KIOSK=no ;;
      --hub) HUB=yes ;;
      --no-hub) HUB=no ;;
      --reinstall) REINSTALL=yes ;;
      --dry-run) DRY_RUN=yes ;;
      --uninstall) UNINSTALL=yes ;;
      --purge) PURGE=yes ;;
      --yes) YES=yes ;;
      --packaged) PACKAGED=yes ;; # called by the Debian package, which brings units and rules itself
      -h | --help)
        usage
        exit 0
        ;;
      *) refuse "there is no option '$1': $(nearest "$1" "${OPTIONS[@]}")" ;;
    esac
    shift
  done
  [ "$PURGE" = no ] || [ "$UNINSTALL" = yes ] || refuse "--purge goes with --uninstall"
}

read_value() {
  case "$1" in
    --board)
      is_in "$2" "${BOARDS[@]}" || refuse "--board '$2': $(nearest "$2" "${BOARDS[@]}")"
      BOARD="$2"
      ;;
    --extra)
      [[ "$2" =~ ^[a-z][a-z0-9-]*$ ]] || refuse "--extra '$2' is not the name of an extra, such as gpio"
      add_extra "$2"
      ;;
    --watch)
      [[ "$2" =~ ^[0-9]{1,4}$ ]] || refuse "--watch '$2' is not a number of seconds, such as 60"
      WATCH="$((10#$2))"
      ;;
    --wheels)
      [ -d "$2" ] || refuse "--wheels '$2' is not a directory: 'make wheels' makes build/wheels"
      WHEELS="$(cd "$2" && pwd)"
      ;;
    --tables)
      [ -f "$2" ] || refuse "--tables '$2' is not a file"
      TABLES="$(cd "$(dirname "$2")" && pwd)/$(basename "$2")"
      ;;
  esac
}

# add_extra NAME: EXTRAS has each once, in the order of the alphabet.
add_extra() {
  # shellcheck disable=SC2086 # a list of words
  EXTRAS="$(printf '%s\n' $EXTRAS "$1" | LC_ALL=C sort -u | paste -sd ' ')"
}

# is_in WORD LIST...
is_in() {
  local word="$1" each
  shift
  for each; do
    [ "$each" != "$word" ] || return 0
  done
  return 1
}

readonly CHOICES=/opt/boardpi/choices

# What was asked for last time holds until something else is asked for.
recall_choices() {
  local key value
  if [ -f "$CHOICES" ]; then
    while IFS='=' read -r key value; do
      case "$key" in
        board) BOARD="${BOARD:-$value}" ;;
        page) PAGE="${PAGE:-$value}" ;;
        kiosk) KIOSK="${KIOSK:-$value}" ;;
        hub) HUB="${HUB:-$value}" ;;
        extras) EXTRAS="${EXTRAS:-$value}" ;;
      esac
    done <"$CHOICES"
  fi
  BOARD="${BOARD:-serial}" PAGE="${PAGE:-lan}" KIOSK="${KIOSK:-no}" HUB="${HUB:-no}"
  if [ "$BOARD" = direct ]; then
    add_extra gpio
    SPI=yes
  fi
}

keep_choices() {
  local text="board=$BOARD"$'\n'"page=$PAGE"$'\n'"kiosk=$KIOSK"$'\n'"hub=$HUB"$'\n'"extras=$EXTRAS"
  if [ "$(cat "$CHOICES" 2>/dev/null || true)" != "$text" ]; then
    change "remember what was asked for in $CHOICES" write_file "$CHOICES" "$text"
  fi
}
