"""The page that asks for the password."""

from __future__ import annotations

from html import escape

from ui.view.words import Words


def login(words: Words, fault: str = "") -> str:
    """Return the page; `fault` says what was wrong with the last try."""
    said = f'<p class="ap-failure" role="alert">{escape(fault)}</p>' if fault else ""
    return (
        f'<!doctype html><html lang="{words.lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<title>Askpapers</title><link rel="stylesheet" href="/askpapers/page.css"></head>'
        f'<body class="ap-login"><main><h1>Askpapers</h1>{said}<form method="post" action="/login">'
        f'<label>{words.password}<input name="password" type="password" required autofocus '
        f'autocomplete="current-password"></label><button>{words.enter}</button></form></main>'
        "</body></html>"
    )
