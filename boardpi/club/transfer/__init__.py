"""Games on their way from book to book. Exports write them as records, JSON and CSV; imports read
such files and write what they hold into the book, each game once.
"""
