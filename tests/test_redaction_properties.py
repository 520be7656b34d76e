"""What holds for any text: nothing survives, nothing else changes, in linear time."""

import string
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from jupyter_assistant.redaction import MASK, Redactor, named_secrets

redact = Redactor()
FOLDER = Path(__file__).parent / "data" / "redaction"
HEX = "0123456789abcdef" * 2
RANDOM = "Zt8Qm2Lr5Kx9Wv3Hb7Nc1Jd4Fg6Ys0Pa"
EXAMPLES = [
    line.replace("{random}", RANDOM).replace("{hex}", HEX).translate({171: "", 187: ""})
    for name in ("masked.txt", "kept.txt", "forms.txt")
    for line in (FOLDER / name).read_text("utf-8").splitlines()
]

TOKEN = st.text(string.ascii_letters + string.digits, min_size=24, max_size=40).filter(
    lambda t: any(c.isdigit() for c in t) and any(c.isalpha() for c in t)
)
PASSWORD = st.text(
    string.ascii_letters + string.digits + "!$%^*()-_=+.,~", min_size=6, max_size=30
).filter(lambda p: not p.isdigit() and any(c.isdigit() for c in p))
PROSE = st.text(string.ascii_letters + " .,\n()", max_size=40)


@given(PROSE, st.sampled_from(["sk-", "ghp_", "gsk_", "glpat-", "AIza"]), TOKEN, PROSE)
def test_no_key_survives(before, prefix, token, after):
    assert token not in redact(f"{before} {prefix}{token} {after}")


@given(PROSE, st.sampled_from(["Bearer ", "bearer ", "BEARER  "]), TOKEN, PROSE)
def test_no_bearer_token_survives(before, scheme, token, after):
    assert token not in redact(f"{before} {scheme}{token} {after}")


@given(
    st.sampled_from(["api_key", "token", "access_token", "password", "sig", "key"]),
    st.text(string.ascii_letters + string.digits + "%._-", min_size=1, max_size=30),
    st.booleans(),
)
def test_no_secret_query_parameter_survives(name, value, is_first):
    assume(any(c.isalnum() for c in value))
    value += "q7Q"  # not a word that the rest of the address holds
    assume("xxx" not in value.lower())
    pairs = [f"{name}={value}", "page=2"]
    query = "&".join(pairs if is_first else reversed(pairs))
    clean = redact(f"GET https://api.example/v1/data?{query} took 3 s")
    assert value not in clean
    assert "https://api.example/v1/data?" in clean
    assert "page=2" in clean


@given(st.sampled_from(["postgresql", "mongodb+srv", "https", "amqp"]), PASSWORD)
@example("https", "00000,")
@example("https", "$A0000")
def test_no_password_of_an_address_survives_and_user_and_host_do(scheme, password):
    assume("://" not in password)
    clean = redact(f"x {scheme}://reporter:{password}@db3.internal:5432/sales y")
    assert clean == f"x {scheme}://reporter:{MASK}@db3.internal:5432/sales y"


@given(
    st.sampled_from(
        [
            'password = "{}"',
            "{{'api_key': '{}'}}",
            '{{"DB_PASSWORD": "{}"}}',
            "f(secret='{}', user='x')",
            "export DB_PASS='{}'",
            'token: "{}"',
        ]
    ),
    PASSWORD,
)
def test_no_literal_beside_a_secrets_name_survives(form, password):
    assume(password.strip("*.xX_-=") and "$" not in password and "%" not in password)
    assume(not password.isalpha())
    assert password not in redact(form.format(password)).replace(MASK, "")


ANYTHING = st.lists(
    st.one_of(
        st.sampled_from([*EXAMPLES, MASK]),
        st.sampled_from(
            [
                "password",
                "token=",
                "api_key: ",
                '"',
                "'",
                "\n",
                ",",
                " ",
                "://",
                "a:b@c",
                "Bearer ",
                "{",
                "[",
                "(",
                ")",
                "|",
                "  ",
                "\\",
                "?",
                "&",
                "=",
                "İ",
                "\t",
            ]
        ),
        st.text(max_size=12),
    ),
    max_size=14,
).map("".join)


@given(ANYTHING)
@example("İİ password='plum'")
@example(f"dapi{HEX}sk-{RANDOM}")
def test_what_was_redacted_once_is_redacted(text):
    once = redact(text)
    assert redact(once) == once


@given(st.text(string.ascii_lowercase + " .\n", max_size=300))
def test_plain_prose_is_the_same_object(text):
    assert redact(text) is text


MEGABYTE = 1_000_000
AWKWARD = [
    "password=", 'password="', "'password':'", "password,", "password ", "\\",
    '"', 'api_keys=["a",', "a://a:", "-----BEGIN RSA PRIVATE KEY-----", "eyJaaaaaa.",
    "user,password\n", "bearer ", "-u a:b ", "<password>", "|password|", "\n",
    "password: object ", "Cookie: a=b12345678;", "?a=b&sig=", "login me password x ",
    "password    ", "A1", "{", "f'{", "token:str=", "Basic YTpi ", "x-api-key: ",
]  # fmt: skip


@pytest.mark.parametrize("awkward", AWKWARD)
def test_a_megabyte_of_what_is_awkward_is_no_trouble(awkward):
    text = awkward * (MEGABYTE // 5 // len(awkward))
    clean = redact(text)
    assert redact(clean) == clean
    named_secrets(text)


def test_keys_glued_together_are_masked_one_after_the_other():
    assert redact(f"dapi{HEX}" * 5) == MASK * 5
    # Beyond what is real it ends, too.
    assert redact(f"dapi{HEX}" * 20).startswith(MASK * 8)
