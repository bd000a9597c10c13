"""`make hub`: a club evening on this machine: broker, hub, virtual tables, and hands that play."""
