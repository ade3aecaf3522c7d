"""LangChain: retrieve documents, answer from them, and check whether the answer is faithful to them."""

import os
import re

from langchain_core.documents import Document
from langchain_openai import ChatOpenAI
from openai import DefaultHttpxClient
from rank_bm25 import BM25Plus

DOCUMENTS = [
    Document("The Kestrel Bridge was opened in 1987. It has four lanes.", metadata={"title": "Kestrel Bridge"}),
    Document("The Heron Tunnel was opened in 2003. It is 4 km long.", metadata={"title": "Heron Tunnel"}),
    Document("Ferries cross the river every twenty minutes.", metadata={"title": "Ferries"}),
]


def words(text):
    return re.findall(r"\w+", text.lower())


ranking = BM25Plus([words(document.page_content) for document in DOCUMENTS])

# ChatOpenAI drops fields that it does not know. The HTTP client still sees them: they are kept by the answer's id.
checks = {}


def keep_check(response):
    # A stream is left alone: reading it here would hold it back.
    if response.headers["content-type"].startswith("application/json") and response.is_success:
        response.read()
        body = response.json()
        checks[body["id"]] = body["fact_check_metadata"]


model = ChatOpenAI(
    model="gpt-6-luna",
    base_url=os.environ.get("CLAIMGATE_URL", "http://127.0.0.1:8080") + "/v1",
    api_key=os.environ.get("CLAIMGATE_API_KEY", "sandbox"),
    http_client=DefaultHttpxClient(event_hooks={"response": [keep_check]}),
)


def answer(question):
    documents = ranking.get_top_n(words(question), DOCUMENTS, n=2)
    found = [{"title": one.metadata["title"], "text": one.page_content} for one in documents]
    extra = {"fact_check": {"mode": "verify", "documents": found}}
    message = model.invoke([("system", "Answer from the documents."), ("user", question)], extra_body=extra)
    return message, checks.pop(message.response_metadata["id"])


message, check = answer("The Kestrel Bridge was opened in 1978. Is that right?")
print(message.content)
for claim in check["claims"]:
    verdict = claim["verdict"] if claim.get("checked", True) else "not checked"
    print(f"\n{verdict} ({claim['role']}): {claim['text']}")
    # Evidence of the source "context" is from the documents of the request.
    for item in claim["evidence"]:
        print(f"  “{item['quote']}”\n  {item['title']} ({item['source']})")
