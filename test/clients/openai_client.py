"""Python's openai package, as it comes, against a running gateway: `openai_client.py URL ENDLESS_URL`.

Each check prints a line; the first that fails ends the run with its traceback.
"""

import asyncio
import json
import sys
import time

import openai
from openai import AsyncOpenAI, OpenAI

URL, ENDLESS_URL = sys.argv[1:3]
CLAIM = "The Eiffel Tower was completed in 1889."
MESSAGES = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": CLAIM}]
MODELS = ["gpt-6-luna", "claude-haiku-5-5", "gemini-3.8-flash", "grok-4.3", "zai-org/GLM-5.3-Flash"]


def client(key="sandbox", url=URL):
    return OpenAI(api_key=key, base_url=f"{url}/v1", max_retries=0)


def whole(model):
    answer = client().chat.completions.create(
        model=model, messages=MESSAGES, temperature=0.5, max_tokens=300, user="somebody"
    )
    assert CLAIM in answer.choices[0].message.content
    assert answer.choices[0].finish_reason == "stop"
    assert answer.usage.total_tokens == answer.usage.prompt_tokens + answer.usage.completion_tokens
    assert answer.model == model
    assert answer.fact_check_metadata["claims_detected"] > 0


def streamed(model):
    stream = client().chat.completions.create(
        model=model, messages=MESSAGES, stream=True, stream_options={"include_usage": True}
    )
    chunks = list(stream)
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert CLAIM in text
    assert [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices][-1] == "stop"
    assert chunks[-1].choices == [] and chunks[-1].usage.total_tokens > 0
    assert len({chunk.id for chunk in chunks}) == 1


def accumulated(model):
    with client().chat.completions.stream(model=model, messages=MESSAGES) as stream:
        for _ in stream:
            pass
        assert CLAIM in stream.get_final_completion().choices[0].message.content


def structured(model):
    schema = {
        "type": "object",
        "properties": {"year": {"type": "number"}},
        "required": ["year"],
        "additionalProperties": False,
    }
    answer = client().chat.completions.create(
        model=model,
        messages=MESSAGES,
        response_format={"type": "json_schema", "json_schema": {"name": "year", "schema": schema, "strict": True}},
    )
    assert isinstance(json.loads(answer.choices[0].message.content)["year"], (int, float))


def embeds():
    for form in ("float", "base64"):
        answer = client().embeddings.create(
            model="text-embedding-3-small", input=["Hello", "Bees"], dimensions=64, encoding_format=form
        )
        assert len(answer.data) == 2 and answer.usage.prompt_tokens > 0
    assert len(client().embeddings.create(model="text-embedding-3-small", input="x").data[0].embedding) == 1536
    files = client().files
    try:
        files.list()
    except openai.NotFoundError as error:
        assert error.code == "not_found"
    else:
        raise AssertionError("the sandbox keeps files")


def lists():
    ids = [model.id for model in client().models.list()]
    assert set(MODELS) <= set(ids)
    assert client().models.retrieve("gpt-6-luna").id == "gpt-6-luna"


def refusals():
    for key, kind in [
        ("sandbox-invalid", openai.AuthenticationError),
        ("sandbox-revoked", openai.AuthenticationError),
        ("sandbox-quota", openai.RateLimitError),
        ("sandbox-ratelimited", openai.RateLimitError),
        ("sandbox-error", openai.InternalServerError),
    ]:
        try:
            client(key).chat.completions.create(model="gpt-6-luna", messages=MESSAGES)
        except kind as error:
            assert error.request_id
        else:
            raise AssertionError(f"{key} was answered")
    for fault in [{"model": "no-such-model"}, {"temperature": 3}, {"messages": []}]:
        try:
            client().chat.completions.create(**{"model": "gpt-6-luna", "messages": MESSAGES, **fault})
        except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
            assert error.param is not None
        else:
            raise AssertionError(f"{fault} was answered")


def breaks():
    for key in ["sandbox-cut", "sandbox-error"]:
        text = ""
        try:
            for chunk in client(key).chat.completions.create(model="gpt-6-luna", messages=MESSAGES, stream=True):
                assert chunk.choices[0].finish_reason is None
                text += chunk.choices[0].delta.content or ""
        except openai.APIError as error:
            assert text and error.message
        else:
            raise AssertionError(f"{key} ended well")


def leaves():
    stream = client("a-key-of-somebody", ENDLESS_URL).chat.completions.create(
        model="gpt-6-luna", messages=MESSAGES, stream=True
    )
    for _ in stream:
        stream.close()
        break


def waits_no_longer():
    slow = client("sandbox-timeout").with_options(timeout=0.5)
    began = time.monotonic()
    try:
        slow.chat.completions.create(model="gpt-6-luna", messages=MESSAGES)
    except openai.APITimeoutError:
        assert time.monotonic() - began < 10
    else:
        raise AssertionError("it was answered")


async def many():
    asking = AsyncOpenAI(api_key="sandbox", base_url=f"{URL}/v1", max_retries=0)

    async def one(i):
        stream = await asking.chat.completions.create(
            model=MODELS[i % len(MODELS)], messages=MESSAGES, stream=True
        )
        return "".join([chunk.choices[0].delta.content or "" async for chunk in stream if chunk.choices])

    assert all(CLAIM in text for text in await asyncio.gather(*(one(i) for i in range(20))))
    await asking.close()


def run():
    for check in (whole, streamed, accumulated, structured):
        for model in MODELS:
            check(model)
            print(f"{check.__name__} {model}", flush=True)
    for check in (lists, embeds, refusals, breaks, leaves, waits_no_longer):
        check()
        print(check.__name__, flush=True)
    asyncio.run(many())
    print("many", flush=True)


run()
