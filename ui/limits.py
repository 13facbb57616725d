"""What the server takes at most."""

MOST_FILES = 50  # added at once
MOST_MEGABYTES = 200  # of a file
MOST_BODY = 4_000_000  # bytes of any other request
