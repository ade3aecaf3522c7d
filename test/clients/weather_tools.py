"""Two functions for models to call, and what a loop of calls must come to."""

from pydantic import BaseModel

QUESTION = "Please use get_weather and get_time for Paris."
RESULTS = {"get_weather": "14 degrees, rain", "get_time": "10:30"}
MODELS = ["gpt-6-luna", "claude-haiku-5-5", "gemini-3.8-flash", "grok-4.3", "zai-org/GLM-5.3-Flash"]


class City(BaseModel):
    name: str
    inhabitants: int


def functions():
    called = []

    def get_weather(city: str) -> str:
        """The weather of a city."""
        called.append("get_weather")
        return RESULTS["get_weather"]

    def get_time(city: str) -> str:
        """The time in a city."""
        called.append("get_time")
        return RESULTS["get_time"]

    return called, [get_weather, get_time]


def expect_loop(called, answer):
    assert sorted(called) == ["get_time", "get_weather"], called
    assert all(result in answer for result in RESULTS.values()), answer
