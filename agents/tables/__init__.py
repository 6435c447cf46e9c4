"""Tables that agents work on: rows under named columns, in plain Python."""
