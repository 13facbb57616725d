"""What a paper goes by: the name that it introduces, and the other forms of it."""

from ingest.naming.acronyms import is_name
from ingest.naming.introduced import Introduced, find_introduced
from ingest.naming.names import title_prefix, with_name

__all__ = ["Introduced", "find_introduced", "is_name", "title_prefix", "with_name"]
