"""Tables of files queried in SQL, in a process of their own that reaches nothing but them."""
