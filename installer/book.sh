# shellcheck shell=bash
# The score book: its copy before an upgrade, the trial of a new release on that copy, the way back.
readonly STATE=/var/lib/boardpi BACKUPS=/var/lib/boardpi/backups
readonly TRIAL=/var/lib/boardpi/.trial KEPT_BACKUPS=5 TRIAL_SECONDS=120
BOOK=/var/lib/boardpi/book.sqlite BACKUP='' TRIAL_PID='' PIN=''

# become_boardpi COMMAND...: this shell is replaced; as_boardpi comes back.
become_boardpi() {
  umask 077
  cd /
  exec setpriv --reuid=boardpi --regid=boardpi --init-groups --pdeathsig=TERM \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME="$STATE" STATE_DIRECTORY="$STATE" "$@"
}
as_boardpi() { (become_boardpi "$@"); }

# The book that the configuration names, which may be another than ours.
find_book() {
  local program named
  program="$RELEASE/bin/boardpi"
  if [ -x "$program" ] && [ -e "$CONFIG" ]; then
    named="$(as_boardpi "$program" config show --json 2>/dev/null |
      python3 -c 'import json, sys; print(json.load(sys.stdin)["book_path"])' 2>/dev/null || true)"
    BOOK="${named:-$BOOK}"
  fi
}

# With the table at rest: copy the book, try the new release on the copy, switch.
upgrade_book_and_switch() {
  find_book
  if [ "$OLD" = "$RELEASE" ]; then
    same "${RELEASE##*/} is current"
    sweep_releases
    link_command
    return 0
  fi
  stop_service
  back_up_book
  change "try the new release: does it start and answer?" try_release
  change "switch $CURRENT to ${RELEASE##*/}" switch_to "$RELEASE"
  sweep_releases
  link_command
}

back_up_book() {
  if [ ! -e "$BOOK" ]; then
    note "no score book yet"
    return 0
  fi
  BACKUP="$BACKUPS/before-$VERSION-$(date +%Y%m%d-%H%M%S).sqlite"
  change "back the score book up to $BACKUP" copy_book
}

copy_book() {
  as_boardpi "$RELEASE/bin/boardpi" backup --book "$BOOK" "$BACKUP" >/dev/null || return 1
  # shellcheck disable=SC2012 # our own names: no spaces, sorted by their time of writing
  ls -t "$BACKUPS"/before-*.sqlite | tail -n +$((KEPT_BACKUPS + 1)) | xargs -r rm -f
}

# The real configuration is read, the real book is not touched, nobody's port is taken.
try_release() {
  local port
  as_boardpi "$RELEASE/bin/boardpi" config check --config "$CONFIG" >/dev/null || return 1
  port="$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')"
  rm -rf "$TRIAL"
  install -d -m 0700 -o boardpi -g boardpi "$TRIAL"
  [ -z "$BACKUP" ] || install -m 0600 -o boardpi -g boardpi "$BACKUP" "$TRIAL/book.sqlite"
  printf '[page]\nport = %s\n[book]\npath = "%s"\n' "$port" "$TRIAL/book.sqlite" >"$TRIAL/boardpi.toml"
  chmod 0644 "$TRIAL/boardpi.toml"
  become_boardpi "$RELEASE/bin/boardpi" run --config "$TRIAL/boardpi.toml" --board virtual \
    >"$TRIAL/log" 2>&1 9>&- &
  TRIAL_PID=$!
  wait_for_trial && end_trial
}

wait_for_trial() {
  local deadline=$((SECONDS + TRIAL_SECONDS))
  until as_boardpi "$RELEASE/bin/boardpi" status --config "$TRIAL/boardpi.toml" >/dev/null 2>&1; do
    if ! kill -0 "$TRIAL_PID" 2>/dev/null || [ "$SECONDS" -ge "$deadline" ]; then
      warn "the new release does not start; the old one stays. It said:"
      sed 's/^/    /' "$TRIAL/log" >&2
      return 1
    fi
    sleep 0.3
  done
}

end_trial() {
  if [ -n "$TRIAL_PID" ]; then
    kill -TERM "$TRIAL_PID" 2>/dev/null || true
    wait "$TRIAL_PID" 2>/dev/null || true
    TRIAL_PID=''
    rm -rf "$TRIAL"
  fi
}

# The new release has failed in earnest: the old program and the book as it was.
roll_back() {
  warn "boardpi $VERSION does not start here; going back to ${OLD##*/}"
  systemctl stop boardpi.service || true
  if [ -n "$BACKUP" ]; then
    mkdir -p "$STATE/failed-upgrade"
    mv -f "$BOOK" "$STATE/failed-upgrade/"
    rm -f "$BOOK-wal" "$BOOK-shm"
    install -m 0600 -o boardpi -g boardpi "$BACKUP" "$BOOK"
  fi
  switch_to "$OLD"
  systemctl start boardpi.service || true
  die "the upgrade was taken back; 'journalctl -u boardpi' tells why it failed"
}

make_pin() {
  if [ -e "$BOOK" ]; then
    same "the score book is there, with the PIN as before"
    return 0
  fi
  change "make $BOOK and the PIN of this table" first_pin
}

first_pin() {
  PIN="$(as_boardpi "$CURRENT/bin/boardpi" pin --book "$BOOK" --json | tr -dc '0-9')"
  [ -n "$PIN" ]
}
