"""From files to an index: the public call is `ingest`."""

from ingest.pipeline import DEFAULT_INDEX, ingest
from ingest.progress import OnProgress, Progress
from ingest.rebuilding import rebuild

__all__ = ["DEFAULT_INDEX", "OnProgress", "Progress", "ingest", "rebuild"]
