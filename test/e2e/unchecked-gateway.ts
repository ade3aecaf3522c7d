/**
 * A gateway that verifies ten claims of a request at most. Each sentence with a number is a claim; its verdict goes by
 * the number. `Slowly.` in a text lets its second request hang after one verdict.
 */
import type { ServerResponse } from 'node:http';
import type { Claim, FactCheckMetadata, Sources, Verdict } from '../../web/api/types.ts';
import type { Received } from '../harness/fake-provider.ts';
import { type FrontGateway, metadataOf, startFrontGateway, streamAnswer } from './front-gateway.ts';

export const LIMIT = 10;
export const WHY = 'This claim was not checked: the request’s limit of claims was reached.';
const VERDICTS: readonly Verdict[] = ['supported', 'refuted', 'conflicting', 'not_enough_evidence'];

/** So many claims, of which a repeated number is the same one. */
export const sentences = (numbers: readonly number[]): string =>
  numbers.map((number) => `Tower ${number} is ${number} metres tall.`).join(' ');
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

type Role = Claim['role'];

function findClaims(text: string, role: Role, index: number): Claim[] {
  return [...text.matchAll(/Tower \d+ is \d+ metres tall\./g)].map(([words, ..._], at, all) => {
    const start = (all[at] as RegExpExecArray).index;
    return {
      ...{ id: `claim-${at + 1}`, text: words, original_text: words, role, message_index: index },
      ...{ start, end: start + words.length, category: 'attribute', confidence: 0.91 },
    };
  });
}

function judge(claim: Claim): Claim {
  const number = Number(/\d+/.exec(claim.text)?.[0]);
  return {
    ...claim,
    verdict: VERDICTS[number % VERDICTS.length] as Verdict,
    verdict_confidence: 0.8,
    explanation: `A verdict on tower ${number}.`,
    evidence: [
      {
        ...{ source: 'brave', kind: 'web', title: '', url: `https://towers.example/${number}` },
        ...{ quote: `Tower ${number} is known.`, stance: 'supports' },
      },
    ],
  };
}

const leave = (claim: Claim): Claim => ({
  ...claim,
  ...{ verdict: 'not_enough_evidence', checked: false, explanation: WHY, evidence: [] },
});

/** The worthiest are the first. */
const verify = (claims: readonly Claim[]): Claim[] =>
  claims.map((claim, index) => (index < LIMIT ? judge(claim) : leave(claim)));

function report(claims: readonly Claim[]): FactCheckMetadata {
  const checked = claims.slice(0, LIMIT).length;
  const searches = claims.slice(0, 4).map(({ text }) => ({ query: `${text} <b>&`, sources: ['brave'] }));
  const usage = { prompt_tokens: 90 * checked, completion_tokens: 10 * checked, total_tokens: 100 * checked };
  return { ...metadataOf(claims, ['starter', 'brave']), searches, usage } as FactCheckMetadata;
}

function check({ body }: Received, response: ServerResponse): void {
  const spans = body.spans as { start: number; end: number }[] | undefined;
  const text = String(body.text);
  const found = findClaims(text, 'text', 0).filter(
    ({ start, end }) => spans?.some((span) => start < span.end && span.start < end) ?? true,
  );
  const judged = verify(found);
  const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(found.map((claim) => event('claim', claim)).join(''));
  if (text.includes('Slowly.') && spans !== undefined) {
    response.write(event('verdict', judged[0] as Claim));
    return;
  }
  const metadata = body.mode === 'detect' ? metadataOf(found, []) : report(judged);
  response.end(`${event('done', { fact_check_metadata: metadata })}data: [DONE]\n\n`);
}

/** `Answer: …` is answered with what follows. */
function chat({ body }: Received, response: ServerResponse): Promise<void> {
  const asked = (body.messages as { content: string }[]).at(-1)?.content ?? '';
  const [question = '', text = 'Nothing.'] = asked.split('Answer: ');
  const claims = [...findClaims(question, 'user', 0), ...findClaims(text, 'assistant', 1)];
  const named = claims.map((claim, index) => ({ ...claim, id: `claim-${index + 1}` }));
  return streamAnswer(response, text, report(verify(named)));
}

const SOURCES: Sources = { object: 'list', data: [], max_claims: LIMIT, outside: 'on_request' };

export function startUncheckedGateway(): Promise<FrontGateway> {
  return startFrontGateway(({ method, url }) => {
    if (url === '/v1/sources') {
      return (_request, response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(SOURCES));
    }
    if (method === 'POST' && url === '/v1/chat/completions') return chat;
    return method === 'POST' && url === '/v1/claims' ? check : undefined;
  });
}
