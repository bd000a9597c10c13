# shellcheck shell=bash
# The program: each release is a virtual environment of its own, "current" points to one.
# A release counts only with its mark, which is written last: what was cut short is built anew.
readonly OPT=/opt/boardpi RELEASES=/opt/boardpi/releases CURRENT=/opt/boardpi/current
readonly MARK=.complete LOCKS="$HERE/installer/lock"
SOURCE='' VERSION='' RELEASE='' OLD=''

# What is installed: this checkout, or the wheel of boardpi in --wheels (or beside us).
find_source() {
  local found=()
  if [ -z "$WHEELS" ] && [ ! -f "$HERE/pyproject.toml" ]; then
    WHEELS="$HERE/wheels"
  fi
  if [ -z "$WHEELS" ]; then
    SOURCE="$HERE"
    VERSION="$(sed -n 's/^__version__ = "\(.*\)"/\1/p' "$HERE/boardpi/__init__.py")"
  else
    found=("$WHEELS"/boardpi-*.whl)
    [ -f "${found[0]}" ] || die "there is no boardpi-*.whl in $WHEELS: 'make wheels' makes one"
    [ ${#found[@]} -eq 1 ] || die "more than one boardpi is in $WHEELS: ${found[*]##*/}. Leave one"
    SOURCE="${found[0]}"
    VERSION="$(basename "$SOURCE" | cut -d- -f2)"
  fi
  [ -n "$VERSION" ] || die "$HERE/boardpi/__init__.py tells no version: is this checkout whole?"
  same "boardpi $VERSION from $SOURCE"
}

provided_extras() {
  python3 - "$SOURCE" <<'PYTHON'
import email, pathlib, sys, tomllib, zipfile
source = pathlib.Path(sys.argv[1])
if source.is_dir():
    project = tomllib.loads((source / "pyproject.toml").read_text("utf-8"))["project"]
    print(*project.get("optional-dependencies", {}))
else:
    with zipfile.ZipFile(source) as wheel:
        name = next(n for n in wheel.namelist() if n.endswith(".dist-info/METADATA"))
        print(*email.message_from_bytes(wheel.read(name)).get_all("Provides-Extra", []))
PYTHON
}

# The locks: packages that were tested, with the hashes of their files. Those of extras agree where
# they name the same package, for all are parts of one.
LOCK_FILES=("$LOCKS/boardpi.txt")

check_extras() {
  local known name
  [ -f "$LOCKS/boardpi.txt" ] || die "there is no $LOCKS/boardpi.txt: is this checkout whole?"
  [ -n "$EXTRAS" ] || return 0
  known="$(provided_extras)" LOCK_FILES=()
  for name in $EXTRAS; do
    # shellcheck disable=SC2086 # a list of words
    is_in "$name" $known ||
      die "boardpi $VERSION has no extra '$name' (it has: ${known:-none}); --board $BOARD cannot be installed with it" 2
    [ -f "$LOCKS/$name.txt" ] ||
      die "the extra '$name' is for developers: $LOCKS has no $name.txt" 2
    LOCK_FILES+=("$LOCKS/$name.txt")
  done
}

# Everything that makes one program another, as a short name.
release_name() {
  local sum
  sum="$({
    python3 --version 2>/dev/null
    echo "$EXTRAS"
    cat "${LOCK_FILES[@]}" | sha256sum
    sum_files
  } | sha256sum)"
  echo "$VERSION-${sum:0:10}"
}

sum_files() (
  cd "${WHEELS:-$SOURCE}"
  if [ -n "$WHEELS" ]; then set -- ./*.whl; else set -- boardpi pyproject.toml; fi
  find "$@" -type f ! -name '*.pyc' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
)

build_release() {
  OLD="$(readlink "$CURRENT" 2>/dev/null || true)"
  RELEASE="$RELEASES/$(release_name)"
  if [ "$REINSTALL" = no ] && [ -e "$RELEASE/$MARK" ]; then
    same "$RELEASE"
    return 0
  fi
  if [ "$REINSTALL" = yes ] && [ -e "$RELEASE/$MARK" ]; then
    RELEASE="$RELEASE-$(date +%s)" # never under the feet of a running table
  fi
  check_wheels
  [ "$DRY_RUN" = yes ] || note "building $RELEASE; on a small Pi this takes some minutes"
  change "build $RELEASE" build_environment
}

# pip would refuse a wrong file, too, but in words that nobody understands.
check_wheels() {
  local told needed=("${LOCK_FILES[@]}")
  [ -n "$WHEELS" ] || return 0
  [ -z "$EXTRAS" ] || needed+=("$LOCKS/build.txt") # some of them are compiled on the Pi
  told="$(python3 -I "$HERE/installer/lock.py" "${needed[@]}" "$WHEELS" 2>&1)" || {
    [ -z "$EXTRAS" ] || told+=$'\n'"'make wheels FOR=\"$EXTRAS\"' gathers what these extras need, too"
    die "$told"
  }
}

build_environment() {
  rm -rf "$RELEASE"
  mkdir -p "$RELEASES"
  python3 -m venv "$RELEASE" || return 1
  if ! fill_environment 2>&1 | tee "$RELEASE/pip.log" |
    sed -nu 's/^Collecting \([^ ]*\).*/    … \1/p; s/^Processing [^ ]*\/\([^ /]*\).*/    … \1/p'; then
    # Of a file with a wrong hash, pip lists every right one.
    grep -v '^ *Expected ' "$RELEASE/pip.log" | tail -n 15 >&2
    return 1
  fi
  rm -rf "$RELEASE/.build"
  check_environment || return 1
  sync -f "$RELEASE"
  touch "$RELEASE/$MARK"
}

# First a wheel of everything, then the environment from these. What builds wheels of others comes
# from a lock as well, and never gets into the environment.
fill_environment() {
  local work="$RELEASE/.build" locked=(--require-hashes) file wanted=()
  for file in "${LOCK_FILES[@]}"; do
    wanted+=(--requirement "$file")
  done
  [ -z "$WHEELS" ] || locked+=(--no-index --find-links "$WHEELS")
  if [ -z "$WHEELS" ] || [ -n "$EXTRAS" ]; then
    run_pip install "${locked[@]}" --only-binary :all: --target "$work/tools" \
      --requirement "$LOCKS/build.txt" || return 1
  fi
  # PYPI=1 tells lgpio's build, where it has no wheel, to bring the C library along.
  PYPI=1 PYTHONPATH="$work/tools" run_pip wheel --no-build-isolation "${locked[@]}" \
    --wheel-dir "$work/wheels" "${wanted[@]}" &&
    PYTHONPATH="$work/tools" run_pip wheel --no-build-isolation --no-index --wheel-dir "$work/wheels" "$SOURCE" &&
    run_pip install --quiet --no-index "$work"/wheels/*.whl
}

run_pip() {
  "$RELEASE/bin/python" -m pip "$1" --no-input --no-cache-dir --progress-bar off \
    --disable-pip-version-check --no-deps "${@:2}"
}

check_environment() {
  local told
  told="$("$RELEASE/bin/python" -m pip check --disable-pip-version-check 2>&1)" || {
    warn "${LOCK_FILES[*]} does not fit boardpi $VERSION ('make lock' mends it): $told"
    return 1
  }
  "$RELEASE/bin/boardpi" --version >/dev/null
}

switch_to() {
  ln -sfn "$1" "$OPT/.current.new" && mv -T "$OPT/.current.new" "$CURRENT" && sync "$OPT"
}

# The current release and the one before it stay; what was cut short goes.
sweep_releases() {
  local each
  for each in "$RELEASES"/*; do
    if [ -d "$each" ] && [ "$each" != "$RELEASE" ] && [ "$each" != "$OLD" ]; then
      change "remove the old release ${each##*/}" rm -rf "$each"
    fi
  done
}

link_command() {
  local link=/usr/local/bin/boardpi
  [ "$PACKAGED" = no ] || return 0
  if [ "$(readlink "$link" 2>/dev/null || true)" = "$CURRENT/bin/boardpi" ]; then
    same "$link"
  elif [ -e "$link" ] || [ -L "$link" ]; then
    warn "$link is something else and stays; the command is $CURRENT/bin/boardpi"
  else
    change "link $link" ln -s "$CURRENT/bin/boardpi" "$link"
  fi
}

# Where shells look for what they complete by: SHELL PLACE.
completion_places() {
  local share=/usr/local/share zsh=site-functions
  [ "$PACKAGED" = no ] || share=/usr/share zsh=vendor-completions
  printf '%s %s\n' bash "$share/bash-completion/completions/boardpi" \
    zsh "$share/zsh/$zsh/_boardpi" fish "$share/fish/vendor_completions.d/boardpi.fish"
}

write_completions() {
  local shell place
  # An older release knows nothing of it.
  if [ "$DRY_RUN" = no ] && ! tell_completion bash >/dev/null 2>&1; then return 0; fi
  while read -r shell place; do
    if tell_completion "$shell" 2>/dev/null | cmp -s - "$place"; then
      same "$place"
    else
      change "write $place" put_completion "$shell" "$place"
    fi
  done < <(completion_places)
}

tell_completion() { "$CURRENT/bin/boardpi" completion "$1" </dev/null; }

put_completion() {
  mkdir -p "$(dirname "$2")" && tell_completion "$1" >"$2.new" && chmod 0644 "$2.new" && mv "$2.new" "$2"
}

remove_completions() {
  local place
  while read -r _ place; do
    remove_files "$place"
  done < <(completion_places)
}
