"""Firefox and WebKit, driven by their own protocols with nothing but Debian's packages."""
