"""The list of models, as servers of different makers write it."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from jupyter_assistant.errors import ProviderError
from jupyter_assistant.providers.base import ModelInfo

_WINDOWS = ("context_window", "context_length", "max_context_length", "max_model_len")
_LISTS = ("data", "models", "result")


def read_models(body: bytes, url: str) -> tuple[ModelInfo, ...]:
    """The models of a `GET …/models`.

    Raises:
        ProviderError: this is no such list; names the address.
    """
    try:
        value = msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError):
        is_page = body.lstrip().startswith(b"<")
        what = "a web page" if is_page else "what is no JSON"
        raise ProviderError(
            "protocol", f"{url} answered with {what}. Is it the address of a chat API?"
        ) from None
    if isinstance(value, dict):
        found = cast("dict[str, Any]", value)
        value = next((found[key] for key in _LISTS if key in found), None)
    if not isinstance(value, list):
        raise ProviderError("protocol", f"{url} answered with no list of models.")
    models = (_model(item) for item in cast("list[Any]", value))
    return tuple(model for model in models if model is not None)


def _model(item: Any) -> ModelInfo | None:
    if isinstance(item, str):
        return ModelInfo(item)
    if not isinstance(item, dict):
        return None
    raw = cast("dict[str, Any]", item)
    model_id = raw.get("id") or raw.get("name") or raw.get("model")
    if not isinstance(model_id, str):
        return None
    name = raw.get("display_name") or raw.get("name")
    windows = (raw.get(key) for key in _WINDOWS)
    return ModelInfo(
        id=model_id,
        name=name if isinstance(name, str) and name != model_id else "",
        window_tokens=next((w for w in windows if isinstance(w, int) and w > 0), None),
    )
