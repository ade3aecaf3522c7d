"""Python's stock clients on the Responses API, as they come, against a running gateway:
`responses_client.py URL ENDLESS_URL`.

Each check prints a line; the first that fails ends the run with its traceback.
"""

import asyncio
import json
import sys

import openai
from agents import Agent as OpenAIAgent
from agents import OpenAIProvider as AgentsProvider
from agents import RunConfig, Runner, function_tool
from langchain.agents import create_agent
from langchain_openai import ChatOpenAI
from openai import OpenAI
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider
from weather_tools import City, MODELS, QUESTION, RESULTS, expect_loop, functions

URL, ENDLESS_URL = (f"{url}/v1" for url in sys.argv[1:3])
CLAIM = "The Eiffel Tower was completed in 1889."


def client(key="sandbox", url=URL):
    return OpenAI(api_key=key, base_url=url, max_retries=0)


TOOLS = [
    {
        "type": "function",
        "name": name,
        "strict": True,
        "parameters": {
            "type": "object",
            "properties": {"city": {"type": "string"}},
            "required": ["city"],
            "additionalProperties": False,
        },
    }
    for name in RESULTS
]


def openai_whole(model):
    response = client().responses.create(model=model, input=CLAIM, instructions="Be brief.", max_output_tokens=300)
    assert CLAIM in response.output_text
    assert response.status == "completed" and response.model == model
    assert response.usage.total_tokens == response.usage.input_tokens + response.usage.output_tokens
    assert response.fact_check_metadata["claims_detected"] > 0


def openai_stream(model):
    with client().responses.stream(model=model, input=CLAIM) as stream:
        text = "".join(event.delta for event in stream if event.type == "response.output_text.delta")
        assert CLAIM in text and stream.get_final_response().output_text == text


def openai_parse(model):
    asked = {"model": model, "input": "How large is Paris? Answer in JSON.", "text_format": City}
    assert isinstance(client().responses.parse(**asked).output_parsed, City)
    with client().responses.stream(**asked) as stream:
        assert isinstance(stream.get_final_response().output_parsed, City)


def openai_loops(model):
    """Goes on from the last response, and sends all items back without any being kept."""
    for kept in (True, False):
        asked, called = [{"role": "user", "content": QUESTION}], []
        more = {"store": kept}
        for _ in range(3):
            response = client().responses.create(model=model, input=asked, tools=TOOLS, **more)
            calls = [item for item in response.output if item.type == "function_call"]
            if not calls:
                break
            outputs = []
            for call in calls:
                assert isinstance(json.loads(call.arguments)["city"], str)
                called.append(call.name)
                output = RESULTS[call.name]
                outputs.append({"type": "function_call_output", "call_id": call.call_id, "output": output})
            if kept:
                asked, more = outputs, {"previous_response_id": response.id}
            else:
                asked = [*asked, *response.output, *outputs]
        expect_loop(called, response.output_text)


def team(called):
    @function_tool
    def get_weather(city: str) -> str:
        """The weather of a city."""
        called.append("get_weather")
        return RESULTS["get_weather"]

    @function_tool
    def get_time(city: str) -> str:
        """The time in a city."""
        called.append("get_time")
        return RESULTS["get_time"]

    expert = OpenAIAgent(name="Expert", instructions="Be brief.", tools=[get_weather, get_time])
    return OpenAIAgent(name="Desk", instructions="Hand over.", handoffs=[expert])


async def agents_sdk(model):
    config = RunConfig(
        model=model,
        model_provider=AgentsProvider(api_key="sandbox", base_url=URL, use_responses=True),
        tracing_disabled=True,
    )
    question = f"Please transfer to Expert. {QUESTION}"
    called = []
    result = await Runner.run(team(called), question, run_config=config)
    expect_loop(called, result.final_output)
    assert result.last_agent.name == "Expert"

    called = []
    streamed = Runner.run_streamed(team(called), question, run_config=config)
    async for _ in streamed.stream_events():
        pass
    expect_loop(called, streamed.final_output)

    other = OpenAIAgent(name="Other")
    history = [*result.to_input_list(), {"role": "user", "content": CLAIM}]
    assert CLAIM in (await Runner.run(other, history, run_config=config)).final_output

    # What is new alone is sent: the results of calls that the gateway keeps.
    called = []
    later = await Runner.run(
        team(called), question, run_config=config, previous_response_id=result.last_response_id
    )
    expect_loop(called, later.final_output)


def pydantic_model(model):
    return OpenAIResponsesModel(model, provider=OpenAIProvider(base_url=URL, api_key="sandbox"))


async def pydantic_agent(model):
    called, tools = functions()
    agent = Agent(pydantic_model(model), tools=tools, instructions="Be brief.")
    first = await agent.run(QUESTION)
    expect_loop(called, first.output)
    assert CLAIM in (await agent.run(CLAIM, message_history=first.all_messages())).output
    called, tools = functions()
    city = await Agent(pydantic_model(model), tools=tools, output_type=City).run(QUESTION)
    assert isinstance(city.output, City)
    assert sorted(called) == ["get_time", "get_weather"], called


async def pydantic_stream(model):
    called, tools = functions()
    async with Agent(pydantic_model(model), tools=tools).run_stream(QUESTION) as result:
        expect_loop(called, await result.get_output())


def langchain_agent(model):
    for more in ({}, {"streaming": True}, {"use_previous_response_id": True}, {"output_version": "v1"}):
        chat = ChatOpenAI(model=model, api_key="sandbox", base_url=URL, max_retries=0, use_responses_api=True, **more)
        called, tools = functions()
        agent = create_agent(chat, tools=tools, system_prompt="Be brief.")
        result = agent.invoke({"messages": [{"role": "user", "content": QUESTION}]})
        expect_loop(called, result["messages"][-1].text)
        result = agent.invoke({"messages": [*result["messages"], {"role": "user", "content": CLAIM}]})
        assert CLAIM in result["messages"][-1].text


def refusals():
    for key, kind in [
        ("sandbox-invalid", openai.AuthenticationError),
        ("sandbox-quota", openai.RateLimitError),
        ("sandbox-error", openai.InternalServerError),
    ]:
        try:
            client(key).responses.create(model="gpt-6-luna", input=CLAIM)
        except kind as error:
            assert error.request_id
        else:
            raise AssertionError(f"{key} was answered")
    for fault in [{"model": "no-such-model"}, {"temperature": 3}, {"input": []}, {"background": True}]:
        try:
            client().responses.create(**{"model": "gpt-6-luna", "input": CLAIM, **fault})
        except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
            assert error.param is not None
        else:
            raise AssertionError(f"{fault} was answered")


def breaks():
    for key in ["sandbox-cut", "sandbox-error"]:
        events = list(client(key).responses.create(model="gpt-6-luna", input=CLAIM, stream=True))
        assert any(event.type == "response.output_text.delta" for event in events)
        assert events[-1].type == "response.failed" and events[-1].response.error.message


def keeps():
    responses = client().responses
    kept = responses.create(model="gpt-6-luna", input=CLAIM)
    assert responses.retrieve(kept.id).output_text == kept.output_text
    assert [item.content[0].text for item in responses.input_items.list(kept.id)] == [CLAIM]
    responses.delete(kept.id)
    try:
        responses.retrieve(kept.id)
    except openai.NotFoundError:
        return
    raise AssertionError("it is still there")


def leaves():
    stream = client("a-key-of-somebody", ENDLESS_URL).responses.create(model="gpt-6-luna", input=CLAIM, stream=True)
    for event in stream:
        if event.type == "response.output_text.delta":
            break
    stream.close()


CHECKS = (
    openai_whole,
    openai_stream,
    openai_parse,
    openai_loops,
    agents_sdk,
    pydantic_agent,
    pydantic_stream,
    langchain_agent,
)


async def main():
    """In one event loop: the Agents SDK and Pydantic AI keep their connections from one call to the next."""
    for check in CHECKS:
        for model in MODELS:
            outcome = check(model)
            if asyncio.iscoroutine(outcome):
                await outcome
            print(f"{check.__name__} {model}", flush=True)
    for check in (refusals, breaks, keeps, leaves):
        check()
        print(check.__name__, flush=True)


asyncio.run(main())
