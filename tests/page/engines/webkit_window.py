#!/usr/bin/python3
"""A window of nothing but WebKit, for its driver: of any size, as narrow as a phone.

It runs in the system's own Python, which has the libraries of Debian. WebKit does not write the
console of a driven page anywhere, so a script that comes before the page's own passes on what
goes wrong; each is a line on standard output.
"""

from __future__ import annotations

from typing import Any

import gi  # type: ignore[import-not-found]

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # type: ignore[import-not-found]  # noqa: E402

LISTEN = """
const tell = (...words) => window.webkit.messageHandlers.trouble.postMessage(words.join(" "));
const hear = ({ message, target: { src, href } }) => tell(message ?? src ?? href);
addEventListener("error", hear, true);
addEventListener("unhandledrejection", ({ reason }) => tell("unhandled:", reason));
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  tell("policy:", violatedDirective, blockedURI));
for (const kind of ["error", "warn"]) {
  const write = console[kind];
  console[kind] = (...words) => {
    tell(`console.${kind}:`, ...words);
    write.apply(console, words);
  };
}
"""
CONTEXT = WebKit2.WebContext.new_ephemeral()
EARS = WebKit2.UserContentManager()


def hear(_ears: Any, told: Any) -> None:
    """Pass it on to the driver, whose output the test reads."""
    print("TROUBLE", told.get_js_value().to_string().replace("\n", " "), flush=True)


def create_view(_session: Any) -> Any:
    """Another window."""
    view = WebKit2.WebView(
        web_context=CONTEXT, is_controlled_by_automation=True, user_content_manager=EARS
    )
    window = Gtk.Window(type=Gtk.WindowType.TOPLEVEL)
    window.set_default_size(390, 844)
    window.add(view)
    window.show_all()
    return view


def begin(_context: Any, session: Any) -> None:
    """The driver has come."""
    about = WebKit2.ApplicationInfo()
    about.set_name("boardpi-tests")
    session.set_application_info(about)
    session.connect("create-web-view", create_view)


def listen() -> None:
    """Hear every page from its first line on."""
    frames, start = WebKit2.UserContentInjectedFrames, WebKit2.UserScriptInjectionTime
    EARS.register_script_message_handler("trouble")
    EARS.connect("script-message-received::trouble", hear)
    EARS.add_script(WebKit2.UserScript.new(LISTEN, frames.TOP_FRAME, start.START, None, None))


if __name__ == "__main__":
    listen()
    CONTEXT.set_automation_allowed(True)
    CONTEXT.connect("automation-started", begin)
    Gtk.main()
