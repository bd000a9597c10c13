"""Games on their way from book to book. Exports write them as records, JSON and CSV; imports read
such files, and arrivals are written into the book, each game once.
"""
