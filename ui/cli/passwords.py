"""The password of the page, typed unseen and never given on the command line."""

from __future__ import annotations

import sys
from getpass import getpass

from rag.errors import SettingsError
from rag.settings import load
from ui.passwords import hashed


def password_hash(wanted: bool) -> str:
    """Return the hash that is set, else that of a password asked for where one is `wanted`."""
    return load().password_hash or (new_hash() if wanted else "")


def new_hash() -> str:
    """Ask for a new password twice and return its hash. Raises `SettingsError`."""
    if not sys.stdin.isatty():
        raise SettingsError(
            "A password can be typed in a terminal only. Make its hash there, with: askpapers web "
            "--set-password, and set ASKPAPERS_PASSWORD_HASH to it."
        )
    password = getpass("Password for the page: ")
    if getpass("The same again: ") != password:
        raise SettingsError("The two passwords differ. Start again.")
    return hashed(password)
