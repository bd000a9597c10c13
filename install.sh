#!/usr/bin/env bash
# Installs boardpi on Raspberry Pi OS and Debian, upgrades it, removes it: sudo ./install.sh --help
set -euo pipefail
umask 022
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
readonly HERE

# shellcheck source=installer/terminal.sh
. "$HERE/installer/terminal.sh"
# shellcheck source=installer/options.sh
. "$HERE/installer/options.sh"
# shellcheck source=installer/checks.sh
. "$HERE/installer/checks.sh"
# shellcheck source=installer/release.sh
. "$HERE/installer/release.sh"
# shellcheck source=installer/book.sh
. "$HERE/installer/book.sh"
# shellcheck source=installer/system.sh
. "$HERE/installer/system.sh"
# shellcheck source=installer/service.sh
. "$HERE/installer/service.sh"
# shellcheck source=installer/hub.sh
. "$HERE/installer/hub.sh"
# shellcheck source=installer/removal.sh
. "$HERE/installer/removal.sh"

install_boardpi() {
  step "Looking at this machine"
  check_system
  check_python
  check_space
  find_source
  recall_choices
  check_extras
  install_packages

  step "User and places"
  make_user
  make_places

  step "Program"
  build_release

  step "Configuration"
  write_configuration

  step "Score book"
  upgrade_book_and_switch
  make_pin
  take_tables

  step "System"
  take_over
  place_rules
  place_units
  place_kiosk
  enable_spi
  fix_clock
  start_service
  set_up_hub
  keep_choices
  farewell
}

read_options "$@"
need_root
one_at_a_time
trap 'leave $?' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
if [ "$UNINSTALL" = yes ]; then
  remove_boardpi
else
  install_boardpi
fi
