"""The tools of agents. A tool is code: `registry.py` lists all. `gate.py` is the only way to call one."""
