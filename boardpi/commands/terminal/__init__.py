"""What all commands share at the terminal: the parser, files, colours, tables, small pictures."""
