# shellcheck shell=bash
# The score book: its copy before an upgrade, the trial of a new release on that copy, the way back.
# The service's user owns the folder and could lay a link there that leads anywhere: what happens in
# it happens with that user's rights, never with root's.
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
# become_function FUNCTION WORD...: the same for a function of ours that needs nothing but its words.
become_function() { become_boardpi bash -euo pipefail -c "$(declare -f "$1"); \"\$@\"" bash "$@"; }
do_as_boardpi() { (become_function "$@"); }

is_book_there() { as_boardpi test -e "$BOOK" 2>/dev/null; }

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
    write_completions
    return 0
  fi
  stop_service
  back_up_book
  change "try the new release: does it start and answer?" try_release
  change "switch $CURRENT to ${RELEASE##*/}" switch_to "$RELEASE"
  sweep_releases
  link_command
  write_completions
}

back_up_book() {
  if ! is_book_there; then
    note "no score book yet"
    return 0
  fi
  BACKUP="$BACKUPS/before-$VERSION-$(date +%Y%m%d-%H%M%S).sqlite"
  change "back the score book up to $BACKUP" copy_book
}

copy_book() {
  as_boardpi "$RELEASE/bin/boardpi" backup --book "$BOOK" "$BACKUP" >/dev/null || return 1
  do_as_boardpi sweep_backups "$BACKUPS" "$KEPT_BACKUPS"
}

# sweep_backups FOLDER KEPT
sweep_backups() {
  cd "$1"
  # shellcheck disable=SC2010,SC2012 # our own names: no spaces, sorted by their time of writing
  ls -t | { grep '^before-[^ ]*\.sqlite$' || true; } | tail -n "+$(($2 + 1))" | xargs -r rm -f --
}

# The real configuration is read, the real book is not touched, nobody's port is taken.
try_release() {
  local port
  as_boardpi "$RELEASE/bin/boardpi" config check --config "$CONFIG" >/dev/null || return 1
  port="$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')"
  do_as_boardpi lay_trial "$TRIAL" "$port" "$BACKUP" || return 1
  become_function run_trial "$TRIAL" "$RELEASE/bin/boardpi" 9>&- &
  TRIAL_PID=$!
  wait_for_trial && end_trial
}

# lay_trial FOLDER PORT BACKUP
lay_trial() {
  rm -rf "$1"
  mkdir "$1"
  [ -z "$3" ] || cp "$3" "$1/book.sqlite"
  printf '[page]\nport = %s\n[book]\npath = "%s"\n' "$2" "$1/book.sqlite" >"$1/boardpi.toml"
}

# run_trial FOLDER PROGRAM
run_trial() { exec "$2" run --config "$1/boardpi.toml" --board virtual >"$1/log" 2>&1; }

wait_for_trial() {
  local deadline=$((SECONDS + TRIAL_SECONDS))
  until as_boardpi "$RELEASE/bin/boardpi" status --config "$TRIAL/boardpi.toml" >/dev/null 2>&1; do
    if ! kill -0 "$TRIAL_PID" 2>/dev/null || [ "$SECONDS" -ge "$deadline" ]; then
      warn "the new release does not start; the old one stays. It said:"
      as_boardpi cat "$TRIAL/log" | sed 's/^/    /' >&2
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
    as_boardpi rm -rf "$TRIAL"
  fi
}

# The new release has failed in earnest: the old program, and a book that it can read.
roll_back() {
  warn "boardpi $VERSION does not start here; going back to ${OLD##*/}"
  systemctl stop boardpi.service || true
  [ -z "$BACKUP" ] || keep_or_restore_book
  switch_to "$OLD"
  systemctl start boardpi.service || true
  die "the upgrade was taken back; 'journalctl -u boardpi' tells why it failed"
}

# What the new release has acknowledged counts, if the old one can read it. If not, the book is put
# aside whole, with the log of SQLite (-wal) that may hold its last moves.
keep_or_restore_book() {
  local aside
  aside="$STATE/failed-upgrade-$(date +%Y%m%d-%H%M%S)"
  if do_as_boardpi read_book "$OLD/bin/boardpi" "$BOOK" "$aside" >/dev/null 2>&1; then
    note "the score book stays, with every move since the upgrade"
  elif do_as_boardpi restore_book "$BOOK" "$BACKUP" "$aside"; then
    warn "boardpi $VERSION has changed the score book. It is as before the upgrade; the changed one is in $aside"
  else
    warn "the score book could not be brought back. The one before the upgrade is $BACKUP"
  fi
}

# read_book PROGRAM BOOK ASIDE: whether this program reads it to its end.
read_book() {
  mkdir "$3"
  "$1" backup --book "$2" "$3/book.sqlite" || return 1
  rm -rf "$3"
}

# restore_book BOOK BACKUP ASIDE: the changed book is copied whole before anything of it goes.
restore_book() {
  local part
  mkdir -p "$3"
  for part in '' -wal -shm; do
    [ ! -e "$1$part" ] || cp --preserve=mode,timestamps "$1$part" "$3/book.sqlite$part"
  done
  rm -f "$1.restored"
  cp "$2" "$1.restored"
  sync -f "$3"
  rm -f "$1-wal" "$1-shm"
  mv -fT "$1.restored" "$1"
  sync -f "$1"
}

make_pin() {
  if is_book_there; then
    same "the score book is there, with the PIN as before"
    return 0
  fi
  change "make $BOOK and the PIN of this table" first_pin
}

first_pin() {
  PIN="$(as_boardpi "$CURRENT/bin/boardpi" pin --book "$BOOK" --json | tr -dc '0-9')"
  [ -n "$PIN" ]
}

# A file of tables from a stick: root reads what the user boardpi may not, and boardpi writes.
take_tables() {
  [ -n "$TABLES" ] || return 0
  if [ "$DRY_RUN" = yes ] || copy_tables; then
    change "copy $TABLES for the coach" use_tables
  else
    as_boardpi rm -f "$STATE/jasir.tables.new"
    warn "$TABLES is not used: the coach plays with the tables that it has"
  fi
}

# Beside its place, and checked there: boardpi names what is wrong with it.
copy_tables() {
  as_boardpi tee "$STATE/jasir.tables.new" <"$TABLES" >/dev/null &&
    as_boardpi "$CURRENT/bin/boardpi" tables check "$STATE/jasir.tables.new" >/dev/null
}

use_tables() { as_boardpi mv "$STATE/jasir.tables.new" "$STATE/jasir.tables"; }
