"""Passwords kept as scrypt hashes, never as they are."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os

from rag.errors import SettingsError

SHORTEST = 8
_N, _R, _P = 2**14, 8, 1  # 16 MB and some 50 ms


def hashed(password: str) -> str:
    """Return a password's hash, with its salt and parameters. Raises `SettingsError`."""
    if len(password) < SHORTEST:
        raise SettingsError(f"The password is too short: take at least {SHORTEST} characters.")
    salt = os.urandom(16)
    return f"scrypt:{_N}:{_R}:{_P}:{_text(salt)}:{_text(_digest(password, salt, _N, _R, _P))}"


def matches(password: str, hash_: str) -> bool:
    """Say whether a password has this hash. Raises `SettingsError` where it is no hash."""
    try:
        name, n, r, p, salt, digest = hash_.split(":")
        if name != "scrypt":
            raise ValueError(name)
        found = _digest(password, base64.urlsafe_b64decode(salt), int(n), int(r), int(p))
        return hmac.compare_digest(found, base64.urlsafe_b64decode(digest))
    except ValueError as error:
        raise SettingsError(
            "ASKPAPERS_PASSWORD_HASH is no hash of a password. Make one with: "
            "askpapers web --set-password"
        ) from error


def _digest(password: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=n, r=r, p=p, dklen=32)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode()
