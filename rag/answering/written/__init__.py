"""Answers that a language model writes, each sentence checked against what it cites."""
