"""How many records of real export files arrive, and what became of the others."""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.common import SHARED
from ingest.cleaning import clean
from ingest.readers import find_sources, read_file
from rag.errors import InputFileError
from rag.types import Paper, Rejected

EXPORTS = SHARED / "exports"

# Where the count of the manifest is not ours: why.
KNOWN = {
    "Endnote.pattern.A.enw": "one author and no title: counted as no record, reported as one",
    "Endnote.pattern.E.enw": "one editor and no title: counted as no record, reported as one",
    "RisImporterTest1.ris": "a made-up record with a type in its middle twice: three types, three",
    "encoding-utf-16BE-without-header.bib": "its one entry was not counted: it is in UTF-16",
}


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of a file that is said to hold `counted` records."""

    file: str
    kind: str
    counted: int
    papers: int
    rejected: tuple[Rejected, ...]

    @property
    def arrived(self) -> int:
        """Records that are papers now, or are reported with their place and a reason."""
        return self.papers + len(self.rejected)


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    if not EXPORTS.is_dir():
        print(f"Skipped: this needs the export files in {EXPORTS}, which are not there.")
        sys.exit(0)
    files = list(read_all())
    print(f"{'format':<20}{'files':>6}{'counted':>9}{'papers':>8}{'reported':>10}{'lost':>6}")
    for kind in sorted({file.kind for file in files}):
        print(row(kind, [file for file in files if file.kind == kind]))
    print(row("all", files), end="\n\nReported, and why:\n")
    reasons = Counter(rej.reason.partition(" (")[0] for file in files for rej in file.rejected)
    print(*(f"{count:>6}  {reason}" for reason, count in reasons.most_common()), sep="\n")
    print("\nFiles whose count differs, and why:")
    for file in files:
        if file.arrived != file.counted:
            why = KNOWN.get(Path(file.file).name, "NOT EXPLAINED")
            print(f"  {Path(file.file).name}: counted {file.counted}, read {file.arrived}: {why}")


def read_all() -> Iterator[Read]:
    """Read every file of the manifest."""
    with (EXPORTS / "MANIFEST.tsv").open(encoding="utf-8", newline="") as manifest:
        for entry in csv.DictReader(manifest, delimiter="\t"):
            found = list(records(EXPORTS / entry["file"]))
            rejected = tuple(item for item in found if isinstance(item, Rejected))
            papers = len(found) - len(rejected)
            yield Read(entry["file"], entry["format"], int(entry["records"]), papers, rejected)


def records(path: Path) -> Iterator[Paper | Rejected]:
    """Yield what becomes of each record; a file without one yields nothing."""
    for source in find_sources(path):
        if isinstance(source, Rejected):
            yield source
            continue
        try:
            for record in read_file(source):
                yield record if isinstance(record, Rejected) else clean(record)
        except InputFileError as error:
            yield Rejected(source.name, None, None, str(error))


def row(kind: str, files: list[Read]) -> str:
    lost = sum(max(0, file.counted - file.arrived) for file in files)
    counted, papers = sum(f.counted for f in files), sum(f.papers for f in files)
    reported = sum(len(file.rejected) for file in files)
    return f"{kind:<20}{len(files):>6}{counted:>9}{papers:>8}{reported:>10}{lost:>6}"


if __name__ == "__main__":
    main()
