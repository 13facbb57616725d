from __future__ import annotations

import gzip
import io
import struct
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

import askpapers
from ingest.readers import find_sources, read_file
from rag.errors import InputFileError
from rag.types import Rejected

BIB = "@article{a, title = {Owls}}\n"
RIS = "TY  - JOUR\nTI  - Gulls\nER  - \n"


def zipped(*members: tuple[str, str | bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return file.getvalue()


def test_files_of_a_zip_archive(read):
    content = zipped(
        ("sub/b.ris", RIS), ("a.bib", BIB), ("c.bib.gz", gzip.compress(BIB.encode())),
        ("__MACOSX/._a.bib", "x"), (".DS_Store", "x"), ("README.md", "# x"),
    )  # fmt: skip
    found = read(content, "export.zip")
    assert [(p.title, p.origins[0].file) for p in found] == [
        ("Owls", "export.zip/a.bib"), ("Owls", "export.zip/c.bib.gz"),
        ("Gulls", "export.zip/sub/b.ris"),
    ]  # fmt: skip


def test_what_is_not_read_of_an_archive_is_said(read):
    inner = zipped(("a.bib", BIB))
    content = zipped(("../../up.bib", BIB), ("/abs.bib", BIB), ("in.zip", inner), ("ok.bib", BIB))
    found = read(content, "export.zip")
    assert [p.title for p in found if not isinstance(p, Rejected)] == ["Owls"]
    reasons = " ".join(item.reason for item in found if isinstance(item, Rejected))
    assert reasons.count("leads out of its archive") == 2
    assert reasons.count("archive in an archive") == 1


def test_encrypted_members_are_said(read):
    content = bytearray(zipped(("a.bib", BIB)))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        struct.pack_into("<H", content, content.index(signature) + offset, 0x1)
    (rejected,) = read(bytes(content), "export.zip")
    assert "encrypted" in rejected.reason


def test_bombs_are_not_unpacked(read):
    (rejected,) = read(zipped(("a.txt", b" " * 50_000_000)), "bomb.zip")
    assert "unpacks to 50,000,000 bytes" in rejected.reason
    with pytest.raises(InputFileError, match="times its size"):
        read(gzip.compress(b"@article{a, title={x}}\n" + b" " * 20_000_000), "bomb.bib.gz")


def test_damaged_archives_are_said(read):
    content = zipped(("a.bib", BIB * 100))
    assert "damaged" in read(content[:-30], "cut.zip")[0].reason
    assert "damaged" in read(b"\x1f\x8b\x08rubbish", "cut.bib.gz")[0].reason


def test_what_stands_before_the_damage_is_read(tmp_path):
    entries = "".join(f"@article{{k{i}, title = {{Owls {i}}}}}\n" for i in range(5000))
    path = tmp_path / "cut.bib.gz"
    path.write_bytes(gzip.compress(entries.encode())[:-2000])
    report = askpapers.ingest(path, index=tmp_path / "index")
    assert report.read > 1000
    assert "damaged" in report.rejected[-1].reason


def test_standard_input(monkeypatch, tmp_path):
    for content in (RIS.encode(), gzip.compress(RIS.encode()), zipped(("a.ris", RIS))):
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(content)))
        (source,) = find_sources(Path("-"))
        assert source.name in ("stdin", "stdin/a.ris")
        assert [record.fields["title"] for record in read_file(source)] == ["Gulls"]


def test_ingest_of_a_folder_with_everything(tmp_path):
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "a.zip").write_bytes(zipped(("a.bib", BIB)))
    (folder / "b.ris.gz").write_bytes(gzip.compress(RIS.encode()))
    (folder / "paper.pdf").write_bytes(b"%PDF-1.4 x")
    report = askpapers.ingest(folder, index=tmp_path / "index")
    assert (report.read, report.added) == (2, 2)
    assert [(item.file, "PDF" in item.reason) for item in report.rejected] == [("paper.pdf", True)]
