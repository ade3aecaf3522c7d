/** A gateway all of whose texts are hostile, in front of a real one that serves the page and what goes with it. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Received, startFakeProvider } from '../harness/fake-provider.ts';
import { startGateway } from '../harness/start-gateway.ts';
import { ALL_HOSTILE, HOSTILE, HOSTILE_URLS } from './hostile-texts.ts';

export interface HostileGateway {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  stop(): Promise<void>;
}

export async function startHostileGateway(): Promise<HostileGateway> {
  const real = await startGateway();
  const front = await startFakeProvider(async (request, response) => {
    const { method, url } = request;
    if (method === 'POST' && url === '/v1/chat/completions') return chat(request, response);
    if (method === 'POST' && url === '/v1/claims') return checkText(request, response);
    if (url.startsWith('/v1/evaluations/')) return sendJson(response, report());
    return relay(real.url, request, response);
  });
  return {
    url: front.url,
    stop: async () => {
      await front.stop();
      await real.stop();
    },
  };
}

async function relay(origin: string, { method, url }: Received, response: ServerResponse): Promise<void> {
  const answer = await fetch(origin + url, { method, headers: { authorization: 'Bearer sandbox' } });
  const change = CHANGED[url];
  const body =
    change === undefined
      ? Buffer.from(await answer.arrayBuffer())
      : JSON.stringify(change((await answer.json()) as never));
  const left = ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'];
  const headers = [...answer.headers].filter(([name]) => !left.includes(name));
  response.writeHead(answer.status, Object.fromEntries(headers)).end(body);
}

interface Models {
  readonly models_list: readonly { readonly available_models: readonly object[] }[];
}

/** Answers of the real gateway whose words are replaced. */
const CHANGED: Readonly<Record<string, (body: never) => unknown>> = {
  '/v1/models': (body: Models) => ({
    ...body,
    models_list: body.models_list.map(({ available_models: models, ...rest }) => ({
      ...rest,
      available_models: models.map((model) => ({ ...model, name: ALL_HOSTILE, description: ALL_HOSTILE })),
    })),
  }),
  '/health': (body: { checks: object }) => ({
    ...body,
    version: ALL_HOSTILE,
    checks: { ...body.checks, [ALL_HOSTILE]: ALL_HOSTILE },
  }),
  '/v1/limits': (body: object) => ({ ...body, plan: ALL_HOSTILE }),
};

function claim(text: string, role: 'text' | 'assistant', id: string, start = 0, end = text.length) {
  return {
    id,
    text: ALL_HOSTILE,
    original_text: text.slice(start, end),
    role,
    message_index: role === 'text' ? 0 : 1,
    start,
    end,
    category: ALL_HOSTILE,
    confidence: 0.9,
    verdict: 'refuted',
    verdict_confidence: 0.9,
    explanation: ALL_HOSTILE,
    evidence: HOSTILE_URLS.map((url) => ({
      source: ALL_HOSTILE,
      title: ALL_HOSTILE,
      url,
      quote: ALL_HOSTILE,
      stance: 'refutes',
      published: '<input x>',
    })),
  };
}

const metadata = (claims: readonly object[]) => ({
  claims_detected: claims.length,
  confidence_score: 0.9,
  sources_consulted: [ALL_HOSTILE],
  mode: 'verify',
  claims,
});

/** `Answer 3` is answered with the third hostile text, in every place that markdown has; `Fail` with an error. */
async function chat({ body }: Received, response: ServerResponse): Promise<void> {
  const asked = (body.messages as { content: string }[]).at(-1)?.content ?? '';
  if (asked === 'Fail') {
    const error = { message: ALL_HOSTILE, type: 'server_error', param: null, code: 'provider_error' };
    return sendJson(response, { error, detail: ALL_HOSTILE }, 502);
  }
  if (body.stream !== true) return sendJson(response, evaluatedAnswer(asked));
  const number = /^Answer (\d+)$/.exec(asked)?.[1];
  const text = number === undefined ? ALL_HOSTILE : inEveryPlace(HOSTILE[Number(number)] ?? '');
  const start = text.lastIndexOf('The Eiffel Tower');
  const claims = start === -1 ? [] : [claim(text, 'assistant', 'claim-1', start, text.length)];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = (delta: object, more: object = {}, reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: reason }], ...more })}\n\n`;
  // In pieces that are drawn one by one, so that unfinished markdown is seen too.
  const pieces = text.match(/[\s\S]{1,17}/gu) ?? [];
  for (let at = 0; at < pieces.length; at += 12) {
    response.write(
      pieces
        .slice(at, at + 12)
        .map((content) => chunk({ content }))
        .join(''),
    );
    await sleep(5);
  }
  response.write(chunk({}, { fact_check_metadata: metadata(claims) }, 'stop'));
  response.end('data: [DONE]\n\n');
}

function inEveryPlace(text: string): string {
  return [
    text,
    `- one ${text}\n- two`,
    `1. ${text}\n\n   ${text}`,
    `> ${text}`,
    `# ${text}`,
    `**${text}** *${text}* ~~${text}~~ \\${text}`,
    `[${text}](https://example.org/real "${text}") ![${text}](https://example.org/picture.png)`,
    `| a | b |\n|---|---|\n| ${text.replaceAll(/[\n|]/g, ' ')} | x |`,
    `<kbd> ${text}`,
    `- [ ] ${text}\n- [x] done`,
    `\`\`\`html ${text.replaceAll(/[\n`]/g, ' ')}\n${text}\n\`\`\``,
    `- x\n  \`\`\`html "${text.replaceAll(/[\n`]/g, ' ')}\n  ${text}\n  \`\`\``,
    `The Eiffel Tower ${text.replaceAll('\n', ' ')} was completed in 1889.`,
  ].join('\n\n');
}

function checkText({ body }: Received, response: ServerResponse): void {
  const text = body.text as string;
  const found = claim(text, 'text', '"x=a><input x=a=b>');
  const { verdict, verdict_confidence, explanation, evidence, ...detected } = found;
  const all = metadata([body.mode === 'detect' ? detected : found]);
  const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(`${event('claim', detected)}${event('done', { fact_check_metadata: all })}data: [DONE]\n\n`);
}

function evaluatedAnswer(text: string) {
  return {
    choices: [{ message: { content: ALL_HOSTILE } }],
    evaluation: { report_url: '/v1/evaluations/x/report' },
    fact_check_metadata: metadata([{ ...claim(text, 'text', 'claim-1'), role: 'user' }]),
  };
}

function report() {
  const scores = { accuracy_score: 0.5, completeness_score: 0.5, coherence_score: 0.5, confidence: 0.5 };
  const words = { original_text: ALL_HOSTILE, extracted_claim: ALL_HOSTILE, category: ALL_HOSTILE };
  const remarks = { added: [ALL_HOSTILE], missing: [ALL_HOSTILE], faults: [ALL_HOSTILE] };
  const scored = { claim_id: 'claim-1', ...words, ...scores, ...remarks, verifiable: true, timestamp: 'now' };
  return { scorer: 'model', claims: [scored] };
}

function sendJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
