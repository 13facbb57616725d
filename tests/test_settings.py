from pathlib import Path

import pytest

from askpapers import SettingsError
from rag.settings import load


def test_the_environment_wins_over_the_file(tmp_path: Path):
    file = tmp_path / ".env"
    file.write_text("ASKPAPERS_INDEX=from-file\nOTHER=1\n", encoding="utf-8")
    assert load({}, file).index == Path("from-file")
    assert load({"ASKPAPERS_INDEX": "from-environment"}, file).index == Path("from-environment")


def test_without_settings_the_defaults_hold(tmp_path: Path):
    assert load({"ASKPAPERS_INDEX": ""}, tmp_path / "absent").index == Path("askpapers-index")


def test_an_unknown_setting_is_an_error_that_names_the_nearest():
    with pytest.raises(SettingsError, match=r"ASKPAPERS_INDXE.*ASKPAPERS_INDEX"):
        load({"ASKPAPERS_INDXE": "x"}, None)


def test_a_broken_file_is_an_error(tmp_path: Path):
    file = tmp_path / ".env"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="can't be read"):
        load({}, file)


def test_the_example_file_is_valid():
    assert load({}, Path(__file__).parents[1] / ".env.example").index == Path("askpapers-index")


def test_a_key_is_taken_without_the_line_end_behind_it_and_never_shown():
    settings = load({"OPENAI_API_KEY": " sk-secret\n"}, None)
    assert settings.api_key == "sk-secret"
    assert "sk-secret" not in repr(settings)


@pytest.mark.parametrize("key", ["sk-\nsecret", "sk-sécret", "sk secret"])
def test_a_key_that_no_header_takes_is_an_error_that_does_not_show_it(key: str):
    with pytest.raises(SettingsError, match="OPENAI_API_KEY") as caught:
        load({"OPENAI_API_KEY": key}, None)
    assert "cret" not in str(caught.value)


@pytest.mark.parametrize(
    ("variable", "value"),
    [("CONTEXT", "many"), ("CONTEXT", "10"), ("TEMPERATURE", "3"), ("PRICES", "x")],
)
def test_values_out_of_range_name_their_variable(variable: str, value: str):
    name = f"ASKPAPERS_{variable}"
    with pytest.raises(SettingsError, match=name):
        load({name: value}, None)


def test_prices_are_read_by_model():
    prices = load({"ASKPAPERS_PRICES": "a/b:7b=0.4/1.6, c=1/2"}, None).prices
    assert dict(prices) == {"a/b:7b": (0.4, 1.6), "c": (1, 2)}
