"""Files: what people attach to messages, and what agents write for them. Their bytes lie encrypted."""
