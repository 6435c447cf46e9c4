"""The record: conversations and messages, read, changed, listed, exported and erased."""
