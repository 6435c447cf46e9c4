"""How much OmniForge adds to the bare model stream. `make bench`; needs this checkout and loopback."""
