from __future__ import annotations

from dataclasses import replace

import pytest

import askpapers
from rag.chat import Chat
from rag.conversation.anew import question_of
from rag.conversation.ellipsis import complete, fragment
from rag.conversation.history import Turn, enumerated
from rag.errors import QuestionError
from rag.types import Answer, Citation, Status


def ids(answer: Answer) -> list[str]:
    return [citation.paper.id for citation in answer.citations]


def last_of(chain: askpapers.Chain, *questions: str) -> Answer:
    chat = chain.chat()
    return [chat.ask(question) for question in questions][-1]


LATENCY = "How much latency does AgentVocab save on τ-bench?"
MISSED = "What speedup does the sparse attention paper report?"


@pytest.mark.parametrize(
    ("before", "question", "standalone", "paper"),
    [
        (LATENCY, "And on τ²-bench?", LATENCY.replace("τ-bench", "τ²-bench"), "agentvocab"),
        ("What is EvolveR?", "Does it need labels?", "Does EvolveR need labels?", "evolver"),
        ("What is EvolveR?", "What does its core idea build on?", "EvolveR's core", "evolver"),
        ("What is EvolveR?", "And AgentLAB?", "What is AgentLAB?", "agentlab"),
        ("Compare EvolveR and GEM", "the second one", "What does GEM propose?", "gem"),
        ("What is EvolveR?", "No, I meant GEM.", "What is GEM?", "gem"),
        ("What is EvolveR?", "And what about GEM again, why?", "GEM: why?", "gem"),
        ("What does GEM propose?", "What model size did they try?", "GEM: What model", "gem"),
        (
            "What does VaLR score on VSI-Bench?",
            "Which model does it beat there?",
            "Which model does VaLR beat on VSI-Bench?",
            "valr",
        ),
        ("EvolveR 是什么？", "它需要标注吗？", "EvolveR 需要标注吗？", "evolver"),
        ("EvolveR 是什么？", "那 AgentLAB 呢？", "AgentLAB 是什么？", "agentlab"),
    ],
)
def test_a_follow_up_is_asked_of_the_paper_spoken_of(
    sample_chain: askpapers.Chain, before: str, question: str, standalone: str, paper: str
) -> None:
    answer = last_of(sample_chain, before, question)
    assert answer.standalone.startswith(standalone) or standalone in answer.standalone
    assert ids(answer) == [paper]
    assert answer.question == question


@pytest.mark.parametrize(
    "question",
    [
        "Which abstracts report results on SOTOPIA?",
        "What does GEM propose?",
        "Can a short reminder in the middle of its reasoning keep a model from unsafe answers?",
        "哪篇论文研究角色扮演？",
    ],
)
def test_a_new_subject_drags_in_nothing(sample_chain: askpapers.Chain, question: str) -> None:
    answer = last_of(sample_chain, LATENCY, question)
    assert answer.standalone == question
    assert "agentvocab" not in ids(answer)


def test_an_unanswerable_follow_up_stays_with_its_paper(sample_chain: askpapers.Chain) -> None:
    answer = last_of(sample_chain, "What does GEM propose?", "Which GPUs did they use?")
    assert set(ids(answer)) <= {"gem"}


def test_two_papers_are_compared(sample_chain: askpapers.Chain) -> None:
    chat = sample_chain.chat()
    chat.ask("What is EvolveR?")
    assert ids(chat.ask("Compare it with GEM.")) == ["evolver", "gem"]
    assert ids(chat.ask("What does the second one propose?")) == ["gem"]
    assert set(ids(chat.ask("How do these two differ?"))) == {"evolver", "gem"}


def test_another_paper_is_looked_for(sample_chain: askpapers.Chain) -> None:
    chat = sample_chain.chat()
    chat.ask("What does VaLR score on VSI-Bench?")
    chat.ask("Which model does it beat there?")
    answer = chat.ask("Which other paper here works with that model?")
    assert answer.standalone == "Which other paper here works with Qwen2.5-VL?"
    assert "valr" not in ids(answer)


def test_papers_keep_their_numbers(sample_chain: askpapers.Chain) -> None:
    chat = sample_chain.chat()
    for question in ("What is EvolveR?", "What is GEM?", "What is EvolveR?"):
        chat.ask(question)
    assert [answer.citations[0].number for answer in chat.answers] == [1, 2, 1]
    assert ids(chat.ask("What does [2] propose?")) == ["gem"]


def test_conversations_are_apart(sample_chain: askpapers.Chain) -> None:
    first, second = sample_chain.chat(), sample_chain.chat()
    first.ask("What is EvolveR?")
    second.ask("What is GEM?")
    assert ids(first.ask("Is there code for it?")) == ["evolver"]
    assert ids(second.ask("Is there code for it?")) == ["gem"]


def test_an_error_leaves_the_conversation_as_it_was(sample_chain: askpapers.Chain) -> None:
    chat = sample_chain.chat()
    chat.ask("What is EvolveR?")
    with pytest.raises(QuestionError):
        chat.ask("???")
    assert ids(chat.ask("Does it need labels?")) == ["evolver"]


@pytest.mark.parametrize(
    ("reply", "papers"),
    [
        ("the second", ["dhsa"]),
        ("Yes", ["token-sparse-attention"]),
        ("DHSA", ["dhsa"]),
        ("the one with a hierarchy of chunks", ["dhsa"]),
        ("第二篇", ["dhsa"]),
        ("both", ["token-sparse-attention", "dhsa"]),
    ],
)
def test_a_reply_picks_one_of_the_papers_offered(
    sample_chain: askpapers.Chain, reply: str, papers: list[str]
) -> None:
    chat = sample_chain.chat()
    _offer(chat, sample_chain, ["token-sparse-attention", "dhsa"])
    answer = chat.ask(reply)
    assert ids(answer) == papers
    assert MISSED in answer.standalone


def _offer(chat: Chat, chain: askpapers.Chain, offered: list[str]) -> None:
    """Make the last answer one that names several papers and asks which is meant."""
    answer = chat.ask(MISSED)
    papers = chain.index.get(offered)
    citations = tuple(Citation(number, paper) for number, paper in enumerate(papers, 1))
    chat._turns[-1] = Turn(replace(answer, status=Status.AMBIGUOUS, citations=citations))


@pytest.mark.parametrize(
    ("core", "earlier", "completed"),
    [
        ("on B", "How much does X gain on A?", "How much does X gain on B?"),
        ("Rank-1", "How much mAP does X gain?", "How much Rank-1 does X gain?"),
        ("memory", "How much latency does X save?", "How much memory does X save?"),
        ("in autumn", "How does methane leave lakes?", "How does methane leave lakes, in autumn?"),
        ("By how much", "Does X help on A?", "Does X help on A, by how much?"),
        ("在 B 上", "X 在 A 上提升了多少？", "X 在 B 上提升了多少？"),
    ],
)
def test_a_fragment_completes_the_question_before(core: str, earlier: str, completed: str) -> None:
    assert complete(core, earlier, ["X"]) == completed


@pytest.mark.parametrize(
    ("question", "standalone"),
    [
        ("and on which models?", "On which models was AgentLAB evaluated?"),
        ("and when?", "AgentLAB: when?"),
    ],
)
def test_a_follow_up_with_its_own_question_word_asks_its_own(
    sample_chain: askpapers.Chain, question: str, standalone: str
) -> None:
    first = "How many attack types does AgentLAB implement?"
    answer = last_of(sample_chain, first, question)
    assert answer.standalone == standalone
    assert set(ids(answer)) == {"agentlab"}
    assert "five new attack types" not in answer.sentences[0].text


@pytest.mark.parametrize(
    ("core", "earlier", "asked"),
    [
        ("how", "How much does X gain on A?", "How does X gain on A?"),
        ("why", "How many steps does X need?", "Why does X need steps?"),
        ("by how much", "Does X help on A?", "By how much does X help on A?"),
        ("how many tasks", "How many games are in X?", "How many tasks are in X?"),
        ("where", "When was X published?", "Where was X published?"),
        ("on which data", "How was X trained?", "On which data was X trained?"),
        ("为什么", "X 快多少倍？", "为什么X 快？"),
        ("在哪些模型上", "X 快多少倍？", "X 在哪些模型上做了评测？"),
        ("which loss", "How much does X gain on A?", None),
    ],
)
def test_a_question_word_takes_the_place_of_the_one_before(
    core: str, earlier: str, asked: str | None
) -> None:
    assert question_of(core, earlier, "X") == asked


def test_a_link_in_between_is_not_what_a_fragment_completes(sample_chain: askpapers.Chain) -> None:
    asked = ("How much does AgentVocab cut latency?", "Where is its code?", "And memory?")
    assert last_of(sample_chain, *asked).standalone == "How much does AgentVocab cut memory?"


@pytest.mark.parametrize(
    ("text", "core"),
    [
        ("And on Qwen3?", "on Qwen3"),
        ("那 Rank-1 呢？", "Rank-1"),
        ("By how much?", "By how much"),
        ("Does it hurt accuracy?", None),
        ("这会影响性能吗？", None),
    ],
)
def test_fragments_are_told_from_sentences(text: str, core: str | None) -> None:
    assert fragment(text) == core


def test_items_are_counted_off() -> None:
    text = (
        "It has (1) a fine-tuning, which explores; (2) step-wise RL that is fast; and (3) a cache."
    )
    assert enumerated(text) == ("a fine-tuning", "step-wise RL", "a cache")


def test_chinese_words_compare_with_the_paper_spoken_of(sample_chain: askpapers.Chain) -> None:
    answer = last_of(sample_chain, "What is EvolveR?", "和 GEM 比呢？")
    assert answer.standalone == "Compare EvolveR and GEM."
    again = last_of(sample_chain, "What is EvolveR?", "What is GEM?", "compare it with GEM")
    assert again.standalone == answer.standalone


def test_a_question_about_something_else_leaves_the_paper(sample_chain: askpapers.Chain) -> None:
    answer = last_of(sample_chain, "What is UltraHorizon?", "What is the capital of France?")
    assert (answer.standalone, answer.status) == (answer.question, Status.NOT_FOUND)


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("Which papers are about agents?", "And which of those release code?"),
        ("Which papers are about agents?", "How many of them release code?"),
        ("哪些论文与智能体有关？", "其中哪些发布了代码？"),
    ],
)
def test_a_list_is_asked_further(sample_chain: askpapers.Chain, before: str, question: str) -> None:
    chat = sample_chain.chat()
    listed, answer = set(ids(chat.ask(before))), chat.ask(question)
    releasing = set(ids(sample_chain.ask("Which papers release code?")))
    assert listed & releasing <= set(ids(answer)) <= releasing
    assert len(ids(answer)) < len(releasing)


BENCHMARKS = "Which papers propose benchmarks for agents?"


@pytest.mark.parametrize(
    ("before", "question", "papers", "expected"),
    [
        (BENCHMARKS, "How many of those have code?", 4, {"agentlab", "persona2web"}),
        (BENCHMARKS, "其中哪些有代码？", 4, {"agentlab", "persona2web"}),
        (BENCHMARKS, "And which of them are from 2026?", 4, None),
        ("Compare AgentLAB and UltraHorizon", "which one releases code?", 2, {"agentlab"}),
    ],
)
def test_what_was_spoken_of_is_listed_by_an_exact_property(
    sample_chain: askpapers.Chain, before: str, question: str, papers: int, expected: set[str]
) -> None:
    answer = last_of(sample_chain, before, question)
    assert f"of the {papers} papers" in answer.text or f"{papers} 篇论文中" in answer.text
    assert expected is None or set(ids(answer)) == expected


def test_a_list_that_asks_for_itself_is_bound_to_no_paper(sample_chain: askpapers.Chain) -> None:
    answer = last_of(sample_chain, "Tell me about AgentLAB", "没有作者的论文有哪些？")
    assert "57 篇论文" in answer.text
