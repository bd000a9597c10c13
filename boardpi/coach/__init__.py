"""The coach: what it knows, pure; whoever runs it brings time, files and the board."""
