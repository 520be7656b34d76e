"""Errors of the HTTP library that no server on loopback can cause."""

import ssl
import subprocess
import sys

import httpx2
import pytest

from jupyter_assistant.errors import ProviderError
from jupyter_assistant.providers._http import _mapped

PIPES = {"capture_output": True, "text": True}
URL = "https://models.example/v1"


def raised(error, cause=None):
    with pytest.raises(ProviderError) as caught, _mapped(URL):
        raise error from cause
    assert URL in caught.value.message
    return caught.value


def test_a_certificate_that_is_not_trusted_is_named_as_the_reason():
    cause = ssl.SSLCertVerificationError()
    cause.verify_message = "self-signed certificate"
    error = raised(httpx2.ConnectError("handshake failed"), cause)
    assert error.kind == "network"
    assert "self-signed certificate" in error.message


def test_a_proxy_that_refuses_is_named_as_the_reason():
    error = raised(httpx2.ProxyError("407 Proxy Authentication Required"))
    assert error.kind == "network"
    assert "proxy" in error.message


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (httpx2.PoolTimeout(""), "timeout"),
        (httpx2.WriteTimeout(""), "timeout"),
        (httpx2.InvalidURL("no"), "bad_request"),
        (httpx2.LocalProtocolError("no"), "bad_request"),
        (httpx2.RemoteProtocolError("cut"), "network"),
        (httpx2.StreamClosed(), "network"),
        (OSError(24, "Too many open files"), "network"),
        (httpx2.ReadError(""), "network"),
    ],
)
def test_every_error_of_the_library_has_a_kind(error, kind):
    assert raised(error).kind == kind


def test_other_errors_stay_what_they_are():
    with pytest.raises(ZeroDivisionError), _mapped(URL):
        _ = 1 / 0


def test_no_http_library_is_loaded_before_a_driver_is():
    code = (
        "import sys, jupyter_assistant.providers.create, "
        "jupyter_assistant.providers.connections, jupyter_assistant.redaction\n"
        "print([m for m in sys.modules if m.startswith(('httpx', 'httpcore', 'ssl'))])"
    )
    out = subprocess.run([sys.executable, "-c", code], check=False, **PIPES)
    assert out.stdout.strip() == "[]", out.stderr
