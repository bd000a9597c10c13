"""`boardpi check`: first light, on a real, an emulated or a simulated board."""
