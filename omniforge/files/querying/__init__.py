"""SQL queries over tables in files, in a sandboxed process."""
