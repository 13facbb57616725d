"""What the name of a venue tells: whether it is a meeting, or a journal or archive."""

from __future__ import annotations

import re

_MEETING = re.compile(
    r"\b(?:proceedings|proc|conference|workshops?|symposi(?:um|a)|meeting|congress|findings)\b"
    r"|\bconf\b|会议|大会|研讨会",
    re.IGNORECASE,
)
_ASSEMBLED = re.compile(r"\b(?:conference|workshop|symposi|meeting|congress)", re.IGNORECASE)
# Societies call their journals "Proceedings", and so does ACM those that follow its conferences.
_JOURNAL = re.compile(
    r"\bproc(?:eedings|\.)? .{0,80}\b(?:academy|acad|society|soc|institution|endowment|acm on)\b"
    r"|\bproc(?:eedings|\.)? (?:of the )?(?:ieee$|r\.? soc|acm (?!sig)\w)",
    re.IGNORECASE,
)
# "ICML 2026", "CHI '24", "LREC-COLING 2024"
_WITH_YEAR = re.compile(
    r"([A-Z][A-Za-z&/+-]{0,20}[A-Z][A-Za-z]{0,10}) ?(?:(?:19|20)\d\d|['’]\d\d)\b"
)
_KNOWN = re.compile(
    r"(?:AAAI|A?ACL|ACCV|AISTATS|AAMAS|ASPLOS|BMVC|CHI|CIKM|COLING|COLM|COLT|CoNLL|CoRL|CSCW|CVPR"
    r"|EACL|ECAI|ECCV|ECIR|EMNLP|FAccT|FOCS|ICALP|ICASSP|ICCV|ICDE|ICDM|ICLR|ICML|ICPR|ICRA"
    r"|ICSE|IJCAI|IJCNLP|INFOCOM|Interspeech|IROS|ISMIR|KDD|LREC|MICCAI|MLSys|NAACL|NDSS|NeurIPS"
    r"|NIPS|NSDI|OSDI|PLDI|POPL|RecSys|SemEval|SIG[A-Z]{2,5}|SODA|SOSP|STOC|UAI|UIST|WACV|WMT|WSDM"
    r"|WWW|Advances in Neural Information Processing Systems)(?: ?(?:19|20)\d\d)?",
    re.IGNORECASE,
)
_NO_MEETING = re.compile(
    r"ACM|arXiv|\w+Rxiv|BMJ|CoRR|IEEE|IJCV|IJRR|JACM|JAIR|JAMA|JASA|JMLR|NEJM|PLOS|PNAS|PVLDB|SSRN"
    r"|T(?:ACL|KDE|MLR|NNLS|OG|OIS|PAMI)",
    re.IGNORECASE,
)


def is_meeting(venue: str | None) -> bool:
    """Say whether a venue is a meeting rather than a journal, as far as its name tells."""
    name = (venue or "").strip()
    if _JOURNAL.search(name) and not _ASSEMBLED.search(name):
        return False
    dated = _WITH_YEAR.match(name)
    if dated and not _NO_MEETING.fullmatch(dated[1]):
        return True
    return bool(_KNOWN.fullmatch(name) or _MEETING.search(name))
