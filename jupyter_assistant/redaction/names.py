"""Which names are a secret's: `REPORT_DB_PASSWORD`, `apiKey`; not `max_tokens`."""

from __future__ import annotations

import functools
import re

from jupyter_assistant.redaction.words import word_set

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")

_NOUNS = word_set(
    "password passwords passwort kennwort wachtwoord senha passwd pwd pswd pword "
    "passphrase passphrases passcode pw "
    "secret secrets apikey apikeys credential credentials"
)
"""Whatever stands before them, their value is a secret."""

_ENDINGS = (
    "password",
    "passwort",
    "passwd",
    "passphrase",
    "secret",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "accesstoken",
    "authtoken",
    "apitoken",
)
"""One word made of several: `PGPASSWORD`."""

_KEY_OWNERS = word_set(
    "api access secret private auth authentication authorization signing signature "
    "encryption encrypt decryption master shared subscription deploy admin ssh gpg pgp "
    "rsa aes hmac jwt webhook openai anthropic azure google gcp aws github gitlab "
    "stripe mistral groq gemini cohere huggingface hf tavily serp serpapi wandb "
    "pinecone maps sas crypto cipher fernet django flask rapidapi deepseek openrouter "
    "together "
    "fireworks perplexity xai nvidia wireguard"
)
"""A `key` of these opens something; other keys sort, join and look up."""

_OTHER_TOKENS = word_set(
    "max min num n total count next pad eos bos unk sep cls mask stop start end first "
    "last prompt completion input output per new budget text word sub prev previous "
    "current special image audio begin page continuation sync class string lexer parse "
    "peek cancellation cancel special the each every unknown padding"
)
"""A `token` of these is a word of a text or a place in a list."""

_OTHER_PASSES = word_set(
    "first second third one two single multi forward backward high low band all each "
    "every last next render the by did tests test"
)

_ABOUT = word_set(
    "count counts length len size limit limits type types id ids name names url uri "
    "path paths file files filename dir directory field fields column columns col cols "
    "usage index idx expires expiry expiration expire expired ttl at policy hint reset "
    "changed required valid invalid is min max env environ variable variables var "
    "prompt ratio rate cost price map width pattern regex format class kind error "
    "errors exception manager provider store callback func fn function factory getter "
    "handler input widget strength score version placeholder help description doc "
    "docs label labels bucket position embedding embeddings vocab vocabulary mask "
    "kwargs args iter iterator stream splitter table schema endpoint header headers "
    "scheme scope scopes rotation rotated updated created date time age days seconds "
    "minutes hours timeout number budget source status state rules rule check checker "
    "validator generator gen enabled disabled supported lifetime duration "
    "algorithm alg hasher encoder title message msg text lines line arn ref "
    "santa sauce garden life service services"
)
"""A name that goes on with these tells something about a secret, not the secret."""

_WEAK = word_set(
    "key auth sig signature session sessionid cookie cookies jwt bearer sas salt otp "
    "csrf xsrf hmac authorization sid pat"
)
"""Names of many things: only a value that looks random is a secret."""

IN_QUERY = word_set(
    "key sig signature auth jwt code session sessionid sid pass pw hmac assertion "
    "samlresponse ticket sign authkey st sas t hash"
)
"""Parameters of an address whose value lets somebody in."""


@functools.lru_cache(maxsize=4096)
def words_of(name: str) -> tuple[str, ...]:
    """`myApiKey_2` → `my, api, key, 2`, in lower case."""
    return tuple(word.lower() for word in _WORD.findall(name))


@functools.lru_cache(maxsize=4096)
def is_secret_name(name: str) -> bool:
    """Whether what stands under this name (of a variable, a column) is a secret."""
    words = words_of(name)
    return any(
        _is_noun(word, words[:index]) and not _ABOUT.intersection(words[index + 1 :])
        for index, word in enumerate(words)
    )


@functools.lru_cache(maxsize=4096)
def is_weak_name(name: str) -> bool:
    """Whether it may be a secret's, if the value looks like one."""
    words = words_of(name)
    return bool(words) and words[-1] in _WEAK


def is_password_name(name: str) -> bool:
    """Whether the value may be anything, even a number or a common word."""
    words = words_of(name)
    return any(w.startswith(("pass", "pw", "psw")) or "passw" in w for w in words)


def _is_noun(word: str, before: tuple[str, ...]) -> bool:
    if word in _NOUNS or word.endswith(_ENDINGS):
        return True
    if word in ("key", "keys"):
        return bool(before) and before[-1] in _KEY_OWNERS
    if word == "token":
        return not (before and before[-1] in _OTHER_TOKENS)
    if word == "tokens":
        return bool(before) and before[-1] in ("access", "api", "auth", "refresh")
    if word == "pass":
        return bool(before) and before[-1] not in _OTHER_PASSES
    return False
