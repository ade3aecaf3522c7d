"""Checks texts with a Claimgate gateway, and reads the claims of answers that other clients got from it."""

import contextlib
import contextvars
import http.client
import json
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from email.message import Message
from typing import Any, Callable, Literal, Optional, TypedDict, Union, cast

__all__ = [
    "ASYNC_METADATA_HOOKS",
    "METADATA_HOOKS",
    "AnswerAction",
    "CheckEvent",
    "Claim",
    "ClaimCheck",
    "ClaimEvent",
    "ClaimPart",
    "ClaimgateError",
    "ContextDocument",
    "Correction",
    "DoneEvent",
    "Evidence",
    "FactCheckMetadata",
    "FactCheckOptions",
    "Groundedness",
    "Revision",
    "Search",
    "Span",
    "Summary",
    "check_text",
    "check_text_stream",
    "collect_metadata",
    "read_claims",
    "read_metadata",
]

CheckMode = Literal["detect", "ground", "verify"]
Verdict = Literal["supported", "refuted", "conflicting", "not_enough_evidence"]
Stance = Literal["supports", "refutes", "neutral", "unjudged"]
ClaimCategory = Literal[
    "statistic", "event", "quote", "causal", "comparison", "attribute", "record", "prediction", "other"
]
EvidenceKind = Literal["context", "own_document", "fact_check", "encyclopedia", "scholarly", "news", "web"]


# The dictionaries are the API's own. Those of later versions may have further keys. Python 3.9 has no NotRequired:
# what may be absent stands in a class apart.


class _Evidence(TypedDict):
    source: str
    kind: EvidenceKind
    title: str
    url: str
    """Empty if the request brought the text without one."""
    quote: str
    """A literal part of the retrieved text."""
    stance: Stance
    """`unjudged` if no judge was asked."""


class Evidence(_Evidence, total=False):
    published: str
    see_also: str


class _ClaimPart(TypedDict):
    text: str
    verdict: Verdict
    explanation: str
    evidence: list[Evidence]


class ClaimPart(_ClaimPart, total=False):
    """One of several statements of a claim's sentence, verified by itself."""

    checked: Literal[False]


class Correction(TypedDict):
    """What is wrong in a refuted claim, and what the evidence says instead."""

    wrong: str
    """A literal part of the claim's `original_text`."""
    right: str
    """A literal part of a quote of the claim's evidence."""
    source: str
    url: str


class _Claim(TypedDict):
    id: str
    text: str
    """Normalized: it stands alone."""
    original_text: str
    role: Literal["user", "assistant", "text"]
    message_index: int
    """Index into the request's messages; the answer's is their number."""
    start: int
    """Offset into the message in UTF-16 code units: `text.encode("utf-16-le")[2 * start : 2 * end]`."""
    end: int
    category: ClaimCategory
    confidence: float
    """Probability that this is a verifiable factual claim."""
    language: str
    language_supported: bool
    """False if claims in this language are found by general rules alone."""


class Claim(_Claim, total=False):
    choice_index: int
    """Of several answers (`n`), the one that it stands in."""
    check_worthiness: float
    """0 to 1: how much somebody would want it checked."""
    speaker: str
    """Who said it, if a transcript or a quotation says so."""
    time: str
    """When it was said, as it stands there: `00:12:31`."""
    date: str
    """What a relative date in it means: `2024-05-07`; of a month `2024-05`, of a year `2024`."""
    stands_alone: Literal[False]
    """It cannot be understood without what nobody has said."""
    reading: str
    """The claim as understood in its context, if that is not `text`."""
    parts: list[ClaimPart]
    """The statements, if the sentence makes several: the verdict follows from theirs."""
    verdict: Verdict
    """Means nothing if `checked` is False."""
    checked: Literal[False]
    """Present if verification did not look at the claim or could not judge it: `explanation` says why."""
    explanation: str
    evidence: list[Evidence]
    verdict_confidence: float
    """Probability that the verdict is right."""
    statement: Literal[True]
    """It asserts something and is no claim: it is not counted in `claims_detected`."""
    judged_by: str
    """The id of the model that judged, or `local`: the gateway's own judge."""
    correction: Correction
    claim_review: dict[str, Any]
    """schema.org ClaimReview, with `claim_review`."""


class Revision(TypedDict):
    """One correction in its place."""

    start: int
    end: int
    wrong: str
    right: str
    claim_id: str


class Search(TypedDict):
    """A text as it was sent to outside sources, and their names."""

    query: str
    sources: list[str]


class _Usage(TypedDict):
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class Usage(_Usage, total=False):
    cost: float
    """US dollars; absent if no model was asked, or its price is not known."""


class Normalization(TypedDict):
    verifiable: bool
    unresolved: list[str]
    method: Literal["model", "rules"]
    score: float


class Summary(TypedDict):
    """Claims by verdict; `unchecked` are those that nobody judged."""

    claims: int
    supported: int
    refuted: int
    conflicting: int
    not_enough_evidence: int
    unchecked: int


class Groundedness(TypedDict):
    """How far an answer is borne out by the request's own texts."""

    score: Optional[float]
    """0 to 1: supported / (statements - unchecked); None where that is 0."""
    statements: int
    supported: int
    refuted: int
    unsupported: int
    unchecked: int


class _FactCheckMetadata(TypedDict):
    claims_detected: int
    """All claims of the conversation, listed or not."""
    summary: Summary
    confidence_score: float
    """0 to 1; 1 if there are no claims."""
    sources_consulted: list[str]
    mode: CheckMode
    """The mode that was really run."""
    claims: list[Claim]


class FactCheckMetadata(_FactCheckMetadata, total=False):
    groundedness: Groundedness
    """Absent if the request brought no texts, or nobody judged."""
    searches: list[Search]
    """Absent if nothing was sent to outside sources."""
    claims_omitted: int
    """How many claims are not listed."""
    calibrated: bool
    revised_content: str
    """The answer or text with its corrections applied, with `revise`."""
    revisions: list[Revision]
    action: Literal["annotate", "append", "retry", "withhold"]
    """What was done with the answer, if `fact_check.action` asked for anything but metadata."""
    attempts: int
    """How often the model was asked; absent if once."""
    usage: Usage
    """Tokens that verification used, apart from the answer's."""
    normalization: Normalization
    """Of an answer that states the claims of a post."""


class ClaimCheck(TypedDict):
    """The answer of POST /v1/claims."""

    id: str
    object: Literal["claim_check"]
    created: int
    mode: CheckMode
    fact_check_metadata: FactCheckMetadata


class ClaimEvent(TypedDict):
    """A claim as it is found, or with its verdict."""

    type: Literal["claim", "verdict"]
    claim: Claim


class DoneEvent(TypedDict):
    """The end of a check."""

    type: Literal["done"]
    check: ClaimCheck


CheckEvent = Union[ClaimEvent, DoneEvent]


class _ContextDocument(TypedDict):
    text: str


class ContextDocument(_ContextDocument, total=False):
    """A text to check against, as evidence of source `context`."""

    id: str
    title: str
    url: str


class Span(TypedDict):
    """A part of a text, in UTF-16 code units."""

    start: int
    end: int


class AnswerAction(TypedDict, total=False):
    """What is done with an answer in which something wrong is found."""

    do: Literal["annotate", "append", "retry", "withhold"]
    """`annotate`, the default: the metadata alone."""
    on: list[Literal["refuted", "conflicting", "not_enough_evidence"]]
    """Verdicts of the answer's claims and statements on which it is done; `refuted` if absent."""
    message: str
    """Comes in place of an answer that is withheld."""


class FactCheckOptions(TypedDict, total=False):
    """`fact_check` of a chat: `extra_body={"fact_check": options}`."""

    mode: Literal["off", "detect", "ground", "verify"]
    """How far checking goes; each mode contains the one before."""
    sources: list[str]
    max_claims: int
    judge_model: str
    statements: Literal["auto", "all", "none"]
    judge: Literal["auto", "local", "model"]
    """Who judges: the gateway's own judge, and in `verify` your model for the rest (`auto`), or one of them alone."""
    claim_review: bool
    min_confidence: float
    min_check_worthiness: float
    documents: list[ContextDocument]
    citations: bool
    revise: bool
    action: AnswerAction
    stream_events: bool
    claims: Literal["new", "all", "none"]


class ClaimgateError(Exception):
    """A request that the gateway refused, or a check that failed."""

    status: int
    """HTTP status; 200 if a stream failed after it had begun."""
    type: Optional[str]
    """Such as `invalid_request_error`; None if something other than the gateway answered."""
    code: Optional[str]
    """Such as `rate_limit_exceeded`."""
    param: Optional[str]
    """The field that is at fault."""
    faults: list[dict[str, Any]]
    """Of a body that is not valid (422): each fault, as `loc`, `msg` and `type`."""
    request_id: Optional[str]
    """`X-Request-Id`, as the gateway's log has it."""
    retry_after: Optional[float]
    """Seconds, if a later request may succeed."""

    def __init__(self, status: int, headers: Message, body: object = None, message: str = "") -> None:
        error = _member(body, "error")
        detail = _member(body, "detail")
        said = _member(error, "message")
        super().__init__(said if isinstance(said, str) else message or f"The gateway answered with status {status}")
        self.status = status
        self.type = _member(error, "type")
        self.code = _member(error, "code")
        self.param = _member(error, "param")
        self.faults = detail if isinstance(detail, list) else []
        self.request_id = headers.get("X-Request-Id")
        after = headers.get("Retry-After") or ""
        self.retry_after = float(after) if after.isdecimal() else None


def check_text(
    text: str,
    *,
    mode: Optional[CheckMode] = None,
    model: Optional[str] = None,
    judge: Optional[Literal["auto", "local", "model"]] = None,
    statements: Optional[Literal["auto", "all", "none"]] = None,
    api_key: Optional[str] = None,
    sources: Optional[Sequence[str]] = None,
    max_claims: Optional[int] = None,
    claim_review: Optional[bool] = None,
    min_confidence: Optional[float] = None,
    min_check_worthiness: Optional[float] = None,
    spans: Optional[Sequence[Span]] = None,
    documents: Optional[Sequence[ContextDocument]] = None,
    revise: Optional[bool] = None,
    date: Optional[str] = None,
    language: Optional[str] = None,
    base_url: str = "http://127.0.0.1:8080/v1",
    timeout: float = 600.0,
) -> ClaimCheck:
    """Finds the claims of a text; in mode `ground` with evidence, in mode `verify` with verdicts.

    mode: how far checking goes; `detect`, the default, and `ground` need no key and no model.
    model: judges the claims; required for `verify`, unless `judge` is `local`.
    judge: who judges: the gateway's own judge, and in `verify` the model for the rest (`auto`), or one of them alone.
    statements: what is held against the evidence though it is no claim: all where `documents` are given (`auto`), `all` or `none`.
    api_key: key of the model's provider.
    sources: names of sources of the server to ask.
    max_claims: the most claims that are verified: those most worth checking.
    claim_review: adds schema.org ClaimReview to each claim with a verdict.
    min_confidence, min_check_worthiness: claims below either, 0 to 1, are only counted.
    spans: parts of the text: claims that overlap none of them are only counted.
    documents: texts to check against, as evidence of source `context`.
    revise: in mode `verify`, also returns the text with its corrections applied.
    date: when the text was written, such as `2024-05-01`: its claims are judged as of that date.
    language: of the text, such as `en`; guessed sentence by sentence if absent.
    timeout: seconds in which the gateway may send nothing.

    Raises ClaimgateError if the gateway refuses or fails, and OSError (as urllib does) if it is not reached.
    """
    with _send(locals(), stream=False) as response:
        return cast(ClaimCheck, _parse(response, response.read()))


def check_text_stream(
    text: str,
    *,
    mode: Optional[CheckMode] = None,
    model: Optional[str] = None,
    judge: Optional[Literal["auto", "local", "model"]] = None,
    statements: Optional[Literal["auto", "all", "none"]] = None,
    api_key: Optional[str] = None,
    sources: Optional[Sequence[str]] = None,
    max_claims: Optional[int] = None,
    claim_review: Optional[bool] = None,
    min_confidence: Optional[float] = None,
    min_check_worthiness: Optional[float] = None,
    spans: Optional[Sequence[Span]] = None,
    documents: Optional[Sequence[ContextDocument]] = None,
    revise: Optional[bool] = None,
    date: Optional[str] = None,
    language: Optional[str] = None,
    base_url: str = "http://127.0.0.1:8080/v1",
    timeout: float = 600.0,
) -> Iterator[CheckEvent]:
    """As `check_text`, step by step: each claim as it is found and with its verdict, then the whole.

    Closing the iterator ends the check. Raises as `check_text`, and ClaimgateError if the stream breaks off.
    """
    with _send(locals(), stream=True) as response:
        event = ""
        for line in _lines(response):
            name, _, data = line.rstrip("\r\n").partition(": ")
            if name == "event":
                event = data
            elif name == "data" and data == "[DONE]":
                return
            elif name == "data":
                value = _parse(response, data)
                if event == "claim":
                    yield {"type": "claim", "claim": value}
                elif event == "verdict":
                    yield {"type": "verdict", "claim": value}
                elif event == "done":
                    yield {"type": "done", "check": value}
                else:
                    raise ClaimgateError(response.status, response.headers, value)
                event = ""
        raise ClaimgateError(response.status, response.headers, message="The stream of the gateway broke off")


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """urllib would send the key on to another host."""

    def redirect_request(self, *_: object) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)


def _send(arguments: dict[str, Any], stream: bool) -> Any:
    """Sends the arguments of a check: those of the request in its body, the others where they belong."""
    fields = {name: value for name, value in arguments.items() if value is not None}
    api_key, base_url, timeout = fields.pop("api_key", None), fields.pop("base_url"), fields.pop("timeout")
    headers = {"Content-Type": "application/json"}
    if api_key is not None:
        # What http.client would raise quotes the key.
        if not all("!" <= character <= "~" for character in api_key):
            raise ValueError("The API key has a character that no key has")
        headers["Authorization"] = f"Bearer {api_key}"
    body = json.dumps({**fields, "stream": stream}).encode()
    request = urllib.request.Request(f"{base_url.rstrip('/')}/claims", body, headers)
    try:
        return _opener.open(request, timeout=timeout)
    except urllib.error.HTTPError as refusal:
        with refusal:
            raise ClaimgateError(refusal.code, refusal.headers, _parse_or_none(refusal.read())) from None


def _lines(response: Any) -> Iterator[str]:
    try:
        for line in response:
            yield line.decode()
    except http.client.HTTPException:
        # It broke off, which its missing end says too.
        return


def _parse(response: Any, text: Union[str, bytes]) -> Any:
    value = _parse_or_none(text)
    if isinstance(value, dict):
        return value
    message = "The answer does not come from a Claimgate gateway: check base_url"
    raise ClaimgateError(response.status, response.headers, message=message)


def _parse_or_none(text: Union[str, bytes]) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _member(value: object, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)


def read_metadata(answer: object) -> Optional[FactCheckMetadata]:
    """The metadata of an answer or of a part of a stream, as a client's object or as a dictionary; None if it has none.

    That is a chat completion, its last chunk, a response, the event `response.completed`, a message of Anthropic's API, its
    last `message_delta`, or a check of a text.
    """
    for place in (answer, _member(answer, "response")):
        metadata = _member(place, "fact_check_metadata")
        if isinstance(_member(metadata, "claims"), list):
            return cast(FactCheckMetadata, metadata)
    return None


def read_claims(answer: object) -> list[Claim]:
    """The claims of the same; none if it has no metadata."""
    metadata = read_metadata(answer)
    return [] if metadata is None else metadata["claims"]


_collecting: "contextvars.ContextVar[Optional[list[FactCheckMetadata]]]" = contextvars.ContextVar(
    "claimgate_metadata", default=None
)


@contextlib.contextmanager
def collect_metadata() -> Iterator[list[FactCheckMetadata]]:
    """A list of the metadata of each answer that is read in this block, through an httpx client with these hooks.

    Blocks of other threads and tasks have lists of their own; threads and tasks that the block starts share it if they run in
    its context, as asyncio's and LangChain's do.
    """
    found: list[FactCheckMetadata] = []
    token = _collecting.set(found)
    try:
        yield found
    finally:
        _collecting.reset(token)


class _Reader:
    """Reads along: one JSON text, or one in each line of data."""

    def __init__(self, response: Any, found: list[FactCheckMetadata]) -> None:
        self._is_stream = response.headers.get("content-type", "").startswith("text/event-stream")
        self._found = found
        self._begun: list[bytes] = []
        self._ended = False

    def take(self, piece: bytes) -> None:
        if self._ended:
            return
        if not self._is_stream or b"\n" not in piece:
            self._begun.append(piece)
            return
        *lines, rest = piece.split(b"\n")
        lines[0] = b"".join([*self._begun, lines[0]])
        self._begun = [rest]
        for line in lines:
            self._read(line[len(b"data: ") :])

    def end(self) -> None:
        """The answer may be read again."""
        if not self._ended and not self._is_stream:
            self._read(b"".join(self._begun))
        self._ended = True

    def _read(self, text: bytes) -> None:
        # Nearly all chunks have none, and need not be parsed.
        if b'"fact_check_metadata"' in text:
            metadata = read_metadata(_parse_or_none(text))
            if metadata is not None:
                self._found.append(metadata)


def _read_along(response: Any) -> None:
    found = _collecting.get()
    if found is None:
        return
    reader, pass_on = _Reader(response, found), response.iter_bytes

    def iter_bytes(*args: Any, **options: Any) -> Iterator[bytes]:
        for piece in pass_on(*args, **options):
            reader.take(piece)
            yield piece
        reader.end()

    response.iter_bytes = iter_bytes


async def _read_along_async(response: Any) -> None:
    found = _collecting.get()
    if found is None:
        return
    reader, pass_on = _Reader(response, found), response.aiter_bytes

    async def aiter_bytes(*args: Any, **options: Any) -> AsyncIterator[bytes]:
        async for piece in pass_on(*args, **options):
            reader.take(piece)
            yield piece
        reader.end()

    response.aiter_bytes = aiter_bytes


METADATA_HOOKS: dict[str, list[Callable[..., Any]]] = {"response": [_read_along]}
"""For `httpx.Client(event_hooks=METADATA_HOOKS)`, which the clients of `openai` and LangChain take as `http_client`."""

ASYNC_METADATA_HOOKS: dict[str, list[Callable[..., Any]]] = {"response": [_read_along_async]}
"""For `httpx.AsyncClient`: `http_client` of `AsyncOpenAI`, `http_async_client` of LangChain."""
