"""The menu at the wood."""
