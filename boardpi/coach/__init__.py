"""The coach: an opponent, hints and reviews. Pure: time comes in through a callable."""
