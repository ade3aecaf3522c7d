"""Runs the filter as Open WebUI does, and prints what it would show under the answer."""

import asyncio
import inspect
import json
import os
import types
from pathlib import Path

import httpx

URL = os.environ.get("CLAIMGATE_URL", "http://127.0.0.1:8080") + "/v1/chat/completions"
KEY = os.environ.get("CLAIMGATE_API_KEY", "sandbox")
QUESTION = "Lightning never strikes the same place twice. Pure water boils at 90 degrees Celsius at sea level."


def load_filter():
    """Open WebUI keeps the text of a function, and runs it as a module."""
    module = types.ModuleType("function_claimgate")
    exec(Path(__file__).with_name("claimgate_filter.py").read_text(), module.__dict__)
    return module.Filter()


async def call(handler, **given):
    """A function is given what its parameters name."""
    named = {name: value for name, value in given.items() if name in inspect.signature(handler).parameters}
    result = handler(**named)
    return await result if inspect.isawaitable(result) else result


async def emit(event):
    data = event["data"]
    if event["type"] == "status":
        print(f"\n{data['description']}")
    if event["type"] == "source":
        print(f"\n{data['source']['name']}")
        for document in data["document"]:
            print(f"  {document}")


async def chat(function, body):
    body = await call(function.inlet, body=body, __event_emitter__=emit)
    headers = {"Authorization": f"Bearer {KEY}"}
    async with httpx.AsyncClient() as client, client.stream("POST", URL, json=body, headers=headers) as response:
        response.raise_for_status()
        async for line in response.aiter_lines():
            if not line.startswith("data: {"):
                continue
            event = json.loads(line[6:])
            event = await call(function.stream, event=event, __event_emitter__=emit)
            for choice in event["choices"]:
                print(choice["delta"].get("content", ""), end="", flush=True)
    print()


messages = [{"role": "user", "content": QUESTION}]
asyncio.run(chat(load_filter(), {"model": "gpt-6-luna", "messages": messages, "stream": True}))
