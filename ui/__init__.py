"""What people touch: the page and the command line."""
