# shellcheck shell=bash
# The running table.
WAS_STOPPED=no WAS_ACTIVE=no HAD_BOARD=yes
readonly UNITS=(boardpi.service boardpi-backup.timer "${SETTINGS_UNITS[0]}")

is_first_time() { [ ! -e "$CHOICES" ]; }

stop_service() {
  if is_systemd_running && systemctl is-active --quiet boardpi.service; then
    WAS_ACTIVE=yes
    [ "$WATCH" -eq 0 ] || is_table_well yes || HAD_BOARD=no
    change "stop the table for a moment; a game that is being played goes on afterwards" \
      systemctl stop boardpi.service
    [ "$DRY_RUN" = yes ] || WAS_STOPPED=yes
  fi
}

# Called at every end: a table that was stopped for an upgrade is not left lying.
restart_what_was_stopped() {
  if [ "$WAS_STOPPED" = yes ]; then
    WAS_STOPPED=no
    systemctl start boardpi.service || true
  fi
}

start_service() {
  if is_first_time; then
    change "start it with every boot, back the book up every day, let the page change settings" \
      systemctl --quiet enable "${UNITS[@]}"
  fi
  if ! is_systemd_running; then
    is_first_time && warn "systemd does not run here: boardpi starts with the next boot"
    return 0
  fi
  if [ "$ARE_UNITS_NEW" = yes ]; then
    change "let systemd read its units" systemctl daemon-reload
  fi
  if [ "$NEEDS_REBOOT" = yes ]; then
    WAS_STOPPED=no
    return 0 # the pixels' device comes with the reboot
  fi
  start_units
  if systemctl is-enabled --quiet "${SETTINGS_UNITS[0]}" && ! systemctl is-active --quiet "${SETTINGS_UNITS[0]}"; then
    change "wait for settings of the page" systemctl start "${SETTINGS_UNITS[0]}"
  fi
  if [ "$PACKAGED" = no ] && ! systemctl is-active --quiet "${UPDATE_UNITS[0]}"; then
    change "wait for releases of a hub" systemctl start "${UPDATE_UNITS[0]}"
  fi
}

start_units() {
  if [ "$ARE_UNITS_NEW" = no ] && systemctl is-active --quiet boardpi.service; then
    same "the table is running"
  elif [ "$DRY_RUN" = yes ] || systemctl is-enabled --quiet boardpi.service; then
    change "start the table" start_or_go_back
    change "start the daily backup" systemctl start boardpi-backup.timer
  else
    warn "boardpi.service was disabled by hand and stays so: sudo systemctl enable --now boardpi"
  fi
}

start_or_go_back() {
  WAS_STOPPED=no
  if systemctl restart boardpi.service && stays_well; then
    return 0
  fi
  journalctl --unit boardpi --lines 10 --no-pager --output cat 2>/dev/null | sed 's/^/    /' >&2
  if [ "$WAS_ACTIVE" = yes ] && [ -n "$OLD" ] && [ "$OLD" != "$RELEASE" ]; then
    roll_back
  fi
  return 1
}

# is_table_well WITH_BOARD: it answers, its book is open and, if yes, its board is there.
is_table_well() {
  as_boardpi "$CURRENT/bin/boardpi" status --json 2>/dev/null | python3 -c '
import json, sys
try:
    told = json.load(sys.stdin)
except ValueError:
    sys.exit(1)
is_lost = told["table"]["board"]["is_lost"] and sys.argv[1] == "yes"
sys.exit(is_lost or not told["health"]["book"]["is_kept"])' "$1"
}

restarts() { systemctl show --value --property=NRestarts boardpi.service; }

# With --watch: well for so long, and not started again meanwhile. It has as long for getting well.
stays_well() {
  local begun=$SECONDS since=$SECONDS before
  if [ "$WATCH" -eq 0 ] || [ "$WAS_ACTIVE" = no ] || [ "$OLD" = "$RELEASE" ]; then
    return 0
  fi
  note "watching the table for $WATCH seconds"
  before="$(restarts)"
  while [ $((SECONDS - since)) -lt "$WATCH" ]; do
    sleep 1
    if [ "$(restarts)" != "$before" ] || ! systemctl is-active --quiet boardpi.service; then
      warn "boardpi $VERSION started, and stopped again"
      return 1
    fi
    is_table_well "$HAD_BOARD" || since=$SECONDS
    if [ $((since - begun)) -gt $((WATCH + 30)) ]; then
      warn "boardpi $VERSION runs, but its book or its board does not answer"
      return 1
    fi
  done
}

farewell() {
  echo
  if [ "$DRY_RUN" = yes ]; then
    echo "Nothing was changed: this was a dry run of $CHANGES steps."
    return 0
  fi
  [ "$CHANGES" -gt 0 ] || echo "Nothing had to be changed."
  step "boardpi $VERSION is installed."
  as_boardpi "$CURRENT/bin/boardpi" address || true
  if [ -n "$PIN" ]; then
    echo "  PIN    $PIN    (shown only now; 'sudo boardpi pin' makes a new one)"
  else
    echo "  PIN    as before ('sudo boardpi pin' makes a new one)"
  fi
  [ "$HUB" = no ] || tell_of_hub
  echo "  How    sudo boardpi status, journalctl -u boardpi, docs/install.md"
  [ "$NEEDS_REBOOT" = no ] || warn "config.txt was changed for the pixels: 'sudo reboot' before the first game"
}
