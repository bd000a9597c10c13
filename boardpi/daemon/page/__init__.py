"""What the page is told and what it may ask: snapshots, the score book, choices that are kept."""
