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
