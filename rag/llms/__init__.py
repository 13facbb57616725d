"""The language model's border: any model, through LlamaIndex, as a stream of pieces."""
