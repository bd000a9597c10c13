"""The menu at the wood: what can be chosen, where it shines, and how a hand chooses it."""
