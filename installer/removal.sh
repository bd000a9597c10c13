# shellcheck shell=bash
# The other way. The score book and the configuration are removed only by --purge.
# What the Debian package brings by itself, elsewhere:
readonly PLACED=(/etc/udev/rules.d/70-boardpi.rules /etc/sysusers.d/boardpi.conf
  /etc/tmpfiles.d/boardpi.conf /etc/systemd/system/boardpi.service
  /etc/systemd/system/boardpi-backup.service /etc/systemd/system/boardpi-backup.timer
  "${SETTINGS_UNITS[@]/#//etc/systemd/system/}" "${UPDATE_UNITS[@]/#//etc/systemd/system/}")
readonly ALWAYS=("${HUB_FILES[@]}" /opt/boardpi /etc/sysusers.d/boardpi-kiosk.conf
  /etc/systemd/system/boardpi-kiosk.service)

remove_boardpi() {
  agree_to_purge
  step "Removing boardpi"
  disable_units
  remove_files "${PLACED[@]}" "${ALWAYS[@]}"
  remove_command
  remove_completions
  if is_systemd_running && [ "$CHANGES" -gt 0 ]; then
    change "let systemd read its units" systemctl daemon-reload
  fi
  if [ "$PURGE" = yes ]; then purge_data; else tell_what_stays; fi
  [ "$CHANGES" -gt 0 ] || echo "boardpi is not installed here: there is nothing to remove."
}

remove_files() {
  local each
  for each; do
    [ ! -e "$each" ] || change "remove $each" rm -rf "$each"
  done
}

remove_command() {
  local link=/usr/local/bin/boardpi
  if [ "$(readlink "$link" || true)" = "$CURRENT/bin/boardpi" ]; then
    change "remove $link" rm -f "$link"
  fi
}

# The Debian package follows an install.sh from a checkout: its own files count from now on.
take_over() {
  if [ "$PACKAGED" = yes ] && [ -e "${PLACED[0]}" ]; then
    if [ -e "/etc/systemd/system/${UPDATE_UNITS[0]}" ]; then
      change "disable ${UPDATE_UNITS[0]}: apt updates this table" systemctl --quiet disable "${UPDATE_UNITS[0]}"
    fi
    remove_files "${PLACED[@]}"
    remove_command
    PACKAGED=no remove_completions
  fi
}

agree_to_purge() {
  local answer=''
  if [ "$PURGE" = no ] || [ "$YES" = yes ] || [ "$DRY_RUN" = yes ]; then
    return 0
  fi
  [ -t 0 ] || refuse "nobody is there to ask: --purge needs --yes, and the score book is gone then"
  read -r -p "Remove every game, player and backup in $STATE for good? Type yes: " answer
  [ "$answer" = yes ] || die "nothing was removed"
}

disable_units() {
  local unit
  for unit in "${HUB_UNITS[@]}" "${UPDATE_UNITS[0]}" "${SETTINGS_UNITS[0]}" boardpi-kiosk.service boardpi-backup.timer boardpi.service; do
    [ -e "/etc/systemd/system/$unit" ] || [ -e "/usr/lib/systemd/system/$unit" ] || continue
    if is_systemd_running; then
      change "stop $unit" systemctl --quiet stop "$unit"
    fi
    change "disable $unit" systemctl --quiet disable "$unit"
  done
}

purge_data() {
  local each
  remove_files "$STATE" "$ETC"
  for each in boardpi boardpi-kiosk; do
    if getent passwd "$each" >/dev/null; then
      change "remove the user $each" userdel "$each"
    fi
  done
}

tell_what_stays() {
  local each
  for each in "$STATE" "$ETC"; do
    [ ! -e "$each" ] || note "$each stays (--uninstall --purge removes it)"
  done
  if [ -n "$(boot_config)" ] && [ -e "$(boot_config).before-boardpi" ]; then
    note "SPI stays on; $(boot_config).before-boardpi is the file as it was"
  fi
}

remove_kiosk() {
  local unit=boardpi-kiosk.service
  [ -e "/etc/systemd/system/$unit" ] || return 0
  change "show the big screen no more" systemctl --quiet disable "$unit"
  if is_systemd_running; then
    change "stop the big screen" systemctl stop "$unit"
  fi
  change "remove $unit" rm -f "/etc/systemd/system/$unit" /etc/sysusers.d/boardpi-kiosk.conf
}
