/**
 * The shared client of generated Python modules: MCP over HTTP, or over stdio with a program that it starts. It needs only
 * the standard library of Python 3.9 or later. It is a text because it is generated as a file.
 */
export const pythonClient = String.raw`"""Calls tools of a Quire server: over HTTP, or over stdio with a program that it starts."""
from __future__ import annotations

import asyncio
import atexit
import json
import os
import subprocess
import threading
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Dict, List, Optional

TIMEOUT_SECONDS = 300

_server_url = os.environ.get("QUIRE_URL", "http://127.0.0.1:8321").rstrip("/")
_token: Optional[str] = os.environ.get("QUIRE_TOKEN")
_program: Optional["_StdioServer"] = None


class McpToolError(Exception):
    """The error of a tool: its code, message and details."""

    def __init__(self, tool: str, code: str, message: str, details: Any = None) -> None:
        super().__init__(f"MCP tool '{tool}' failed with {code}: {message}")
        self.tool = tool
        self.code = code
        self.details = details


def set_mcp_server_url(url: str) -> None:
    """Sets the address of the server, such as http://127.0.0.1:8321."""
    global _server_url
    _server_url = url.rstrip("/")
    _stop_program()


def set_mcp_server_token(token: Optional[str]) -> None:
    """Sets the token of the server, if it requires one."""
    global _token
    _token = token


def set_mcp_server_command(command: List[str]) -> None:
    """Starts a server and uses it instead of HTTP: ["quire", "mcp", "--toolsets", "all"]."""
    global _program
    _stop_program()
    _program = _StdioServer(command)


async def call_mcp_tool(tool_name: str, arguments: Optional[Dict[str, Any]] = None) -> Any:
    """Calls a tool by its name without blocking the event loop."""
    return await asyncio.to_thread(call_mcp_tool_sync, tool_name, arguments)


def call_mcp_tool_sync(tool_name: str, arguments: Optional[Dict[str, Any]] = None) -> Any:
    tool = tool_name
    params = {"name": tool, "arguments": arguments or {}}
    if _program is None:
        reply = _post(tool, params)
    else:
        reply = _program.request(tool, "tools/call", params)
    if "error" in reply:
        raise McpToolError(tool, "PROTOCOL_ERROR", reply["error"].get("message", ""), reply["error"].get("data"))
    result = reply.get("result") or {}
    text = next((part.get("text", "") for part in result.get("content", []) if part.get("type") == "text"), "")
    if result.get("isError"):
        raise _to_error(tool, text, result.get("_meta") or {})
    if result.get("structuredContent") is not None:
        return result["structuredContent"]
    value = _parse(text)
    return text if value is None else value


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: it could send the token to any host."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)


def _post(tool: str, params: Dict[str, Any]) -> Dict[str, Any]:
    toolset = _TOOLSETS.get(tool)
    query = "" if toolset is None else f"?toolsets={urllib.parse.quote(toolset)}"
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    if _token:
        headers["Authorization"] = f"Bearer {_token}"
    request = urllib.request.Request(
        f"{_server_url}/mcp{query}",
        data=json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode(),
        headers=headers,
    )
    status = 200
    try:
        with _opener.open(request, timeout=TIMEOUT_SECONDS) as response:
            body = response.read().decode()
    except urllib.error.HTTPError as error:
        status, body = error.code, error.read().decode(errors="replace")
    except (urllib.error.URLError, OSError) as error:
        reason = getattr(error, "reason", error)
        raise McpToolError(tool, "UNREACHABLE", f"{_server_url} does not answer: {reason}") from error
    reply = _parse_reply(body)
    if reply is None:
        raise McpToolError(tool, f"HTTP_{status}", body[:500])
    return reply


def _parse_reply(body: str) -> Optional[Dict[str, Any]]:
    """Parses a reply: JSON, or the last event of a stream."""
    found = None
    for text in [body, *(line[5:] for line in body.splitlines() if line.startswith("data:"))]:
        value = _parse(text)
        if isinstance(value, dict) and ("result" in value or "jsonrpc" in value):
            found = value
    return found


def _to_error(tool: str, text: str, meta: Dict[str, Any]) -> McpToolError:
    """Contracts format errors differently: an object with a code, a plain text, or an object with a text."""
    parsed = _parse(text)
    inner = parsed.get("error", parsed) if isinstance(parsed, dict) else parsed
    if isinstance(inner, dict):
        code = inner.get("code") or meta.get("code") or "TOOL_ERROR"
        return McpToolError(tool, code, inner.get("message", text), inner.get("details"))
    return McpToolError(tool, str(meta.get("code") or "TOOL_ERROR"), inner if isinstance(inner, str) else text)


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


class _StdioServer:
    """A server as a child process, with one JSON message per line and one request at a time."""

    def __init__(self, command: List[str]) -> None:
        self._lock = threading.Lock()
        self._next_id = 1
        self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.request(
            "initialize",
            "initialize",
            {
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": "quire-client", "version": "1.0.0"},
            },
        )
        self._write({"method": "notifications/initialized"})

    def request(self, tool: str, method: str, params: Dict[str, Any]) -> Dict[str, Any]:
        with self._lock:
            number, self._next_id = self._next_id, self._next_id + 1
            self._write({"id": number, "method": method, "params": params})
            for line in self._child.stdout or []:
                reply = _parse(line)
                if isinstance(reply, dict) and reply.get("id") == number:
                    return reply
        raise McpToolError(tool, "UNREACHABLE", "the server has ended")

    def close(self) -> None:
        if self._child.stdin is not None:
            self._child.stdin.close()
        self._child.wait(timeout=10)
        if self._child.stdout is not None:
            self._child.stdout.close()

    def _write(self, message: Dict[str, Any]) -> None:
        if self._child.stdin is not None:
            self._child.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            self._child.stdin.flush()


def _stop_program() -> None:
    global _program
    if _program is not None:
        program, _program = _program, None
        program.close()


atexit.register(_stop_program)
`
