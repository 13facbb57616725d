"""Where papers, their terms and their vectors are kept."""
