"""What puts the built firmware into the package, with a note of what it was built from."""
