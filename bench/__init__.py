"""How much OmniForge adds to the bare model stream. `make bench`; needs only this checkout and loopback."""
