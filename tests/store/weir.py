"""Four papers on animals at a weir."""

from __future__ import annotations

from typing import Any

from letters import Collection

from rag.store.index import Index

RECORDS = [
    {
        "id": f"p{number}",
        "title": f"A study of {animal} in winter",
        "abstract": f"We counted {animal} at the weir. {where}",
        "authors": [author],
        "year": year,
        "venue": venue,
        "doi": f"10.5555/{number}",
    }
    for number, (animal, author, year, venue, where) in enumerate(
        [
            ("otters", "Jürgen Müller", 2019, "River Letters", "Code: https://github.com/o/otters"),
            ("beetles", "Ama Sowah", 2021, "Journal of Beetles", "There were 83."),
            ("eels", "Ida Brook", 2023, "River Letters", "Data at https://example.org/eels"),
            ("herons", "Li Wei", None, None, "None was seen."),
        ]
    )
]


def found(collection: Collection, **where: Any) -> list[str]:
    with Index.open(collection.index, collection.embedder) as index:
        return [paper.id for paper in index.papers(where)]
