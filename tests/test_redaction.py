"""Credentials are masked wherever they stand; hosts, users and names are not."""

import base64
import json
from pathlib import Path

import pytest

from jupyter_assistant.errors import SettingInvalid
from jupyter_assistant.redaction import (
    MASK,
    Redactor,
    is_secret_name,
    may_be_secret,
    named_secrets,
    secret_values,
)

redact = Redactor()
SECRET = "plum-orchard-41"
HEX = "0123456789abcdef" * 2
RANDOM = "Zt8Qm2Lr5Kx9Wv3Hb7Nc1Jd4Fg6Ys0Pa"


def lines(name):
    """The lines of a file of examples."""
    path = Path(__file__).parent / "data" / "redaction" / name
    return path.read_text("utf-8").splitlines()


# In these, each `«…»` must be masked and everything else stay.
MASKED = lines("masked.txt")
KEPT = lines("kept.txt")
FORMS = [
    line.format(random=RANDOM, hex=HEX, upper=RANDOM.upper())
    for line in lines("forms.txt")
]


@pytest.mark.parametrize("marked", MASKED)
def test_a_secret_is_masked_and_all_around_it_stays(marked):
    if marked.count("«") > marked.count("»"):
        marked += "»"
    text = marked.replace("«", "").replace("»", "")
    pieces = marked.split("«")
    expected = pieces[0] + "".join(MASK + piece.split("»")[1] for piece in pieces[1:])
    assert redact(text) == expected
    assert redact(expected) == expected


@pytest.mark.parametrize("text", KEPT)
def test_what_is_no_secret_is_the_same_object(text):
    assert redact(text) is text


def test_lines_do_not_disturb_each_other():
    text = "\n".join(KEPT)
    assert redact(text) is text


@pytest.mark.parametrize("key", FORMS)
@pytest.mark.parametrize("around", ["{}", "x = {}", "('{}', 1)", "a\n{}\nb", "[{}]"])
def test_a_key_of_a_known_form_is_masked_wherever_it_stands(key, around):
    assert redact(around.format(key)) == around.format(MASK)


def test_webhooks_are_masked_and_their_hosts_stay():
    slack = "https://hooks.slack.com/services/T00/B00/" + RANDOM
    assert redact(slack) == f"https://hooks.slack.com/{MASK}"
    discord = f"https://discord.com/api/webhooks/123456/{RANDOM}"
    assert redact(discord) == f"https://discord.com/api/webhooks/{MASK}"


PEM = "-----BEGIN RSA PRIVATE KEY-----{0}MIIEpAIBAAKCAQEA7{1}{0}{1}{0}"
PEM_END = "-----END RSA PRIVATE KEY-----"


@pytest.mark.parametrize("end_of_line", ["\n", "\\n", "\r\n", "\\\\n", "\n    "])
@pytest.mark.parametrize("rest", [PEM_END, ""])
def test_a_private_key_goes_also_where_its_end_is_cut_off(end_of_line, rest):
    text = PEM.format(end_of_line, "Ab1/+" * 12) + rest + "\nafter: it"
    clean = redact(text)
    assert "Ab1/" not in clean
    assert "MIIE" not in clean
    assert clean.startswith("-----BEGIN RSA PRIVATE KEY-----" + MASK)
    assert clean.endswith("after: it")
    assert redact(clean) == clean


def test_encrypted_keys_with_headers_go_too():
    head = "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,AB12\n\n"
    text = PEM.format(head, "Ab1/+" * 12) + PEM_END
    assert "Ab1/" not in redact(text)


# Tables


def test_values_below_a_secrets_name_are_masked_in_tables_of_all_kinds():
    rows = [("alice", "plum-41x", "h1"), ("bob", "heron-7y", "h2")]
    for separator in (",", ";", "\t", " | ", "  │ "):
        table = "\n".join(
            separator.join(row) for row in [("user", "password", "host"), *rows]
        )
        clean = redact(table + "\n\nuser,other\na,plum-9z")
        assert "plum-41x" not in clean
        assert "heron-7y" not in clean
        for kept in ("alice", "bob", "h1", "h2", "plum-9z"):
            assert kept in clean


def test_a_password_that_reads_like_the_name_of_one_is_masked_below_its_column():
    clean = redact("id,password\n1,hunter2secret\n2,mysecret\n3,OPENAI_API_KEY")
    assert clean.splitlines()[1:] == [
        "1,[redacted]",
        "2,[redacted]",
        "3,OPENAI_API_KEY",
    ]


def test_aligned_tables_are_read_from_either_side():
    right = "    user  password host\n0  alice  plum-41x   h1\n1    bob  heron-7   h2"
    left = "user   password   host\nalice  plum-41x   h1\nbob    heron-77  h2"
    for table in (right, left):
        clean = redact(table)
        assert clean.count(MASK) == 2
        assert "alice" in clean
        assert "h2" in clean


def test_a_box_is_read_past_its_rules():
    box = (
        "│ user  ┆ password │\n│ ---   ┆ ---      │\n╞═══════╪══════════╡\n"
        "│ alice ┆ plum-41  │\n│ bob   ┆ heron-7  │\n└───────┴──────────┘"
    )
    clean = redact(box)
    assert "plum-41" not in clean
    assert "heron-7" not in clean
    assert "alice" in clean


@pytest.mark.parametrize(
    ("shown", "left"),
    [
        (
            "0    linen-otter-8\n1             None\nName: password, dtype: object",
            "0    {}\n1             None\nName: password, dtype: object",
        ),
        (
            "ann    linen-otter-8\nName: token, Length: 1, dtype: str",
            "ann    {}\nName: token, Length: 1, dtype: str",
        ),
        (
            "x\n\nann    linen-otter-8\nName: token, dtype: str",
            "x\n\nann    {}\nName: token, dtype: str",
        ),
        ("0    linen-otter-8\nName: city, dtype: str", None),
        (
            'Series: \'api_token\' [str]\n[\n\t"linen-otter-8"\n\tnull\n\t"***"\n]',
            'Series: \'api_token\' [str]\n[\n\t"{}"\n\tnull\n\t"***"\n]',
        ),
        ("Series: 'city' [str]\n[\n\t\"linen-otter-8\"\n]", None),
        ("Name: password, dtype: object", None),
    ],
)
def test_a_column_shown_alone_is_masked_by_its_name(shown, left):
    assert redact(shown) == (shown if left is None else left.format(MASK))


def test_values_on_the_line_below_their_name_are_masked():
    shown = (
        "- name: DB_PASSWORD\n  value: linen-otter-8\npassword: |\n  linen otter 8\n"
    )
    assert redact(shown) == (
        f"- name: DB_PASSWORD\n  value: {MASK}\npassword: |\n  {MASK}\n"
    )


def test_the_data_of_a_kubernetes_secret_are_masked():
    data = "data:\n  user: bGluZW4tb3R0ZXItOA==\n  note: |\nother: x\n"
    assert redact(f"kind: Secret\n{data}") == (
        f"kind: Secret\ndata:\n  user: {MASK}\n  note: |\nother: x\n"
    )
    assert redact(f"kind: ConfigMap\n{data}") == f"kind: ConfigMap\n{data}"


def test_a_private_key_in_base64_is_masked_and_a_certificate_stays():
    def coded(kind):
        text = f"-----BEGIN {kind}-----\nabcdefghijkl\n"
        return base64.b64encode(text.encode()).decode()

    for kind in ("PRIVATE KEY", "RSA PRIVATE KEY", "OPENSSH PRIVATE KEY"):
        assert redact(f"data: {coded(kind)}") == f"data: {MASK}"
    for kind in ("CERTIFICATE", "PUBLIC KEY"):
        assert redact(f"data: {coded(kind)}") == f"data: {coded(kind)}"


@pytest.mark.parametrize(
    ("name", "value", "secret"),
    [
        ("password", "plum", True),
        ("password", "***", False),
        ("city", SECRET, False),
        ("api_token", "a1b2c3", True),
        ("token", "covid-19", False),
        ("token", "zebra77quill", True),
        ("token", "two words 77", False),
        ("api_key", "~/keys/service-1.json", False),
        ("secret", "running", False),
        ("secret", None, True),
    ],
)
def test_what_a_name_of_the_kernel_holds_may_be_a_secret(name, value, secret):
    assert may_be_secret(name, value) is secret


def test_a_header_of_thousands_of_characters_is_none():
    text = "x," * 1500 + "password,y\n" + "1," * 1500 + "plum-41x,2"
    assert redact(text) is text


def test_sentences_and_other_lines_are_no_table():
    for text in (
        "user, password\nalice, 1",
        "  the password  is here\n  and 12345a  below it there is one more word",
        "password\nplum-41x",
        "x,password(y)\n1,plum-41x",
    ):
        assert redact(text + "\n").count(MASK) <= 1
    assert redact("password\nplum-41x") == "password\nplum-41x"


# What is known beforehand


def test_exact_values_go_wherever_they_stand_longest_first():
    known = Redactor([SECRET, SECRET + "-more", "p@ss w/rd"])
    assert known(f"x{SECRET}-more,{SECRET}y") == f"x{MASK},{MASK}y"
    assert known("p%40ss%20w%2Frd p%40ss+w%2Frd p@ss w/rd") == " ".join([MASK] * 3)


def test_short_values_are_not_looked_for():
    assert Redactor(["a", "12345", "     "]).values == frozenset()
    text = "a 12345"
    assert Redactor(["a", "12345", ""])(text) is text


def test_a_plain_word_is_masked_as_a_word():
    known = Redactor(["postgres"])
    assert known("postgres, postgresql://postgres@h") == (
        f"{MASK}, postgresql://{MASK}@h"
    )


def test_more_values_make_another_redactor():
    first = Redactor([SECRET], [r"EMP-\d+"])
    second = first.with_values("heron-777")
    assert first("heron-777") == "heron-777"
    assert second(f"heron-777 {SECRET} EMP-12") == " ".join([MASK] * 3)
    assert first.values == {SECRET}
    assert second.patterns == first.patterns


def test_the_mask_itself_is_never_masked():
    assert Redactor(["redacted"], [r"\w+"])(f"x{MASK}") == MASK + MASK
    assert Redactor([MASK])(MASK) == MASK


def test_a_pattern_of_the_person_is_masked_whole():
    assert Redactor(patterns=[r"EMP-\d+", r""])("see EMP-0042.") == f"see {MASK}."


def test_a_bad_pattern_is_named():
    with pytest.raises(SettingInvalid, match=r"redact_patterns holds '\('"):
        Redactor(patterns=["("])


def test_secret_values_of_the_environment():
    environ = {
        "OPENAI_API_KEY": "sk-1234567",
        "DB_PASS": "plum-41",
        "HOME": "/home/me",
        "PWD": "/home/me/work",
        "AWS_REGION": "eu-central-1",
        "SHORT_TOKEN": "abc",
        "API_KEY_FILE": "/run/secrets/key",
        "GOOGLE_APPLICATION_CREDENTIALS": "/home/me/key.json",
        "MAX_TOKENS": "1234567",
        "AUTH_TOKEN": "undefined",
    }
    assert secret_values(environ) == {"sk-1234567", "plum-41"}


def test_named_secrets_are_the_values_that_a_text_assigns():
    source = "\n".join(
        [
            "%env REPORT_DB_PASSWORD=plum-orchard-41",
            'user = "reporter"; password = "heron\\n77"',
            'url = "postgresql://u:p%40ss-7Qxl@db/x"',
            'short = {"token": "abc"}',
            "user,api_key",
            "alice,k-12345",
        ]
    )
    assert named_secrets(source) == {
        SECRET,
        "heron\\n77",
        "heron\n77",
        "p%40ss-7Qxl",
        "k-12345",
    }
    known = Redactor(named_secrets(source))
    assert known("it was plum-orchard-41, p@ss-7Qxl") == f"it was {MASK}, {MASK}"


def test_broken_escapes_are_kept_as_they_are():
    assert named_secrets(r'password = "plum-\x4"') == {r"plum-\x4"}


@pytest.mark.parametrize(
    "name",
    [
        "password",
        "PGPASSWORD",
        "db_pw",
        "apiKey",
        "API_KEY_2",
        "githubToken",
        "secret",
        "AWS_SECRET_ACCESS_KEY",
        "clientSecret",
        "x-api-key",
        "password_reset_token",
        "DB_PASS",
        "accessToken",
        "SSH_PRIVATE_KEY",
        "api_keys",
        "refresh_tokens",
    ],
)
def test_names_of_secrets(name):
    assert is_secret_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "tokens",
        "token_count",
        "max_tokens",
        "tokenizer",
        "key",
        "key_columns",
        "user",
        "password_column",
        "next_page_token",
        "primary_key",
        "compass",
        "first_pass",
        "author",
        "monkey",
        "passenger",
        "secretary",
        "",
        "_",
        "pass",
        "customer_key",
    ],
)
def test_names_of_other_things(name):
    assert not is_secret_name(name)


def test_json_of_json_is_read():
    inner = json.dumps({"password": SECRET, "user": "me"})
    for text in (inner, json.dumps(inner), json.dumps(json.dumps(inner))):
        clean = redact(text)
        assert SECRET not in clean
        assert "me" in clean


def test_what_only_looks_like_basic_credentials_stays():
    assert redact("basic understanding") == "basic understanding"
    secret = base64.b64encode(b"user:p\xfcss").decode()
    assert redact(f"Basic {secret}") == f"Basic {MASK}"
    assert redact("Basic aaaaa") == "Basic aaaaa"
