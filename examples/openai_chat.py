"""OpenAI's client, with each claim's verdict, correction and quote."""

import os

from openai import OpenAI

client = OpenAI(
    base_url=os.environ.get("CLAIMGATE_URL", "http://127.0.0.1:8080") + "/v1",
    api_key=os.environ.get("CLAIMGATE_API_KEY", "sandbox"),
)

completion = client.chat.completions.create(
    model="gpt-6-luna",
    messages=[
        {
            "role": "user",
            "content": "Lightning never strikes the same place twice. Pure water boils at 90 degrees Celsius at sea level.",
        }
    ],
    extra_body={"fact_check": {"mode": "verify"}},
)
print(completion.choices[0].message.content)

# The client keeps fields that it does not know, as plain dictionaries.
for claim in completion.fact_check_metadata["claims"]:
    # A claim that could not be judged says so: its verdict means nothing.
    verdict = claim["verdict"] if claim.get("checked", True) else "not checked"
    print(f"\n{verdict} ({claim['role']}): {claim['text']}")
    if "correction" in claim:
        print(f"  correction: {claim['correction']['wrong']} → {claim['correction']['right']}")
    for item in claim["evidence"]:
        print(f"  “{item['quote']}”\n  {item['title']} {item['url']}")
