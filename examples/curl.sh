#!/bin/sh
# A chat, a stream and a text, each with its claims verified. The key "sandbox" needs no account.
set -eu
url=${CLAIMGATE_URL:-http://127.0.0.1:8080}
key=${CLAIMGATE_API_KEY:-sandbox}

post() {
  curl --silent --show-error --fail-with-body --no-buffer "$url$1" \
    -H "Authorization: Bearer $key" -H 'Content-Type: application/json' -d "$2"
  printf '\n\n'
}

echo '== A chat: the last user message and the answer are checked'
post /v1/chat/completions '{
  "model": "gpt-6-luna",
  "messages": [{"role": "user", "content": "Lightning never strikes the same place twice."}],
  "fact_check": {"mode": "verify"}
}'

echo '== A stream: the chunk with the finish_reason has the claims'
post /v1/chat/completions '{
  "model": "gpt-6-luna", "stream": true,
  "messages": [{"role": "user", "content": "Lightning never strikes the same place twice."}],
  "fact_check": {"mode": "verify"}
}'

echo '== A text without a chat, corrected'
post /v1/claims '{
  "model": "gpt-6-luna", "mode": "verify", "revise": true,
  "text": "Pure water boils at 90 degrees Celsius at sea level. The human body has 206 bones."
}'
