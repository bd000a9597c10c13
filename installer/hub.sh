# shellcheck shell=bash
# The hub of a club: Debian's Mosquitto by a configuration of our own, and the hub beside the table.
readonly HUB_BOOK=/var/lib/boardpi/hub.sqlite HUB_AVAHI=/etc/avahi/services/boardpi-hub.service
readonly HUB_UNITS=(boardpi-hub.service boardpi-broker.service)
readonly HUB_FILES=("${HUB_UNITS[@]/#//etc/systemd/system/}" "$HUB_AVAHI")
HUB_PINS=''

set_up_hub() {
  if [ "$HUB" = no ]; then
    remove_hub
    return 0
  fi
  local unit are_new=no
  for unit in "${HUB_UNITS[@]}"; do
    place "hub/$unit" "/etc/systemd/system/$unit"
    [ "$IS_PLACED" = no ] || are_new=yes
  done
  # Where avahi comes later, it reads the file then.
  place hub/boardpi-hub.avahi.xml "$HUB_AVAHI"
  give_way
  check_hub_place
  if [ "$are_new" = yes ] && is_systemd_running; then
    change "let systemd read its units" systemctl daemon-reload
  fi
  if [ "$DRY_RUN" = yes ] || ! systemctl is-enabled --quiet "${HUB_UNITS[@]}" 2>/dev/null; then
    change "start hub and broker with every boot" systemctl --quiet enable "${HUB_UNITS[@]}"
  fi
  make_hub_pins
  start_hub "$are_new"
}

# Debian starts its own Mosquitto, which has the port and lets nobody in.
give_way() {
  if systemctl is-enabled --quiet mosquitto.service 2>/dev/null; then
    change "let boardpi's broker have the place of mosquitto.service" \
      systemctl --quiet disable mosquitto.service
  fi
  if is_systemd_running && systemctl is-active --quiet mosquitto.service; then
    change "stop mosquitto.service" systemctl stop mosquitto.service
  fi
}

# A configuration that is there belongs to the maker.
check_hub_place() {
  if [ "$DRY_RUN" = no ] && ! grep -q "^path = \"$HUB_BOOK\"" "$CONFIG"; then
    warn "$CONFIG is older than the hub: write into its section [hub]:"
    printf '      path = "%s"\n      host = "0.0.0.0"\n' "$HUB_BOOK"
  fi
}

# Before the hub's first start, which would tell them to nobody but the journal.
make_hub_pins() {
  if [ "$DRY_RUN" = yes ] || as_boardpi test -e "$HUB_BOOK.secret"; then
    return 0
  fi
  HUB_PINS="$(as_boardpi "$CURRENT/bin/boardpi" hub pins)" || die "the hub's PINs could not be made"
}

start_hub() {
  is_systemd_running || return 0
  if [ "$1" = no ] && [ "$OLD" = "$RELEASE" ] && systemctl is-active --quiet "${HUB_UNITS[@]}"; then
    same "the hub is running"
  else
    change "start the broker" systemctl restart boardpi-broker.service
    change "start the hub" systemctl restart boardpi-hub.service
  fi
}

tell_of_hub() {
  echo "  Hub    port 8026 of this machine; the desk: /desk; tables join by the code on /tables"
  if [ -n "$HUB_PINS" ]; then
    printf '         %s\n' "${HUB_PINS//$'\n'/$'\n         '}"
    echo "         (shown only now; 'sudo boardpi hub pins' makes new ones)"
  fi
}

remove_hub() {
  local unit
  [ -e "/etc/systemd/system/${HUB_UNITS[0]}" ] || return 0
  for unit in "${HUB_UNITS[@]}"; do
    if is_systemd_running; then
      change "stop $unit" systemctl --quiet stop "$unit"
    fi
    change "disable $unit" systemctl --quiet disable "$unit"
  done
  remove_files "${HUB_FILES[@]}"
  if is_systemd_running; then
    change "let systemd read its units" systemctl daemon-reload
  fi
  note "$HUB_BOOK stays"
}
