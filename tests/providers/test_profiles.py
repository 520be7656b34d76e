"""What is known by an address alone."""

import pytest

from jupyter_assistant.providers.base import Connection
from jupyter_assistant.providers.profiles import (
    family_of,
    profile_of,
    sees_images,
    sizes_of,
)


@pytest.mark.parametrize(
    ("url", "family"),
    [
        (None, "compatible"),
        ("https://api.openai.com/v1", "openai"),
        ("https://eu.api.openai.com/v1", "openai"),
        ("https://x.openai.azure.com/openai/v1", "azure"),
        ("https://codestral.mistral.ai/v1", "mistral"),
        ("https://API.DeepSeek.com", "deepseek"),
        ("http://localhost:11434/v1", "ollama"),
        ("http://127.0.0.1:1234/v1", "lmstudio"),
        ("https://notmistral.ai/v1", "compatible"),
        ("https://mistral.ai.evil.example/v1", "compatible"),
    ],
)
def test_the_address_tells_who_speaks(url, family):
    assert family_of(Connection(base_url=url)) == family
    assert family_of(Connection(endpoint_url=url)) == family


def test_what_the_connection_says_counts_more():
    connection = Connection(
        base_url="https://api.openai.com/v1",
        family="mistral",
        window_tokens=1000,
        options={
            "supports_tools": False,
            "supports_images": False,
            "supports_reasoning": True,
        },
    )
    profile = profile_of(connection)
    assert profile.family == "mistral"
    assert profile.window_tokens == 1000
    assert (profile.supports_tools, profile.supports_images) == (False, False)
    assert profile.supports_reasoning


def test_sizes_are_known_for_a_few_models():
    assert sizes_of("gpt-4o-mini") == (128_000, 16_384)
    assert sizes_of("openai/gpt-4.1") == (1_047_576, 32_768)
    assert sizes_of("unheard-of") == (None, None)
    profile = profile_of(Connection(options={"model": "o3"}))
    assert (profile.window_tokens, profile.max_output_tokens) == (200_000, 100_000)


def test_models_that_read_text_only_are_known():
    profile = profile_of(Connection())
    assert sees_images(profile, "gpt-4o")
    assert not sees_images(profile, "deepseek-chat")
