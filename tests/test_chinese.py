from pathlib import Path

import pytest

import rag.chinese
from rag.chinese import is_chinese, translate


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("哪篇论文研究注意力？", True),
        ("RLER 那篇论文说的 self-confirming loop 是指什么？", True),
        ("对比 BERT 和 T5", True),
        ("《Attention Is All You Need》讲了什么？", True),
        ("Which paper is about attention?", False),
        ("What does 注意力 mean?", False),
        ("注意力についての論文はどれですか", False),
        ("", False),
    ],
)
def test_the_language_of_a_question(text: str, expected: bool) -> None:
    assert is_chinese(text) is expected


def test_terms_of_the_field_come_before_the_dictionary() -> None:
    assert translate("词元").alternatives[0][0] == "token"
    assert translate("扩展定律").text == "scaling law"
    assert translate("大模型的幻觉").text == "large language model hallucination"


def test_other_words_come_from_the_dictionary() -> None:
    translation = translate("蜜蜂")
    assert translation.text == "bee"
    assert "honeybee" in translation.alternatives[0]


def test_renderings_hold_no_notes_or_cross_references() -> None:
    words = "论文集里的图书馆、蜜蜂、显微镜、北京、法国、长城、咖啡和豆腐有多少"
    for renderings in translate(words).alternatives:
        assert all(r == r.strip() and not set("()[]/") & set(r) for r in renderings)
        assert not any(r.startswith(("to ", "CL:", "variant", "surname")) for r in renderings)


def test_pieces_in_other_scripts_stay_where_they_are() -> None:
    text = translate(
        "SimpleMem最多能把推理时的token消耗降低30%吗，self-confirming loop是指什么？"
    ).text
    assert text.startswith("SimpleMem ")
    assert " token consumption " in text
    assert " 30% " in text
    assert "self-confirming loop" in text


def test_a_border_to_latin_letters_changes_no_word() -> None:
    assert translate("用GPU训练模型").text == translate("用 GPU 训练模型").text


@pytest.mark.parametrize(
    ("traditional", "simplified"),
    [
        ("這篇論文如何評估強化學習？", "这篇论文如何评估强化学习？"),
        ("SSMoE 需要重新訓練模型嗎？", "SSMoE 需要重新训练模型吗？"),
        ("顯微鏡與特徵提取", "显微镜与特征提取"),
        ("乾淨的皇后", "干净的皇后"),
    ],
)
def test_traditional_characters_mean_what_simplified_ones_mean(
    traditional: str, simplified: str
) -> None:
    assert translate(traditional).text == translate(simplified).text


def test_glosses_name_the_words_as_they_were_asked() -> None:
    assert translate("強化學習").glosses == (("強化學習", "reinforcement learning"),)


def test_words_of_taiwan_are_known() -> None:
    assert translate("演算法與資訊檢索").text == "algorithm information retrieval"


def test_function_words_are_dropped_and_question_words_rendered() -> None:
    assert translate("有没有关于水印的论文？").text == "watermark ?"
    assert translate("为什么代码有多少行？").text.startswith("why code how many")


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("六千个样本", "6000"),
        ("三萬五千個樣本", "35000"),
        ("一百零五个样本", "105"),
        ("八亿三千万个样本", "830000000"),
        ("十二个样本", "12"),
    ],
)
def test_numbers_are_written_in_digits(words: str, number: str) -> None:
    assert translate(words).text == f"{number} sample"


def test_small_numbers_are_also_searched_by_name() -> None:
    assert translate("四个智能体").alternatives == (("4", "four"), ("agent", "agents", "agentic"))


def test_the_split_does_not_follow_the_longest_first_word_blindly() -> None:
    assert [word for word, _ in translate("不依赖顺序").glosses] == ["不依赖", "顺序"]
    assert [word for word, _ in translate("研究生命").glosses] == ["研究", "生命"]


def test_a_text_without_chinese_stays_as_it_is() -> None:
    assert translate("no Chinese here").text == "no Chinese here"
    assert translate("").text == ""


def test_every_word_of_the_glossary_stands_there_once_and_can_be_found() -> None:
    lines = (Path(rag.chinese.__file__).with_name("glossary.tsv")).read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    words = [word for spellings, _ in rows for word in spellings.split()]
    assert len(words) == len(set(words))
    for spellings, renderings in rows:
        expected = renderings.split("; ")[0]
        assert {translate(word).text for word in spellings.split()} == {expected}
