"""Makes everything that follows from wiring/pins.toml: `make wiring`. Works only in a checkout."""
