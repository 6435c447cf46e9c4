"""Work outside requests: the embedded queue, its clock and their heartbeat."""
