"""How strong the coach is: its rivals, matches, the truth, and the page of results."""
