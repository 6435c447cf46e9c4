"""The tools themselves, a module for each kind. Every Tool in a module here is a tool of the site."""
