"""What staff and users do with a conversation: one verb a module."""
