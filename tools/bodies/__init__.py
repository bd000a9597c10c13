"""The bodies that are printed: their measures, the shapes, and the drawing of how they go together.

`make bodies` makes the files in bodies/; that needs CadQuery, which nothing else does.
"""
