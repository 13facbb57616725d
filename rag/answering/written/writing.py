"""The answer in a model's words: ask, read, check, repair once; without a usable reply, ours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from rag import prompts
from rag.answering.draft import Draft, DraftSentence
from rag.answering.extractive import refuse
from rag.answering.written.asking import Received, Teller, ask
from rag.answering.written.checking import Checked, check_all, introduces, mostly_fails
from rag.answering.written.excerpts import Excerpts, Found, choose
from rag.answering.written.reply import Reply, preview, read
from rag.chinese import is_chinese
from rag.errors import ModelError, ModelWindowError
from rag.finding import Finding
from rag.llms.model import Model
from rag.running import Steps, total
from rag.support.checking import Checker
from rag.types import Delta, Dropped, Kind, Progress, Stage, Status, Usage

_NOTES = {
    "en": {
        "instead": "{error} This answer is without a model, in the papers' own words.",
        "unsupported": "What the model wrote is not supported by the papers. This answer is "
        "without a model, in the papers' own words.",
        "broken": "{error} What had come by then is shown.",
        "length": "The model's answer was cut at its greatest length (ASKPAPERS_MAX_TOKENS).",
        "filter": "The model's server withheld the rest of the answer (content filter).",
        "language": "The model answered in another language than the question's.",
        "refused": "The model found no answer in the papers.",
        "lead": "{error} The comparison is without a model's words.",
    },
    "zh": {
        "instead": "{error} 此回答未使用模型，为论文原文。",
        "unsupported": "模型所写的内容没有论文支持。此回答未使用模型，为论文原文。",
        "broken": "{error} 以下是已收到的部分。",
        "length": "模型的回答达到长度上限而被截断（ASKPAPERS_MAX_TOKENS）。",
        "filter": "模型服务器因内容过滤而没有给出其余回答。",
        "language": "模型没有用提问的语言作答。",
        "refused": "模型在论文中没有找到答案。",
        "lead": "{error} 以下比较未使用模型。",
    },
}
_UNSUPPORTED = "is not supported by the papers: {reason}"


@dataclass(frozen=True, slots=True)
class Written:
    """What is to be said, who wrote it, what it cost, and what a reader has to know of that."""

    draft: Draft
    model: str = "extractive"
    usage: Usage = field(default_factory=Usage)
    reply: str = ""
    dropped: tuple[Dropped, ...] = ()
    notes: tuple[str, ...] = ()


def is_written(draft: Draft, finding: Finding) -> bool:
    """Say whether a model may phrase the answer: where the papers answer, and it is no record.

    Lists, counts and surveys stay as they were computed; a comparison keeps its table.
    """
    if finding.question.kind in (Kind.LIST, Kind.COUNT, Kind.COLLECTION):
        return False
    quoted = any(support.quote for s in draft.sentences for support in s.supports)
    return draft.status in (Status.ANSWERED, Status.PARTLY) and quoted


def write(
    model: Model,
    finding: Finding,
    draft: Draft,
    numbers: dict[str, int],
    idf: Callable[[str], float],
) -> Steps[Written]:
    """Have a model phrase what `draft` answers, over the same evidence.

    `numbers` maps papers' ids to the numbers that they have. Yields `Progress` and `Delta`. No
    error of the model is raised: the draft stands in then, and a note says why.
    """
    language = finding.question.language
    writer = _Writer(model, finding, draft, dict(numbers), Checker(idf, language))
    try:
        return (yield from writer.written())
    except ModelError as error:
        key = "lead" if draft.table else "instead"
        note = _NOTES[language][key].format(error=model.redact(str(error)))
        return Written(draft, usage=writer.usage, reply=writer.reply, notes=(note,))


@dataclass(slots=True)
class _Writer:
    model: Model
    finding: Finding
    draft: Draft
    numbers: dict[str, int]
    checker: Checker
    usage: Usage = field(default_factory=Usage)
    reply: str = ""
    shown: str = ""

    @property
    def language(self) -> str:
        return self.finding.question.language

    def written(self) -> Steps[Written]:
        found = choose(self.finding, self.draft)
        received, excerpts, dropped = yield from self._asked(found)
        self.reply = received.text
        notes = self._notes(received)
        yield Progress(Stage.CHECK, len(excerpts.papers))
        reply = read(received.text, excerpts, complete=received.complete)
        dropped = (*dropped, *reply.dropped)
        if reply.refuses and not self.draft.table:
            return self._refusal(dropped, notes)
        checked = self._checked(reply, excerpts)
        checked = yield from self._repaired(checked, found)
        if not any(one.verdict.supported for one in checked):
            return self._instead(checked, dropped, notes)
        if self._is_foreign(checked):
            notes = (*notes, _NOTES[self.language]["language"])
        return self._outcome(checked, dropped, notes)

    def _asked(
        self, found: Sequence[Found]
    ) -> Steps[tuple[Received, Excerpts, tuple[Dropped, ...]]]:
        """Ask; where the model's window turns out smaller than it is set, once more with less."""
        for last in (False, True):
            prompt, excerpts, dropped = self._fitted(
                found, "differences" if self.draft.table else "answer"
            )
            yield Progress(Stage.WRITE, len(excerpts.papers))
            try:
                received = yield from ask(self.model, prompt, self._teller(excerpts))
            except ModelWindowError:
                if last:
                    raise
                self.model.window //= 2
                self.model.max_tokens = min(self.model.max_tokens, self.model.window // 4)
                continue
            self.usage = received.usage
            return received, excerpts, dropped
        raise ModelWindowError("The model's window is too small.")

    def _fitted(
        self, found: Sequence[Found], task: str, repaired: Sequence[str] = ()
    ) -> prompts.Fitted:
        return prompts.fit(
            found,
            question=self.finding.question.text,
            language=self.language,
            task=task,
            count=self.model.counter,
            budget=self.model.window - self.model.max_tokens,
            repaired=repaired,
        )

    def _teller(self, excerpts: Excerpts) -> Teller:
        """Return what turns the text so far into the piece of it that is new to the reader."""

        def tell(text: str) -> Iterator[Delta]:
            seen = preview(text, excerpts, self.numbers)
            if len(seen) > len(self.shown) and seen.startswith(self.shown):
                yield Delta(seen[len(self.shown) :])
                self.shown = seen

        self.shown = ""
        return tell

    def _checked(self, reply: Reply, excerpts: Excerpts, clear: bool = False) -> list[Checked]:
        checked = check_all(reply.claims, excerpts, self.checker, clear=clear)
        for place, one in enumerate(checked):
            if not one.verdict.supported and one.claim.text.rstrip("*").endswith((":", "：")):
                checked[place] = introduces(checked, place, excerpts, self.checker)
        return checked

    def _repaired(self, checked: list[Checked], found: Sequence[Found]) -> Steps[list[Checked]]:
        """Have the model write unsupported sentences anew, once; keep those that pass."""
        places = [n for n, one in enumerate(checked) if _repairable(one)]
        if not places or len(places) == len(checked):
            return checked
        yield Progress(Stage.REPAIR)
        texts = [checked[place].claim.text for place in places]
        try:
            prompt, excerpts, _ = self._fitted(found, "repair", texts)
            received = yield from ask(self.model, prompt)
        except ModelError:
            return checked
        self.usage = total([self.usage, received.usage])
        again = self._checked(read(received.text, excerpts), excerpts, mostly_fails(checked))
        if len(again) == len(places):
            for place, new in zip(places, again, strict=True):
                if new.verdict.supported:
                    old = checked[place].claim
                    claim = replace(new.claim, lead=old.lead)
                    gone = Dropped(
                        old.text, _UNSUPPORTED.format(reason=checked[place].verdict.reason)
                    )
                    checked[place] = replace(new, claim=claim, dropped=(*new.dropped, gone))
        return checked

    def _outcome(
        self, checked: Sequence[Checked], dropped: Sequence[Dropped], notes: Sequence[str]
    ) -> Written:
        more = [gone for one in checked for gone in one.dropped]
        if self.draft.table:  # only what is supported may stand before what was computed
            more += _gone(one for one in checked if not one.verdict.supported)
            checked = [one for one in checked if one.verdict.supported]
        sentences = [one.drafted(self.language) for one in checked]
        draft = replace(self.draft, sentences=(*sentences, *self._computed()))
        return Written(
            draft, self.model.name, self.usage, self.reply, (*dropped, *more), tuple(notes)
        )

    def _computed(self) -> tuple[DraftSentence, ...]:
        """Return the cells of a comparison's table, the last sentences of its draft."""
        table = self.draft.table
        cells = len(table.papers) * len(table.rows) if table else 0
        return self.draft.sentences[-cells:] if cells else ()

    def _instead(
        self,
        checked: Sequence[Checked],
        dropped: Sequence[Dropped],
        notes: Sequence[str],
    ) -> Written:
        notes = (*notes, _NOTES[self.language]["unsupported"])
        gone = (*dropped, *_gone(checked))
        return Written(self.draft, "extractive", self.usage, self.reply, gone, notes)

    def _refusal(self, dropped: tuple[Dropped, ...], notes: tuple[str, ...]) -> Written:
        question = self.finding.question
        first = self.finding.evidence[0]
        draft = refuse(first, self.language, named=bool(question.named))
        notes = (*notes, _NOTES[self.language]["refused"])
        return Written(draft, self.model.name, self.usage, self.reply, dropped, notes)

    def _notes(self, received: Received) -> tuple[str, ...]:
        notes = _NOTES[self.language]
        if received.fault:
            return (notes["broken"].format(error=self.model.redact(str(received.fault))),)
        return tuple(
            notes[key]
            for key, finish in (("length", "length"), ("filter", "content_filter"))
            if received.finish == finish
        )

    def _is_foreign(self, checked: Sequence[Checked]) -> bool:
        text = " ".join(one.claim.text for one in checked)
        return is_chinese(text) != (self.language == "zh")


def _repairable(one: Checked) -> bool:
    return not one.verdict.supported and "\n" not in one.claim.text


def _gone(checked: Iterator[Checked] | Sequence[Checked]) -> tuple[Dropped, ...]:
    return tuple(
        Dropped(one.claim.text, _UNSUPPORTED.format(reason=one.verdict.reason)) for one in checked
    )
