"""What can have the board: a lesson, a class, a review, a check. `activity` says what one is."""
