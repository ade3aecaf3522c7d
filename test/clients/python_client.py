"""`claimgate_client`, from its wheel, against a running gateway: `python_client.py URL`.

Each check prints a line; the first that fails ends the run with its traceback.
"""

import asyncio
import inspect
import json
import sys
import threading
import typing
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

import claimgate_client
from claimgate_client import (
    ASYNC_METADATA_HOOKS,
    METADATA_HOOKS,
    ClaimgateError,
    check_text,
    check_text_stream,
    collect_metadata,
    read_claims,
    read_metadata,
)
from langchain.agents import create_agent
from langchain_openai import ChatOpenAI
from openai import AsyncOpenAI, DefaultAsyncHttpxClient, DefaultHttpxClient, OpenAI

URL = f"{sys.argv[1]}/v1"
# Of this the gateway’s own judge is sure.
LIGHTNING = "Lightning never strikes the same place twice."
# Of this the gateway’s own judge is not sure, so that the model is asked.
SYDNEY = "Sydney is the capital of Australia."
MESSAGES = [{"role": "user", "content": LIGHTNING}]
CHAT = {"model": "gpt-6-luna", "messages": MESSAGES}
VERIFY = {"mode": "verify", "model": "gpt-6-luna", "api_key": "sandbox", "base_url": URL}


def failure_of(run, kind=ClaimgateError):
    try:
        run()
    except kind as error:
        return error
    raise AssertionError("it did not fail")


def checks():
    text = f"😀 Hi!\n\n{LIGHTNING}"
    check = check_text(text, **VERIFY, documents=({"title": "Storms", "text": "None was seen that year."},))
    (claim,) = read_claims(check)
    assert check["object"] == "claim_check" and claim["verdict"] == "refuted", claim
    as_utf16 = text.encode("utf-16-le")[2 * claim["start"] : 2 * claim["end"]]
    assert as_utf16.decode("utf-16-le") == claim["original_text"] == LIGHTNING
    assert check_text("I like it.", base_url=f"{URL}/")["fact_check_metadata"]["claims"] == []
    steps = [(event["type"], event.get("claim", {}).get("verdict")) for event in check_text_stream(LIGHTNING, **VERIFY)]
    assert steps == [("claim", None), ("verdict", "refuted"), ("done", None)], steps
    for event in check_text_stream(LIGHTNING, **VERIFY):
        break


def refusals():
    limited = {**VERIFY, "api_key": "sandbox-ratelimited"}
    error = failure_of(lambda: check_text(SYDNEY, **limited))
    assert (error.status, error.type, error.code) == (429, "rate_limit_error", "provider_rate_limit_exceeded")
    assert error.request_id and error.retry_after >= 1
    error = failure_of(lambda: list(check_text_stream(SYDNEY, **limited)))
    assert (error.status, error.code) == (200, "provider_rate_limit_exceeded")
    for ask in (check_text, lambda *given, **more: list(check_text_stream(*given, **more))):
        error = failure_of(lambda: ask(LIGHTNING, max_claims=0, mode="verify", base_url=URL))
        assert error.status == 422 and ["body", "max_claims"] in [fault["loc"] for fault in error.faults]
    for key in ("sk-ü23", "sk-1\n23"):
        assert "23" not in str(failure_of(lambda: check_text(LIGHTNING, base_url=URL, api_key=key), ValueError))
    failure_of(lambda: check_text(LIGHTNING, base_url="http://127.0.0.1:9/v1"), OSError)


def others():
    """Answers that no gateway gives."""
    answers, asked = [], []

    class Other(BaseHTTPRequestHandler):
        def do_POST(self):
            asked.append(self.path)
            self.rfile.read(int(self.headers["Content-Length"]))
            status, body, headers = answers.pop()
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body.encode())

        do_GET = do_POST

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Other)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    at = {"base_url": f"http://127.0.0.1:{server.server_port}"}
    answers.append((307, "", {"Location": f"{at['base_url']}/elsewhere"}))
    assert failure_of(lambda: check_text(LIGHTNING, **at, api_key="sandbox")).status == 307 and asked == ["/claims"]
    answers.append((200, "<html>", {}))
    assert "base_url" in str(failure_of(lambda: check_text(LIGHTNING, **at)))
    answers.append((502, "<html>", {"X-Request-Id": "req-1"}))
    error = failure_of(lambda: check_text(LIGHTNING, **at))
    assert (error.status, error.type, error.request_id) == (502, None, "req-1")
    claim = 'event: claim\ndata: {"id": "claim-1"}\n\n'
    answers.append((200, f": keep-alive\n\n{claim}", {}))
    assert "broke off" in str(failure_of(lambda: list(check_text_stream(LIGHTNING, **at))))
    answers.append((200, f"{claim}8000", {"Transfer-Encoding": "chunked"}))
    assert failure_of(lambda: list(check_text_stream(LIGHTNING, **at))).status == 200
    answers.append((200, f'{claim}data: {{"error": {{"message": "It failed", "code": "x"}}}}\n\n', {}))
    error = failure_of(lambda: list(check_text_stream(LIGHTNING, **at)))
    assert (str(error), error.code, error.status) == ("It failed", "x", 200)
    server.shutdown()


def reads():
    client = OpenAI(api_key="sandbox", base_url=URL, max_retries=0)
    whole = client.chat.completions.create(**CHAT, extra_body={"fact_check": {"mode": "verify"}})
    assert read_claims(whole)[0]["verdict"] == "refuted"
    assert read_claims(whole.model_dump()) == read_claims(whole)
    found = [read_metadata(chunk) for chunk in client.chat.completions.create(**CHAT, stream=True)]
    assert [metadata is not None for metadata in found] == [False] * (len(found) - 1) + [True]
    assert read_claims(client.responses.create(model="gpt-6-luna", input=LIGHTNING))
    events = [event for event in client.responses.create(model="gpt-6-luna", input=LIGHTNING, stream=True) if read_claims(event)]
    assert [event.type for event in events] == ["response.completed"]
    for other in (None, "text", 1, [], {}, {"fact_check_metadata": None}, {"fact_check_metadata": {}}):
        assert read_claims(other) == [] and read_metadata(other) is None


def openai_stream():
    client = OpenAI(api_key="sandbox", base_url=URL, http_client=DefaultHttpxClient(event_hooks=METADATA_HOOKS))
    with collect_metadata() as found:
        with client.chat.completions.stream(**CHAT) as stream:
            completion = stream.get_final_completion()
        assert read_claims(completion) == [], "It keeps them now: the README may say so"
        assert len(found) == 1 and found[0]["claims"]
        assert read_claims(client.chat.completions.create(**CHAT)) == found[1]["claims"]
        raw = client.chat.completions.with_raw_response.create(**CHAT)
        assert raw.parse() and b"".join(raw.http_response.iter_bytes()) == raw.content
        assert len(found) == 3
    client.chat.completions.create(**CHAT)
    assert len(found) == 3


async def openai_async():
    http_client = DefaultAsyncHttpxClient(event_hooks=ASYNC_METADATA_HOOKS)
    client = AsyncOpenAI(api_key="sandbox", base_url=URL, http_client=http_client)

    async def ask(text, streamed):
        asked = {"model": "gpt-6-luna", "messages": [{"role": "user", "content": text}]}
        with collect_metadata() as found:
            if streamed:
                async with client.chat.completions.stream(**asked) as stream:
                    await stream.get_final_completion()
            else:
                await client.chat.completions.create(**asked)
        return [claim["original_text"] for metadata in found for claim in metadata["claims"] if claim["role"] == "user"]

    texts = [f"The Eiffel Tower was completed in {year}." for year in range(1880, 1890)]
    found = await asyncio.gather(*(ask(text, at % 2 == 0) for at, text in enumerate(texts)))
    assert found == [[text] for text in texts], found
    await client.close()


def langchain():
    http_client = DefaultHttpxClient(event_hooks=METADATA_HOOKS)

    def get_weather(city: str) -> str:
        """The weather of a city."""
        return f"The highest temperature of {city} was 42 °C in 2019."

    for use_responses_api in (False, True):
        chat = ChatOpenAI(
            model="gpt-6-luna",
            api_key="sandbox",
            base_url=URL,
            use_responses_api=use_responses_api,
            http_client=http_client,
            extra_body={"fact_check": {"mode": "verify"}},
        )
        with collect_metadata() as found:
            message = chat.invoke(LIGHTNING)
            for _ in chat.stream(LIGHTNING):
                pass
        assert "fact_check_metadata" not in message.response_metadata, "It keeps it now: the README may say so"
        assert [metadata["claims"][0]["verdict"] for metadata in found] == ["refuted", "refuted"]
        with collect_metadata() as found:
            agent = create_agent(chat, tools=[get_weather])
            agent.invoke({"messages": [{"role": "user", "content": "Please use get_weather for Paris."}]})
        assert len(found) == 2, found


def types_of_the_reference():
    with urllib.request.urlopen(f"{sys.argv[1]}/openapi.json") as response:
        schemas = json.load(response)["components"]["schemas"]
    compared = set()

    def compare(schema, hint, at):
        if "anyOf" in schema:
            schema, _null = schema["anyOf"]
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if origin is typing.Union:
            (hint,) = (argument for argument in arguments if argument is not type(None))
            origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if "$ref" in schema:
            name = schema["$ref"].split("/")[-1]
            assert hint.__name__ == name, f"{at}: {hint}"
            if name not in compared:
                compared.add(name)
                compare(schemas[name], hint, name)
        elif "const" in schema or "enum" in schema:
            assert origin is typing.Literal, at
            assert set(arguments) == set(schema.get("enum", [schema.get("const")])), f"{at}: {arguments}"
        elif schema.get("type") == "array":
            assert origin.__name__ in ("list", "Sequence"), at
            compare(schema["items"], arguments[0], f"{at}[]")
        elif "properties" in schema:
            fields = typing.get_type_hints(hint)
            assert fields.keys() == schema["properties"].keys(), f"{at}: {fields.keys() ^ schema['properties'].keys()}"
            assert set(hint.__required_keys__) == set(schema.get("required", [])), f"{at}: required"
            for field, inner in schema["properties"].items():
                compare(inner, fields[field], f"{at}.{field}")
        elif schema["type"] == "object":
            assert origin is dict, at
        else:
            names = {"string": str, "boolean": bool, "integer": int, "number": float}
            kinds = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
            assert names[kinds[0]] is hint, f"{at}: {hint}"

    for name in ("ClaimCheck", "FactCheckOptions"):
        compare(schemas[name], getattr(claimgate_client, name), name)
    assert {"FactCheckMetadata", "Claim", "ClaimPart", "Evidence", "Correction", "Revision", "Search"} <= compared
    fields = schemas["ClaimsRequest"]["properties"]
    for function in (check_text, check_text_stream):
        hints = typing.get_type_hints(function)
        assert hints.keys() - {"base_url", "timeout", "return"} == fields.keys() - {"stream"}, hints.keys() ^ fields.keys()
        assert hints.keys() - {"return"} == inspect.signature(function).parameters.keys()
        for field in fields.keys() - {"stream"}:
            compare(fields[field], hints[field], field)


assert ".whl" in claimgate_client.__file__
for run in (checks, refusals, others, reads, openai_stream, openai_async, langchain, types_of_the_reference):
    outcome = run()
    if asyncio.iscoroutine(outcome):
        asyncio.run(outcome)
    print(run.__name__, flush=True)
