"""What commands share at the terminal: the parser, files, colours, tables, pictures, sentences.

A command imports from here and from its own folder, never from another command.
"""
