"""What stands between the network and Voila: limits, headers on every answer, logs and cookies that name no visitor."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from typing import Any

from jupyter_server.auth.identity import PasswordIdentityProvider, User
from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPMessageDelegate, HTTPServerConnectionDelegate
from tornado.web import RequestHandler

NOBODY = "-"  # what Tornado believes to be every visitor's address
MEGABYTE = 1024 * 1024
MAX_BODY = MEGABYTE  # no page posts more than a goodbye
IDLE_SECONDS = 75.0
BODY_SECONDS = 30.0
QUERY = re.compile(r"(?<=\S)\?[^\s'\")]+")

log = logging.getLogger("mowlab.serve")


class GuardedServer(HTTPServer):
    """Tornado's server that forgets who asks before anybody can log it, and puts ``headers`` on every answer.

    Voila sets headers on its pages only; scripts, pictures, redirects and errors go through here too.
    """

    def initialize(  # type: ignore[override]
        self, app: HTTPServerConnectionDelegate, headers: Mapping[str, str]
    ) -> None:
        super().initialize(
            app,
            max_body_size=MAX_BODY,
            max_buffer_size=16 * MEGABYTE,
            idle_connection_timeout=IDLE_SECONDS,
            body_timeout=BODY_SECONDS,
        )
        self.headers = dict(headers)

    def start_request(self, server_conn: object, request_conn: Any) -> HTTPMessageDelegate:
        request_conn.context.remote_ip = NOBODY
        send = request_conn.write_headers

        def write_headers(start_line: Any, headers: Any, chunk: bytes | None = None) -> Any:
            headers.pop("Server", None)
            for name, value in self.headers.items():
                if name not in headers:
                    headers[name] = value
            return send(start_line, headers, chunk)

        request_conn.write_headers = write_headers
        return super().start_request(server_conn, request_conn)


class Strangers(PasswordIdentityProvider):
    """Who asks is nobody, unless the server has a token: Jupyter would give each browser a name for thirty days."""

    def set_login_cookie(self, handler: RequestHandler, user: User) -> None:
        if self.auth_enabled:
            super().set_login_cookie(handler, user)


class NoQueries(logging.Filter):
    """Takes what stands behind "?" in an address out of a line: it may hold a name, a game's code or a token."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = QUERY.sub("?…", record.getMessage()), ()
        return True


def log_request(handler: RequestHandler) -> None:
    """One line for an answer: status, method, path without its query, time.  Nothing about who asked."""
    request, status = handler.request, handler.get_status()
    level = logging.ERROR if status >= 500 and status != 503 else logging.INFO
    log.log(level, "%d %s %s %.0f ms", status, request.method, request.path, 1000 * request.request_time())
