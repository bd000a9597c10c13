"""What can have the board: game, lesson, class, review and check, each with the actions it owns.

An action is declared once, in the `actions` of the class that runs it; `page.service` gathers them.
`activity` says what an activity is; lessons, classes and reviews share the table of `practice`.
"""
