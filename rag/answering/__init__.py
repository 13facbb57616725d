"""From evidence to a draft: what an answer is to say."""
