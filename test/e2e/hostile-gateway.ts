/** A gateway all of whose texts are hostile, in front of a real one that serves the page and what goes with it. */
import type { ServerResponse } from 'node:http';
import type { Received } from '../harness/fake-provider.ts';
import {
  type FrontGateway,
  metadataOf,
  startFrontGateway,
  streamAnswer,
  streamCheck,
} from './front-gateway.ts';
import { ALL_HOSTILE, HOSTILE, HOSTILE_URLS } from './hostile-texts.ts';

export function startHostileGateway(): Promise<FrontGateway> {
  return startFrontGateway(({ method, url }) => {
    if (method === 'POST' && url === '/v1/chat/completions') return chat;
    if (method === 'POST' && url === '/v1/claims') return checkText;
    if (url.startsWith('/v1/evaluations/')) return (_request, response) => sendJson(response, report());
    return undefined;
  }, CHANGED);
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

const EVIDENCE = HOSTILE_URLS.map((url) => ({
  source: ALL_HOSTILE,
  kind: ALL_HOSTILE,
  title: ALL_HOSTILE,
  url,
  quote: ALL_HOSTILE,
  stance: 'refutes',
  published: '<input x>',
}));
const PART = { text: ALL_HOSTILE, verdict: 'refuted', explanation: ALL_HOSTILE, evidence: EVIDENCE };

/** @param wrong what is struck out of it. */
function claim(text: string, role: 'text' | 'assistant', id: string, start = 0, wrong = text) {
  const end = text.length;
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
    evidence: EVIDENCE,
    correction: { wrong, right: ALL_HOSTILE, source: ALL_HOSTILE, url: HOSTILE_URLS[0] },
  };
}

const metadata = (claims: readonly object[]) => metadataOf(claims, [ALL_HOSTILE]);

/** `Answer 3` is answered with the third hostile text, in every place that markdown has; `Fail` with an error. */
async function chat({ body }: Received, response: ServerResponse): Promise<void> {
  const messages = body.messages as { content: string }[];
  const asked = messages.at(-1)?.content ?? '';
  if (asked === 'Fail') {
    const error = { message: ALL_HOSTILE, type: 'server_error', param: null, code: 'provider_error' };
    return sendJson(response, { error, detail: ALL_HOSTILE }, 502);
  }
  if (body.stream !== true) return sendJson(response, evaluatedAnswer(asked));
  const number = /^Answer (\d+)$/.exec(asked)?.[1];
  const text = number === undefined ? ALL_HOSTILE : inEveryPlace(HOSTILE[Number(number)] ?? '');
  const start = text.lastIndexOf('The Eiffel Tower');
  const claims =
    start === -1
      ? []
      : [
          {
            ...claim(text, 'assistant', 'claim-1', start, '1889'),
            message_index: messages.length,
          },
        ];
  return streamAnswer(response, text, metadata(claims));
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
  const { verdict, verdict_confidence, explanation, evidence, correction, ...detected } = found;
  const inParts = {
    ...{ ...found, id: 'claim-2', reading: `${ALL_HOSTILE} again`, parts: [PART, PART] },
    correction: { ...correction, url: HOSTILE_URLS.at(-1) },
  };
  const all = metadata(body.mode === 'detect' ? [detected] : [found, inParts]);
  streamCheck(response, [detected], all);
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
