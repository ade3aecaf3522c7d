// A route of Next.js that checks the text of a request against its documents. The model that judges is any that you ask.
import { createChecker } from 'claimgate/engine';

/** Replace it with a call to your model: its answer is JSON of the schema, as text. */
async function ask({ system, user, schema, maxTokens }, signal) {
  const response = await fetch(`${process.env.MODEL_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${process.env.MODEL_KEY}` },
    body: JSON.stringify({
      model: process.env.MODEL,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      max_completion_tokens: maxTokens,
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } },
    }),
    signal,
  });
  if (!response.ok) throw new Error(`The model answered ${response.status}`);
  return (await response.json()).choices[0].message.content;
}

const checker = createChecker({ ask, model: process.env.MODEL });

/** Streams a line of JSON for each event. Body: `{ "text": "…", "documents": [{ "title": "…", "text": "…" }] }`. */
export async function POST(request) {
  const { text, documents } = await request.json();
  const events = checker.check({ text, documents, signal: request.signal });
  const lines = new ReadableStream({
    async pull(controller) {
      const { value, done } = await events.next();
      if (done) controller.close();
      else controller.enqueue(new TextEncoder().encode(`${JSON.stringify(value)}\n`));
    },
    cancel: () => void events.return(),
  });
  return new Response(lines, { headers: { 'Content-Type': 'application/x-ndjson' } });
}
