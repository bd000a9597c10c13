# shellcheck shell=bash
# What the installer says. "+" was done, "=" was so already, "~" would be done, "!" needs eyes.
CHANGES=0

if [ -t 1 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ]; then
  BOLD=$'\e[1m' GREEN=$'\e[32m' YELLOW=$'\e[33m' RED=$'\e[31m' PLAIN=$'\e[0m'
else
  BOLD='' GREEN='' YELLOW='' RED='' PLAIN=''
fi

step() { printf '%s\n' "${BOLD}$1${PLAIN}"; }
same() { printf '  = %s\n' "$1"; }
note() { printf '    %s\n' "$1"; }
warn() { printf '%s\n' "  ${YELLOW}!${PLAIN} $1" >&2; }

# change SENTENCE COMMAND...: say it and do it; with --dry-run say only.
change() {
  local sentence="$1"
  shift
  CHANGES=$((CHANGES + 1))
  if [ "$DRY_RUN" = yes ]; then
    printf '  ~ %s\n' "$sentence"
    return 0
  fi
  "$@" || die "$sentence: '$*' failed (exit code $?)"
  printf '%s\n' "  ${GREEN}+${PLAIN} $sentence"
}

# quietly COMMAND...: what it says matters only if it fails.
quietly() {
  local said
  said="$("$@" 2>&1)" || {
    printf '%s\n' "$said" >&2
    return 1
  }
}

die() {
  printf '%s\n' "${RED}install.sh:${PLAIN} $1" >&2
  exit "${2:-1}"
}

# The last word, however it ends.
leave() {
  local code=$1
  trap - EXIT
  end_trial
  restart_what_was_stopped
  if [ "$code" -gt 128 ]; then
    printf '\n%s\n' "Interrupted. Nothing is broken: run it again, and it completes what is missing." >&2
  fi
  exit "$code"
}
