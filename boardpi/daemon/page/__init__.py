"""What the page is told and what it may change beside the board: snapshot, score book, settings.

`service` is the running table as the web asks it; `answers` has the type of everything it answers.
"""
