"""Settings of all tests."""

from hypothesis import settings

# Machines that run tests are busy with other things: how long one example takes proves nothing.
settings.register_profile("house", deadline=None)
settings.load_profile("house")
