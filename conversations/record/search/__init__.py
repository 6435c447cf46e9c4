"""The index of what people said and of what their chats are called: blind, and each person's own."""
