"""Python's google-genai package, as it comes, against a running gateway: `google_client.py URL ENDLESS_URL`.

Each check prints a line; the first that fails ends the run with its traceback.
"""

import asyncio
import functools
import json
import sys

from google import genai
from google.genai import errors, types

URL, ENDLESS_URL = sys.argv[1:3]
CLAIM = "The Eiffel Tower was completed in 1889."
MODELS = ["gpt-6-luna", "claude-haiku-5-5", "gemini-3.8-flash", "grok-4.3", "zai-org/GLM-5.3-Flash"]
QUESTION = "Please use get_weather and get_time for Paris."


@functools.cache
def client(key="sandbox", url=URL):
    # A client that nobody holds closes its connections.
    return genai.Client(api_key=key, http_options=types.HttpOptions(base_url=url))


def text_of(chunks):
    parts = [part for chunk in chunks for part in (chunk.candidates or [])[0].content.parts]
    return "".join(part.text for part in parts if part.text and not part.thought)


def whole(model):
    answer = client().models.generate_content(
        model=model,
        contents=CLAIM,
        config=types.GenerateContentConfig(
            system_instruction="Be brief.",
            temperature=0.5,
            top_k=40,
            max_output_tokens=300,
            safety_settings=[
                types.SafetySetting(category="HARM_CATEGORY_HARASSMENT", threshold="BLOCK_ONLY_HIGH")
            ],
        ),
    )
    assert CLAIM in answer.text
    assert answer.candidates[0].finish_reason == types.FinishReason.STOP
    assert answer.usage_metadata.total_token_count > answer.usage_metadata.prompt_token_count > 0
    assert answer.model_version == model and answer.response_id


def streamed(model):
    chunks = list(client().models.generate_content_stream(model=model, contents=CLAIM))
    assert len(chunks) > 1 and CLAIM in text_of(chunks)
    reasons = [chunk.candidates[0].finish_reason for chunk in chunks if chunk.candidates[0].finish_reason]
    assert reasons == [types.FinishReason.STOP]
    assert chunks[-1].usage_metadata.total_token_count > 0


def get_weather(city: str) -> str:
    """The weather in a city."""
    return "14 °C, rain"


def get_time(city: str) -> str:
    """The time in a city."""
    return "10:30"


def calls(model):
    """The package calls the functions, and sends their results, by itself."""
    config = types.GenerateContentConfig(tools=[get_weather, get_time])
    answer = client().models.generate_content(model=model, contents=QUESTION, config=config)
    assert "14 °C, rain" in answer.text and "10:30" in answer.text
    history = answer.automatic_function_calling_history
    called = {part.function_call.name for turn in history for part in turn.parts if part.function_call}
    assert called == {"get_weather", "get_time"}
    chunks = list(client().models.generate_content_stream(model=model, contents=QUESTION, config=config))
    text = "".join(
        part.text or "" for chunk in chunks for part in (chunk.candidates[0].content.parts or []) if not part.thought
    )
    assert "14 °C, rain" in text and "10:30" in text


def structured(model):
    schema = {"type": "object", "properties": {"year": {"type": "integer"}}, "required": ["year"]}
    for fields in (
        {"response_schema": {"type": "OBJECT", "properties": {"year": {"type": "INTEGER"}}, "required": ["year"]}},
        {"response_json_schema": {**schema, "additionalProperties": False}},
    ):
        config = types.GenerateContentConfig(response_mime_type="application/json", **fields)
        answer = client().models.generate_content(model=model, contents=CLAIM, config=config)
        assert isinstance(json.loads(answer.text)["year"], int)


def chats(model):
    chat = client().chats.create(model=model)
    for _ in range(2):
        assert CLAIM in chat.send_message(CLAIM).text
    assert CLAIM in text_of(list(chat.send_message_stream(CLAIM)))
    assert CLAIM in chat.send_message(CLAIM).text
    assert len([turn for turn in chat.get_history(curated=True) if turn.role == "user"]) == 4


def counts(model):
    assert client().models.count_tokens(model=model, contents=CLAIM).total_tokens > 0


def thinks():
    config = types.GenerateContentConfig(thinking_config=types.ThinkingConfig(include_thoughts=True))
    for model in ("gemini-3.8-flash", "zai-org/GLM-5.3-Flash"):
        answer = client().models.generate_content(model=model, contents=CLAIM, config=config)
        chunks = list(client().models.generate_content_stream(model=model, contents=CLAIM, config=config))
        for parts in (
            answer.candidates[0].content.parts,
            [part for chunk in chunks for part in chunk.candidates[0].content.parts],
        ):
            assert any(part.thought and part.text for part in parts)


def lists():
    names = [model.name for model in client().models.list()]
    assert {f"models/{model}" for model in MODELS} <= set(names)
    assert client().models.get(model="claude-haiku-5-5").display_name == "Claude Haiku 5.5"


def refusals():
    for key, code, status in [
        ("sandbox-invalid", 401, "UNAUTHENTICATED"),
        ("sandbox-quota", 429, "RESOURCE_EXHAUSTED"),
    ]:
        for ask in (client(key).models.generate_content, client(key).models.generate_content_stream):
            try:
                list(ask(model="gpt-6-luna", contents=CLAIM))
            except errors.ClientError as error:
                assert (error.code, error.status) == (code, status), error
            else:
                raise AssertionError(f"{key} was answered")
    try:
        client().models.generate_content(model="no-such-model", contents=CLAIM)
    except errors.ClientError as error:
        assert error.code == 400 and "no-such-model" in error.message
    else:
        raise AssertionError("a model that is none has answered")


def breaks():
    for model in ("gpt-6-luna", "gemini-3.8-flash"):
        chunks = []
        try:
            for chunk in client("sandbox-cut").models.generate_content_stream(model=model, contents=CLAIM):
                assert chunk.candidates[0].finish_reason is None
                chunks.append(chunk)
        except errors.APIError as error:
            assert chunks and error.code == 502, error
        else:
            raise AssertionError("it ended well")


async def many():
    asking = client().aio.models

    async def one(i):
        stream = await asking.generate_content_stream(model=MODELS[i % len(MODELS)], contents=CLAIM)
        return text_of([chunk async for chunk in stream])

    assert all(CLAIM in text for text in await asyncio.gather(*(one(i) for i in range(20))))


async def leaves():
    stream = await client("a-key-of-somebody", ENDLESS_URL).aio.models.generate_content_stream(
        model="gpt-6-luna", contents=CLAIM
    )

    async def listen():
        async for _ in stream:
            heard.set()

    heard = asyncio.Event()
    listening = asyncio.ensure_future(listen())
    await heard.wait()
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)


def run():
    for check in (whole, streamed, calls, structured, chats, counts):
        for model in MODELS:
            check(model)
            print(f"{check.__name__} {model}", flush=True)
    for check in (thinks, lists, refusals, breaks):
        check()
        print(check.__name__, flush=True)
    for check in (many, leaves):
        asyncio.run(check())
        print(check.__name__, flush=True)


run()
