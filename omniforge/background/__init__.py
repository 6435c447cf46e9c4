"""Work beside requests: the embedded queue, its clock and their sign of life."""
