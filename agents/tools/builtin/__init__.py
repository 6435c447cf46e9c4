"""The tools that models are offered, one file an idea. What a file says of a tool is what a model reads."""
