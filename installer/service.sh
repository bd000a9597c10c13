# shellcheck shell=bash
# The running table.
WAS_STOPPED=no WAS_ACTIVE=no
readonly UNITS=(boardpi.service boardpi-backup.timer)

is_first_time() { [ ! -e "$CHOICES" ]; }

stop_service() {
  if is_systemd_running && systemctl is-active --quiet boardpi.service; then
    WAS_ACTIVE=yes
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
    change "start it with every boot, and back the book up every day" \
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
  if systemctl restart boardpi.service; then
    return 0
  fi
  journalctl --unit boardpi --lines 10 --no-pager --output cat 2>/dev/null | sed 's/^/    /' >&2
  if [ "$WAS_ACTIVE" = yes ] && [ -n "$OLD" ] && [ "$OLD" != "$RELEASE" ]; then
    roll_back
  fi
  return 1
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
