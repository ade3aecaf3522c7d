"""Agents of Python's stock clients, as they come, against a running gateway: `agents_client.py URL`.

Each check prints a line; the first that fails ends the run with its traceback.
"""

import asyncio
import json
import sys

import instructor
from langchain.agents import create_agent
from langchain_openai import ChatOpenAI
from openai import OpenAI
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from weather_tools import City, MODELS, QUESTION, RESULTS, expect_loop, functions

URL = f"{sys.argv[1]}/v1"


def client():
    return OpenAI(api_key="sandbox", base_url=URL, max_retries=0)


TOOLS = [
    {
        "type": "function",
        "function": {
            "name": name,
            "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
        },
    }
    for name in RESULTS
]


def openai_loop(model):
    messages = [{"role": "user", "content": QUESTION}]
    called = []
    for _ in range(3):
        answer = client().chat.completions.create(model=model, messages=messages, tools=TOOLS)
        message = answer.choices[0].message
        if answer.choices[0].finish_reason == "stop":
            return expect_loop(called, message.content)
        messages.append(message)
        for call in message.tool_calls:
            assert isinstance(json.loads(call.function.arguments)["city"], str)
            called.append(call.function.name)
            result = RESULTS[call.function.name]
            messages.append({"role": "tool", "tool_call_id": call.id, "content": result})
    raise AssertionError("it went on and on")


def openai_stream(model):
    with client().chat.completions.stream(
        model=model, messages=[{"role": "user", "content": QUESTION}], tools=TOOLS
    ) as stream:
        for _ in stream:
            pass
        calls = stream.get_final_completion().choices[0].message.tool_calls
    assert [call.function.name for call in calls] == list(RESULTS)
    assert all(isinstance(json.loads(call.function.arguments)["city"], str) for call in calls)


def instructor_modes(model):
    for mode in (instructor.Mode.TOOLS, instructor.Mode.JSON_SCHEMA):
        city = instructor.from_openai(client(), mode=mode).chat.completions.create(
            model=model, messages=[{"role": "user", "content": "How large is Paris?"}], response_model=City
        )
        assert isinstance(city, City), mode


def pydantic_agent(model):
    chat = OpenAIChatModel(model, provider=OpenAIProvider(base_url=URL, api_key="sandbox"))
    called, tools = functions()
    expect_loop(called, Agent(chat, tools=tools, instructions="Be brief.").run_sync(QUESTION).output)
    called, tools = functions()
    assert isinstance(Agent(chat, tools=tools, output_type=City).run_sync(QUESTION).output, City)
    assert sorted(called) == ["get_time", "get_weather"], called


async def pydantic_stream(model):
    chat = OpenAIChatModel(model, provider=OpenAIProvider(base_url=URL, api_key="sandbox"))
    called, tools = functions()
    async with Agent(chat, tools=tools).run_stream(QUESTION) as result:
        expect_loop(called, await result.get_output())


def langchain_agent(model):
    for streaming in (False, True):
        chat = ChatOpenAI(model=model, api_key="sandbox", base_url=URL, max_retries=0, streaming=streaming, use_responses_api=False)
        called, tools = functions()
        agent = create_agent(chat, tools=tools, system_prompt="Be brief.")
        result = agent.invoke({"messages": [{"role": "user", "content": QUESTION}]})
        expect_loop(called, result["messages"][-1].content)


for check in (openai_loop, openai_stream, instructor_modes, pydantic_agent, pydantic_stream, langchain_agent):
    for model in MODELS:
        outcome = check(model)
        if asyncio.iscoroutine(outcome):
            asyncio.run(outcome)
        print(f"{check.__name__} {model}", flush=True)
