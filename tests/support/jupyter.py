"""A Jupyter server of its own: JupyterLab, Notebook 7, and what this checkout built."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from kernels import write_kernelspecs

ROOT = Path(__file__).parents[2]
LABEXTENSION = ROOT / "jupyter_assistant" / "labextension"
TOKEN = "token-of-the-tests"
START_S = 60
STOP_S = 20
FORGOTTEN_S = 600
"""A server ends itself where the tests were killed and could not end it."""
PATHS = {"lab": "lab/tree", "notebook": "notebooks"}
NO_NEWS = {"fetchNews": "false", "checkForUpdates": False}


@dataclass(kw_only=True)
class Jupyter:
    """A server that runs, and its folders."""

    url: str
    folder: Path
    log: Path

    @property
    def notebooks(self):
        """The folder that it serves."""
        return self.folder / "notebooks"

    @property
    def page_config(self):
        """What an administrator says of the page, read whenever one is opened."""
        return self.folder / "config" / "labconfig" / "page_config.json"

    def address(self, front_end, name):
        """Where a front end shows a notebook."""
        return f"{self.url}/{PATHS[front_end]}/{quote(name)}?token={TOKEN}&reset"

    def api(self, path, method="GET", body=None):
        """Ask the server's own API."""
        request = urllib.request.Request(
            f"{self.url}/api/{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Authorization": f"token {TOKEN}",
                "Content-Type": "application/json",
            },
        )
        with urllib.request.urlopen(request, timeout=30) as response:
            text = response.read()
        return json.loads(text) if text else None

    def stop_kernels(self):
        """Shut every kernel and session down."""
        for session in self.api("sessions"):
            self.api(f"sessions/{session['id']}", "DELETE")
        for kernel in self.api("kernels"):
            self.api(f"kernels/{kernel['id']}", "DELETE")


@contextmanager
def jupyter_server(folder):
    """A server with configuration, data and settings in this folder only."""
    names = ("notebooks", "config", "data", "runtime", "settings", "workspaces")
    for name in names:
        (folder / name).mkdir(parents=True)
    _write_settings(folder)
    _link_labextension(folder / "data")
    write_kernelspecs(folder / "data" / "kernels")
    port = _free_port()
    for name, settings in _configuration(folder, port).items():
        path = folder / "config" / f"jupyter_{name}_config.json"
        path.write_text(json.dumps(settings))
    log = folder / "server.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "jupyter_server"],
            cwd=folder,
            env=_environment(folder),
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    server = Jupyter(url=f"http://127.0.0.1:{port}", folder=folder, log=log)
    try:
        _wait_for(server, process)
        yield server
        server.stop_kernels()
    finally:
        _end(process)


def _configuration(folder, port):
    """The settings in each of the configuration files."""
    server = {
        "allow_root": True,
        "ip": "127.0.0.1",
        "port": port,
        "port_retries": 0,
        "open_browser": False,
        "root_dir": str(folder / "notebooks"),
        "jpserver_extensions": {"jupyterlab": True, "notebook": True},
        "shutdown_no_activity_timeout": FORGOTTEN_S,
    }
    kernels = {"cull_idle_timeout": FORGOTTEN_S, "cull_interval": 60}
    return {
        "server": {
            "ServerApp": server,
            "IdentityProvider": {"token": TOKEN},
            "MappingKernelManager": kernels,
        },
        "lab": {"LabApp": {"expose_app_in_browser": True, "news_url": None}},
        "notebook": {"JupyterNotebookApp": {"expose_app_in_browser": True}},
    }


def _environment(folder):
    """Variables under which nothing of this machine's person is read or written."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("JUPYTER")}
    return {
        **kept,
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "JUPYTER_PREFER_ENV_PATH": "0",  # this folder's labextension comes first
        "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
        "IPYTHONDIR": str(folder / "ipython"),
        "MPLCONFIGDIR": str(folder / "matplotlib"),
    }


def _write_settings(folder):
    path = folder / "settings" / "@jupyterlab" / "apputils-extension"
    path.mkdir(parents=True)
    (path / "notification.jupyterlab-settings").write_text(json.dumps(NO_NEWS))


def _link_labextension(data):
    """Let the server find what was built here, wherever the package was installed."""
    if not (LABEXTENSION / "package.json").exists():
        raise FileNotFoundError(
            f"{LABEXTENSION} is not built; `jlpm build` in labextension/ builds it"
        )
    (data / "labextensions").mkdir()
    (data / "labextensions" / "jupyter-assistant").symlink_to(LABEXTENSION)


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_for(server, process):
    """Return when the server answers."""
    deadline = time.monotonic() + START_S
    while True:
        try:
            server.api("status")
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                words = server.log.read_text("utf-8", "replace")
                raise RuntimeError(f"Jupyter did not start:\n{words}") from None
            time.sleep(0.1)
        else:
            return


def _end(process):
    """End the server; kernels that it leaves behind end when it is gone."""
    process.terminate()
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
