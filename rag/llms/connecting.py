"""Which language model writes the answers: one given, else what the settings say, else none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rag.errors import ModelError, ModelRequestError, UsageError
from rag.llms.counting import use_bundled_encodings
from rag.llms.endpoint import OPENAI, Endpoint, address_of, client
from rag.llms.faults import translate
from rag.llms.model import Model
from rag.settings import Settings

if TYPE_CHECKING:
    from llama_index.core.llms import LLM

_DEFAULT_AT_OPENAI = "gpt-4.1-mini"
_NO_MODEL = "none"
_UNNAMED = "default"
_LONGEST_LISTING = 10.0  # seconds


def connect(settings: Settings, llm: LLM | None = None) -> Model | None:
    """Return the model to write with, None where none is given or set.

    Nothing is sent yet, unless the server has to be asked which model it offers. Raises
    `UsageError` for an `llm` that is none of LlamaIndex's, `SettingsError` for an unusable address,
    and `ModelRequestError` where the server offers several models or tells none.
    """
    if llm is not None:
        return _given(settings, llm)
    wanted = settings.model.lower() != _NO_MODEL and (settings.api_key or settings.base_url)
    if not wanted:
        return None
    address = address_of(settings.base_url) if settings.base_url else OPENAI
    endpoint = Endpoint(address, settings.api_key)
    name = settings.model or _offered(endpoint)
    return Model(
        name,
        window=settings.context,
        max_tokens=min(settings.max_tokens, settings.context // 4),
        endpoint=endpoint,
        temperature=settings.temperature,
        timeout=settings.timeout,
        price=settings.prices.get(name),
    )


def _given(settings: Settings, llm: LLM) -> Model:
    use_bundled_encodings()
    from llama_index.core.llms import LLM

    if not isinstance(llm, LLM):
        raise UsageError(f"llm has to be an LLM of LlamaIndex, not {type(llm).__name__}.")
    about = llm.metadata
    name = about.model_name if about.model_name != "unknown" else type(llm).__name__
    longest = about.num_output if about.num_output > 0 else settings.max_tokens
    return Model(
        name,
        window=about.context_window,
        max_tokens=min(longest, about.context_window // 4),
        given=llm,
        price=settings.prices.get(name),
    )


def _offered(endpoint: Endpoint) -> str:
    """Return the one model that a server offers."""
    if endpoint.address == OPENAI:
        return _DEFAULT_AT_OPENAI
    try:
        names = offered_models(endpoint)
    except ModelError:
        return _UNNAMED  # the first question tells what is wrong, and is answered without a model
    if len(names) == 1:
        return names[0]
    some = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
    raise ModelRequestError(
        f"The server {endpoint.address} offers {len(names)} models. Set ASKPAPERS_MODEL to one of "
        f"them: {some}."
        if names
        else f"The server {endpoint.address} does not tell its models. Set ASKPAPERS_MODEL."
    )


def offered_models(endpoint: Endpoint) -> list[str]:
    """Return the names of the models that a server lists. Raises the errors below `ModelError`."""
    import openai

    try:
        with client(endpoint) as connection:
            server = openai.OpenAI(
                api_key="in-the-header",
                base_url=endpoint.address,
                max_retries=0,
                timeout=_LONGEST_LISTING,
                http_client=connection,
            )
            return sorted(str(model.id) for model in server.models.list())
    except Exception as error:
        raise translate(error, endpoint.address, (endpoint.key,)) from None
