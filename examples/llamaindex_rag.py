"""LlamaIndex: retrieve documents, answer from them, and check whether the answer is faithful to them."""

import os

from llama_index.core import Document, SimpleKeywordTableIndex
from llama_index.core.llms import ChatMessage
from llama_index.llms.openai_like import OpenAILike

DOCUMENTS = [
    Document(text="The Kestrel Bridge was opened in 1987. It has four lanes.", metadata={"title": "Kestrel Bridge"}),
    Document(text="The Heron Tunnel was opened in 2003. It is 4 km long.", metadata={"title": "Heron Tunnel"}),
    Document(text="Ferries cross the river every twenty minutes.", metadata={"title": "Ferries"}),
]

llm = OpenAILike(
    model="gpt-6-luna",
    api_base=os.environ.get("CLAIMGATE_URL", "http://127.0.0.1:8080") + "/v1",
    api_key=os.environ.get("CLAIMGATE_API_KEY", "sandbox"),
    is_chat_model=True,
)
# Finds by keywords: no embedding model is needed.
retriever = SimpleKeywordTableIndex.from_documents(DOCUMENTS, llm=llm).as_retriever(num_chunks_per_query=2)


def answer(question):
    nodes = retriever.retrieve(question)
    documents = [{"title": node.metadata["title"], "text": node.text} for node in nodes]
    messages = [ChatMessage("Answer from the documents.", role="system"), ChatMessage(question)]
    extra = {"fact_check": {"mode": "verify", "documents": documents}}
    response = llm.chat(messages, extra_body=extra)
    # `raw` is what OpenAI's client has read, with fields that it does not know.
    return response.message.content, response.raw.fact_check_metadata


text, check = answer("The Kestrel Bridge was opened in 1978. Is that right?")
print(text)
for claim in check["claims"]:
    verdict = claim["verdict"] if claim.get("checked", True) else "not checked"
    print(f"\n{verdict} ({claim['role']}): {claim['text']}")
    # Evidence of the source "context" is from the documents of the request.
    for item in claim["evidence"]:
        print(f"  “{item['quote']}”\n  {item['title']} ({item['source']})")
