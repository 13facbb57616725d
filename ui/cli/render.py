"""Answers, papers and reports as plain text for people."""

from __future__ import annotations

from collections.abc import Iterator

from rag.plaintext import plain
from rag.types import Answer, Citation, IndexInfo, IngestReport, Paper, Rejected, Table
from ui.cli.output import counted


def answer_text(answer: Answer) -> str:
    """Return an answer, then the papers that it cites with the words quoted, then notes.

    In front stands what a question was understood as, if that is not what it says.
    """
    lines = answer.text.splitlines()
    if answer.table:
        lines = [line for line in lines if not line.startswith("|")]
        lines += _table_lines(answer.table)
    understood = answer.standalone.strip() != answer.question.strip()
    parts = [f"Understood as: {plain(answer.standalone)}"] if understood else []
    parts.append("\n".join(_readable(line) for line in lines).strip())
    if answer.citations:
        parts.append("\n".join(_citation(citation) for citation in answer.citations))
    parts += answer.notes
    if answer.reply:
        parts.append(
            "\n".join(
                [*(f"Left out: {d.marker}: {d.reason}" for d in answer.dropped), _cost(answer)]
            )
        )
    return "\n\n".join(parts)


def _cost(answer: Answer) -> str:
    """Return who wrote an answer, and what was read and written for it."""
    usage = answer.usage
    about = "about " if usage.estimated else ""
    text = (
        f"Written by {answer.model}" if answer.model != "extractive" else "Written without a model"
    )
    text += f"; {about}{usage.prompt_tokens} tokens read, {usage.completion_tokens} written"
    return text if usage.cost is None else f"{text}, at a cost of {usage.cost:.4f}"


def paper_text(paper: Paper, indent: str = "") -> str:
    """Return what names a paper, and below it who wrote it and where it is."""
    return "\n".join([heading(paper), *(f"{indent}{line}" for line in _details(paper))])


def heading(paper: Paper) -> str:
    """Return the paper's name and title, or what stands for them."""
    title = plain(paper.title or "")
    name = plain(paper.name or "")
    if name and title and name.lower() not in title.lower():
        return f"{name}: {title}"
    return title or plain(paper.label) or paper.id


def status_text(info: IndexInfo, size: int) -> str:
    """Return what an index holds; `size` is its size on disk in bytes."""
    rows = [
        ("Index", f"{info.path} ({size / 1e6:.1f} MB)"),
        ("Papers", _size(info)),
        ("Embedder", f"{info.embedder}, {info.dimension} dimensions"),
        *(("File", f"{name}: {counted(count)}") for name, count in info.files.items()),
        *(("Note", note) for note in info.notes),
    ]
    return "\n".join(f"{label:<10}{value}" for label, value in rows)


def _size(info: IndexInfo) -> str:
    parts = counted(info.passages, "passage"), counted(info.sentences, "sentence")
    return f"{info.papers:,} ({', '.join(parts)})"


def report_text(report: IngestReport) -> str:
    """Return what an ingest did, with a line for each record that was left out."""
    counts = ("added", "updated", "unchanged", "merged", "removed", "embedded")
    done = ", ".join(f"{getattr(report, count)} {count}" for count in counts)
    lines = [f"Read {counted(report.read)}: {done}."]
    lines += [f"Left out: {_place(rejected)}: {rejected.reason}" for rejected in report.rejected]
    lines += [
        f"Nothing was removed for {file}: a part of it could not be read, and may hold the papers. "
        "Mend it and run this again."
        for file in report.unpruned
    ]
    return "\n".join(lines)


def _readable(line: str) -> str:
    """Formulas and Markdown in plain words, with the line's indent kept."""
    return line[: len(line) - len(line.lstrip())] + plain(line)


def _table_lines(table: Table) -> Iterator[str]:
    """Yield a table aspect by aspect, a line for each paper: cells are too long for columns."""
    for row in table.rows:
        yield row.aspect
        for column, cell in zip(table.columns, row.cells, strict=True):
            markers = "".join(f"[{number}]" for number in cell.citations)
            yield f"    {column}: {' '.join(cell.text.split())} {markers}"


def _citation(citation: Citation) -> str:
    marker = f"[{citation.number}] "
    indent = " " * len(marker)
    quotes = [f"{indent}“{plain(quote.text)}”" for quote in citation.quotes]
    return "\n".join([marker + paper_text(citation.paper, indent), *quotes])


def _details(paper: Paper) -> Iterator[str]:
    venue = plain(paper.venue or "")
    if paper.year and str(paper.year) not in venue:
        venue = f"{venue} {paper.year}".strip()
    authors = ", ".join(paper.authors[:4]) + (" et al." if len(paper.authors) > 4 else "")
    link = paper.url or (f"https://doi.org/{paper.doi}" if paper.doi else "")
    known = [part for part in (authors, venue, link) if part]
    if known:
        yield ". ".join(part.rstrip(".") for part in known)
    if not paper.title and paper.origin:
        yield f"{paper.origin.file}, paper {paper.origin.record}"


def _place(rejected: Rejected) -> str:
    parts = [rejected.file]
    if rejected.line is not None:
        parts.append(f"line {rejected.line}")
    elif rejected.record is not None:
        parts.append(f"record {rejected.record}")
    return ", ".join(parts)
