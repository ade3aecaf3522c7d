"""
title: Claimgate
description: Lists the claims of an answer as its sources, with verdicts, corrections and quotes.
version: 1.0
"""

from collections import Counter
from typing import Literal

from pydantic import BaseModel


class Filter:
    class Valves(BaseModel):
        priority: int = 0
        mode: Literal["detect", "ground", "verify"] = "verify"

    def __init__(self):
        self.valves = self.Valves()

    def inlet(self, body: dict) -> dict:
        """Is called with each request, before it is sent."""
        body["fact_check"] = {"mode": self.valves.mode}
        return body

    async def stream(self, event: dict, __event_emitter__=None) -> dict:
        """Is called with each chunk of an answer. The claims are on the last one."""
        check = event.get("fact_check_metadata")
        if check is None or __event_emitter__ is None:
            return event
        claims = [claim for claim in check["claims"] if claim["role"] == "assistant"]
        # Sources are no part of the message: later requests do not hold them.
        for claim in claims:
            await __event_emitter__({"type": "source", "data": as_source(claim)})
        counts = Counter(verdict_of(claim) for claim in claims)
        summary = ", ".join(f"{count} {verdict}" for verdict, count in counts.items()) or "none"
        await __event_emitter__({"type": "status", "data": {"description": f"Claims: {summary}", "done": True}})
        return event


def verdict_of(claim: dict) -> str:
    # A claim that could not be judged says so: its verdict means nothing.
    verdict = claim.get("verdict", "found") if claim.get("checked", True) else "not checked"
    return verdict.replace("_", " ")


def as_source(claim: dict) -> dict:
    name = f"{verdict_of(claim)}: {claim['text']}"
    if "correction" in claim:
        name += f" ({claim['correction']['wrong']} → {claim['correction']['right']})"
    quotes = [f"{one['title']}: “{one['quote']}” {one['url']}" for one in claim["evidence"]]
    documents = quotes or [claim.get("explanation", claim["original_text"])]
    # Open WebUI puts documents with the same `source` together.
    metadata = [{"source": claim["id"], "name": name} for _ in documents]
    return {"source": {"id": claim["id"], "name": name}, "document": documents, "metadata": metadata}
