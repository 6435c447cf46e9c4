"""Files that people attach and agents write. Their bytes are stored encrypted."""
