"""What keeps the file of the book safe: one table at a time, seals against rot, whole copies.
Others use `back_up`, `find_whole_backup` and `verify` of the club.
"""
