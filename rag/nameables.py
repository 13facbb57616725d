"""Questions that only a proper name answers ("which LLM …"), and sentences that hold one."""

from __future__ import annotations

import re

from rag.plaintext import plain
from rag.support.names import names
from rag.types import Paper

_THING = (
    r"(?:[LMV]+LMs?|models?|backbones?|encoders?|drafters?|data ?sets?|corpus|corpora|benchmarks?"
    r"|baselines?|checkpoints?|codecs?|compressors?|databases?|hardware|GPUs?|phones?"
    r"|robots?(?: arms?)?|simulators?"
    r"|languages?|countr(?:y|ies)|cit(?:y|ies)|hospitals?|universit(?:y|ies)|compan(?:y|ies)"
    r"|providers?|platforms?|apps?|(?:search )?engines?|solvers?|librar(?:y|ies)|competitions?"
    r"|families|philosophers?)"
)
_OTHERWISE = "(?:kinds?|types?|sorts?|share|of|a|an|the|is|are|was|were|do|does|did)"
_ASKED = re.compile(
    rf"\b(?:which|what)(?: of the)?(?: (?!{_OTHERWISE}\b)[\w'/-]+){{0,4}}? {_THING}\b"
    rf"|\bnames? of\b.*\b{_THING}\b|^name (?:the )?.*\b{_THING}\b",
    re.IGNORECASE,
)
_NO_NAME = re.compile(
    r"(?:\b[A-Z][\w-]* (?:and |of |for )?)*"
    rf"\([A-Z][\w-]*\)(?! {_THING})"  # an abbreviation and its words
    r"|\b[A-Z][A-Za-z]*[A-Z]s\b|\b[A-Z]\w+ et al\b|\b(?:[LMV]*LM|VLA|D?NN|CNN|GNN|MoE|LoRA|AI|ML"
    r"|NLP|QA|RAG|RL|RLHF|SFT|KV|GPU|CoT|API|GUI|SOTA|OOD|ID|AR|KG|TTS|ASR|F1|[123]D)\b"
)


def asks_for_name(question: str) -> bool:
    """Say whether `question` asks which model, data set, language … it was."""
    return _ASKED.search(question) is not None


def names_others(text: str, paper: Paper, question: str = "") -> bool:
    """Say whether `text` names anything but the paper itself and what `question` names."""
    known = f"{question} {plain(paper.name or '')} {plain(paper.title or '')}".casefold()
    found = names(_NO_NAME.sub(" ", text))
    return any(name.casefold() not in known for name in found)
