# shellcheck shell=bash
# Users, directories, configuration, rules of udev, units, SPI.
readonly ETC=/etc/boardpi CONFIG=/etc/boardpi/boardpi.toml DEFAULT=/opt/boardpi/default.toml
readonly SETTINGS_UNITS=(boardpi-settings.socket boardpi-settings@.service)
readonly UPDATE_UNITS=(boardpi-update.path boardpi-update.service)
ARE_UNITS_NEW=no NEEDS_REBOOT=no HAD_SETTINGS=yes

write_file() { printf '%s\n' "$2" >"$1.new" && mv "$1.new" "$1"; }

# place NAME PLACE: a file of systemd/ where the system looks for it; counts what was new.
IS_PLACED=no
place() {
  local from="$HERE/systemd/$1" to="$2"
  IS_PLACED=no
  if cmp -s "$from" "$to"; then
    same "$to"
  else
    change "write $to" put_file "$from" "$to"
    IS_PLACED=yes
  fi
}

put_file() {
  mkdir -p "$(dirname "$2")" && install -m 0644 "$1" "$2.new" && mv "$2.new" "$2"
}

make_user() {
  [ "$PACKAGED" = yes ] || place boardpi.sysusers /etc/sysusers.d/boardpi.conf
  if getent passwd boardpi >/dev/null && getent group gpio spi >/dev/null; then
    same "the user boardpi, in dialout, gpio and spi"
  else
    change "make the user boardpi, in dialout, gpio and spi" quietly systemd-sysusers boardpi.conf
  fi
}

make_places() {
  [ "$PACKAGED" = yes ] || place boardpi.tmpfiles /etc/tmpfiles.d/boardpi.conf
  if as_boardpi test -d "$BACKUPS" 2>/dev/null && [ -d "$ETC" ] && [ -d "$OPT" ]; then
    same "$STATE, $ETC, $OPT"
  else
    change "make $STATE, $ETC and $OPT" make_directories
  fi
}

make_directories() {
  mkdir -p "$ETC" "$OPT" && systemd-tmpfiles --create boardpi.conf
}

# The example of this release, with the board and the page that were asked for.
default_configuration() {
  local kind=$BOARD port='' host=0.0.0.0
  [ "$BOARD" != direct ] || kind=gpio
  [ "$BOARD" != serial ] || port=/dev/boardpi
  [ "$PAGE" != local ] || host=127.0.0.1
  echo "# The configuration of this table. 'sudo systemctl restart boardpi' makes a change count."
  "$RELEASE/bin/boardpi" config example | sed -e 1d \
    -e "/^\[board\]/,/^\[page\]/ s|^#kind = .*|kind = \"$kind\"|" \
    -e "/^\[board\]/,/^\[page\]/ s|^#port = \"\"|port = \"$port\"|" \
    -e "/^\[page\]/,/^\[book\]/ s|^#host = .*|host = \"$host\"|" \
    -e "/^\[book\]/,/^\[lessons\]/ s|^#path = \"\"|path = \"$STATE/book.sqlite\"|" \
    -e "/^\[hub\]/,/^\[log\]/ s|^#path = \"\"|path = \"$HUB_BOOK\"|" \
    -e "/^\[hub\]/,/^\[log\]/ s|^#host = .*|host = \"$host\"|"
}

# A configuration that is there belongs to the maker: a new default lies beside it.
write_configuration() {
  local text=''
  [ "$DRY_RUN" = yes ] || text="$(default_configuration)"
  if [ ! -e "$CONFIG" ]; then
    change "write $CONFIG (board: $BOARD, page: $PAGE)" write_file "$CONFIG" "$text"
  else
    same "$CONFIG stays as it is"
    if [ "$DRY_RUN" = no ] && [ "$text" != "$(cat "$DEFAULT" 2>/dev/null || true)" ] &&
      [ "$text" != "$(cat "$CONFIG")" ]; then
      change "write the new default to $CONFIG.new; compare: diff $CONFIG $CONFIG.new" \
        write_file "$CONFIG.new" "$text"
    fi
  fi
  if [ "$DRY_RUN" = no ] && [ "$text" != "$(cat "$DEFAULT" 2>/dev/null || true)" ]; then
    write_file "$DEFAULT" "$text"
  fi
}

is_systemd_running() { [ -d /run/systemd/system ]; }

place_rules() {
  IS_PLACED=yes # by dpkg, else:
  [ "$PACKAGED" = yes ] || place boardpi.rules /etc/udev/rules.d/70-boardpi.rules
  if [ "$IS_PLACED" = yes ] && is_systemd_running; then
    change "let udev read its rules" reload_rules
  fi
}

reload_rules() {
  # In a container there is no udev to hear it.
  udevadm control --reload 2>/dev/null || return 0
  udevadm trigger --action=change --subsystem-match=tty --subsystem-match=gpio --subsystem-match=spidev
}

place_units() {
  local unit
  if [ "$PACKAGED" = yes ]; then
    ARE_UNITS_NEW=yes # dpkg has just written them
    return 0
  fi
  [ -e "/etc/systemd/system/${SETTINGS_UNITS[0]}" ] || HAD_SETTINGS=no
  for unit in boardpi.service boardpi-backup.service boardpi-backup.timer "${SETTINGS_UNITS[@]}" "${UPDATE_UNITS[@]}"; do
    place "$unit" "/etc/systemd/system/$unit"
    [ "$IS_PLACED" = no ] || ARE_UNITS_NEW=yes
  done
  if [ "$DRY_RUN" = yes ] || ! systemctl is-enabled --quiet "${UPDATE_UNITS[0]}" 2>/dev/null; then
    change "let the hub of a club update this table, once its configuration allows it" \
      systemctl --quiet enable "${UPDATE_UNITS[0]}"
  fi
  # Once: who disables it, wants the page to change nothing.
  if [ "$HAD_SETTINGS" = no ] && ! is_first_time; then
    change "let the page change settings" systemctl --quiet enable "${SETTINGS_UNITS[0]}"
  fi
}

place_kiosk() {
  local unit=boardpi-kiosk.service
  if [ "$KIOSK" = no ]; then
    remove_kiosk
    return 0
  fi
  if [ -e /etc/systemd/system/display-manager.service ]; then
    warn "a desktop is installed here and will fight the kiosk for the monitor: take Raspberry Pi OS Lite"
  fi
  place boardpi-kiosk.sysusers /etc/sysusers.d/boardpi-kiosk.conf
  getent passwd boardpi-kiosk >/dev/null ||
    change "make the user boardpi-kiosk" quietly systemd-sysusers boardpi-kiosk.conf
  place "$unit" "/etc/systemd/system/$unit"
  [ "$IS_PLACED" = no ] || ARE_UNITS_NEW=yes
  if [ "$DRY_RUN" = yes ] || ! systemctl is-enabled --quiet "$unit" 2>/dev/null; then
    change "show the big screen from the next start on" systemctl --quiet enable "$unit"
  fi
}

boot_config() {
  local file
  for file in /boot/firmware/config.txt /boot/config.txt; do
    if [ -f "$file" ]; then
      echo "$file"
      return 0
    fi
  done
}

# On for every model: before any [section], or in [all].
is_spi_on() {
  awk '/^\[/ { everywhere = ($0 == "[all]") }
    everywhere && /^dtparam=([^#]*,)?spi(=on)?[ \t]*(,|$)/ { on = 1 }
    everywhere && /^dtparam=([^#]*,)?spi=off/ { on = 0 }
    END { exit !on }' everywhere=1 "$1"
}

enable_spi() {
  local file
  [ "$SPI" = yes ] || return 0
  file="$(boot_config)"
  if [ -z "$file" ]; then
    warn "no /boot/firmware/config.txt: this is no Raspberry Pi, SPI stays as it is"
  elif is_spi_on "$file"; then
    same "SPI is on ($file)"
  else
    change "switch SPI on in $file (a copy is $file.before-boardpi)" add_spi "$file"
    NEEDS_REBOOT=yes
  fi
}

add_spi() { add_to_boot "$1" $'[all]\n# boardpi: the pixels hang on SPI\ndtparam=spi=on'; }

# add_to_boot FILE TEXT
add_to_boot() {
  [ -e "$1.before-boardpi" ] || cp "$1" "$1.before-boardpi" || return 1
  { cat "$1" && printf '\n%s\n' "$2"; } >"$1.new" && sync "$1.new" && mv "$1.new" "$1"
}

# boot_value FILE SECTION KEY: the last word for the models of this section.
boot_value() {
  awk -F= -v section="[$2]" -v key="$3" '{ sub(/#.*/, ""); gsub(/[ \t\r]/, "") }
    /^\[/ { counts = ($0 == "[all]" || $0 == section) }
    counts && $1 == key { value = $2 }
    END { print value }' counts=1 "$1"
}

# What clock.txt says, for every model that it names: a card may move to another Pi.
is_clock_fixed() {
  local section='' line
  while read -r line; do
    case "$line" in
      '['*']') section="${line:1:-1}" ;;
      *=*) [ "$(boot_value "$1" "$section" "${line%%=*}")" = "${line#*=}" ] || return 1 ;;
    esac
  done < <(grep -v '^#' "$HERE/installer/clock.txt")
}

fix_clock() {
  local file
  [ "$SPI" = yes ] || return 0
  file="$(boot_config)"
  [ -n "$file" ] || return 0
  if is_clock_fixed "$file"; then
    same "the core clock is fixed ($file)"
  else
    change "fix the core clock in $file, for the pixels (a copy is $file.before-boardpi)" \
      add_to_boot "$file" "$(cat "$HERE/installer/clock.txt")"
    NEEDS_REBOOT=yes
  fi
}
