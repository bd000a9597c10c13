"""Games that may be the true one, and what the evidence of the hands says of them. Pure."""
