"""Does what a sentence cites support it? Checked without another call of a model."""
