"""What the server offers beside the page's own events, by plain HTTP."""

from __future__ import annotations

from starlette.routing import BaseRoute

from ui.http import adding, api, conversations, openai, papers
from ui.service import Service


def routes(service: Service) -> list[BaseRoute]:
    """Return all routes over a service."""
    parts = (papers, conversations, adding, api, openai)
    return [route for part in parts for route in part.routes(service)]
