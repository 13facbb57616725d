"""Titles that came in capitals, as words again."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_FEWEST_LETTERS, _FEWEST_WORDS = 12, 3
_SMALL_WORDS = """
a an the and or nor but for of in on at to by from with without via as into over under per vs is are
be its their between among during de la le les des du et der die das und von en el y o del los las
"""
_SMALL = frozenset(_SMALL_WORDS.split())
_KNOWN_ACRONYMS = """
DNA RNA MRNA HIV AIDS USA UK EU UN WHO NATO NASA MRI FMRI CT PET EEG ECG EMG ICU COVID SARS MERS HPV
HCV HBV TB BMI ADHD PTSD OCD IQ AI ML NLP LLM LLMS GPT CNN RNN LSTM GAN SVM PCA GPU CPU FPGA VLSI
API SQL XML HTML HTTP TCP IP IOT RFID GPS GIS CAD LED LCD UV IR NMR XRD SEM TEM STM AFM QCD QED SUSY
LHC CERN ATP GABA NMDA PCR ELISA CRISPR IEEE ACM ISO
"""
_ACRONYMS = frozenset(_KNOWN_ACRONYMS.split())
_ROMAN = re.compile(r"(?=[IVX])(?:X{0,2})(?:IX|IV|V?I{0,3})")
_VOWEL = re.compile(r"[AEIOUYÀ-ÖØ-Ý\u0370-\U0010ffff]")


def from_capitals(title: str, abstract: str) -> str:
    """Return a title in capitals in title case; any other title as it is.

    How a word is written in the abstract goes before everything; acronyms, numerals and words
    without a vowel stay in capitals.
    """
    words = _WORD.findall(title)
    letters = sum(map(str.isalpha, title))
    if title.upper() != title or title.lower() == title:
        return title
    if letters < _FEWEST_LETTERS or len(words) < _FEWEST_WORDS:
        return title
    known = _forms(abstract)
    return _WORD.sub(lambda word: _cased(word, title, known), title)


def _forms(abstract: str) -> dict[str, str]:
    """Return how the abstract writes its words; lower case wins, as a sentence has capitals too."""
    forms: dict[str, str] = {}
    for word in _WORD.findall(abstract):
        if word.upper() not in forms or word.islower():
            forms[word.upper()] = word
    return forms


def _cased(match: re.Match[str], title: str, known: dict[str, str]) -> str:
    word = match[0]
    before = title[: match.start()].rstrip()
    if word.lower() in _SMALL and before and before[-1] not in ":.?!–—":
        return word.lower()
    form = known.get(word, "")
    if form and not form.islower():
        return form
    if not form and (
        word in _ACRONYMS
        or not _VOWEL.search(word)
        or any(map(str.isdigit, word))
        or (len(word) > 1 and _ROMAN.fullmatch(word))
    ):
        return word
    return word.capitalize()
