"""How much OmniForge adds to the bare model stream. `make bench`. Needs only this checkout and loopback."""
