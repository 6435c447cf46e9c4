"""The tools that models are offered, one file per topic. A tool's description here is what a model reads."""
