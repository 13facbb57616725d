"""From a question in a conversation to one that stands alone, without a language model."""
