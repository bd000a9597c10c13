"""What works only in a checkout of the project; nothing in the package imports it."""
