/** A gateway that knows four claims: one of two parts, one that is read in its context, one that holds, one in Arabic. */
import type { ServerResponse } from 'node:http';
import type { Claim, Evidence } from '../../web/api/types.ts';
import type { Received } from '../harness/fake-provider.ts';
import {
  type FrontGateway,
  metadataOf,
  startFrontGateway,
  streamAnswer,
  streamCheck,
} from './front-gateway.ts';

export const TEXT =
  'The Eiffel Tower was completed in 1899 and stands in Paris. It is made of wood. Mount Everest is the highest mountain above sea level.';
export const CORRECTED = TEXT.replace('1899', '1889').replace('wood', 'wrought iron');
/** What the model says of it, in markdown. */
export const ANSWER = `## Towers\n\n- ${TEXT.replace('Eiffel Tower', '**Eiffel Tower**').replace('1899', '*1899*')}`;

/** The first claim's first part, from right to left. */
export const ARABIC = 'اكتمل بناء برج إيفل عام 1899 في باريس.';

export const ENCYCLOPEDIA: Evidence = {
  source: 'wikipedia',
  kind: 'encyclopedia',
  title: 'Eiffel Tower',
  url: 'https://en.wikipedia.org/wiki/Eiffel_Tower',
  quote: 'The tower was completed in March 1889.',
  published: '2024-05-01T10:00:00Z',
  stance: 'refutes',
};
const NEWS: Evidence = {
  source: 'brave',
  kind: 'news',
  title: 'A day in Paris',
  url: 'https://news.example/paris',
  quote: 'The Eiffel Tower stands in Paris.',
  published: '2023-02-03',
  stance: 'supports',
};
const OWN: Evidence = {
  source: 'corpus',
  kind: 'own_document',
  title: 'Materials',
  url: '',
  quote: 'The Eiffel Tower is built of wrought iron.',
  stance: 'refutes',
};

const PARTS: Claim['parts'] = [
  {
    text: 'The Eiffel Tower was completed in 1899.',
    verdict: 'refuted',
    explanation: 'The source names another year.',
    evidence: [ENCYCLOPEDIA],
  },
  {
    text: 'The Eiffel Tower stands in Paris.',
    verdict: 'supported',
    explanation: 'A newspaper says so.',
    evidence: [NEWS],
  },
];

const VERDICTS: readonly (Partial<Claim> & Pick<Claim, 'text'>)[] = [
  {
    text: 'The Eiffel Tower was completed in 1899 and stands in Paris.',
    verdict: 'refuted',
    verdict_confidence: 0.9,
    explanation: 'The source names another year.',
    evidence: [ENCYCLOPEDIA, NEWS],
    parts: PARTS,
    correction: { wrong: '1899', right: '1889', source: 'wikipedia', url: ENCYCLOPEDIA.url },
  },
  {
    text: 'It is made of wood.',
    reading: 'The Eiffel Tower is made of wood.',
    verdict: 'refuted',
    verdict_confidence: 0.8,
    explanation: 'It is of iron.',
    evidence: [OWN],
    correction: { wrong: 'wood', right: 'wrought iron', source: 'corpus', url: '' },
  },
  {
    text: 'Mount Everest is the highest mountain above sea level.',
    verdict: 'supported',
    verdict_confidence: 0.95,
    explanation: 'So it is.',
    evidence: [{ ...NEWS, kind: 'scholarly', source: 'openalex', title: 'Heights' }],
  },
  {
    text: ARABIC,
    verdict: 'refuted',
    verdict_confidence: 0.8,
    explanation: 'يذكر المصدر سنة أخرى.',
    evidence: [{ ...OWN, quote: 'اكتمل بناء برج إيفل عام 1889.' }],
    correction: { wrong: '1899', right: '1889', source: 'corpus', url: '' },
  },
];

/** Words as they stand in a text, with the marks of emphasis that it has within them. */
function findIn(text: string, words: string) {
  const pattern = [...words].map((one) => one.replace('.', '\\.')).join('\\*{0,2}');
  return new RegExp(pattern).exec(text);
}

function claimsIn(text: string, role: 'text' | 'assistant'): Claim[] {
  return VERDICTS.flatMap((verdict, index) => {
    const found = findIn(text, verdict.text);
    if (found === null) return [];
    const { correction } = verdict;
    const wrong = findIn(found[0], correction?.wrong ?? '')?.[0] ?? '';
    const place = { original_text: found[0], start: found.index, end: found.index + found[0].length };
    return {
      ...{ ...verdict, ...place, id: `claim-${index + 1}`, role, message_index: role === 'text' ? 0 : 1 },
      ...{ category: 'attribute', confidence: 0.9 },
      ...(correction === undefined ? {} : { correction: { ...correction, wrong } }),
    };
  });
}

function metadata(text: string, role: 'text' | 'assistant') {
  const claims = claimsIn(text, role);
  const revisions = claims.flatMap(({ id, start, original_text, correction }) => {
    if (correction === undefined) return [];
    const { wrong, right } = correction;
    const at = start + original_text.indexOf(wrong);
    return [{ start: at, end: at + wrong.length, wrong, right, claim_id: id }];
  });
  const revised = revisions.reduceRight(
    (all, { start, end, right }) => all.slice(0, start) + right + all.slice(end),
    text,
  );
  return { ...metadataOf(claims, ['wikipedia', 'corpus']), revised_content: revised, revisions };
}

function checkText({ body }: Received, response: ServerResponse): void {
  const text = String(body.text);
  const all = metadata(text, 'text');
  const found = claimsIn(text, 'text').map(
    ({ verdict, verdict_confidence, explanation, evidence, parts, correction, reading, ...claim }) => claim,
  );
  streamCheck(response, found, body.mode === 'detect' ? metadataOf(found, []) : all);
}

/** `Say: …` is answered with what follows, all else with {@link ANSWER}. */
function chat({ body }: Received, response: ServerResponse): Promise<void> {
  const asked = (body.messages as { content: string }[]).at(-1)?.content ?? '';
  const text = asked.startsWith('Say: ') ? asked.slice(5) : ANSWER;
  return streamAnswer(response, text, metadata(text, 'assistant'));
}

export function startVerdictGateway(): Promise<FrontGateway> {
  return startFrontGateway(({ method, url }) => {
    if (method === 'POST' && url === '/v1/chat/completions') return chat;
    return method === 'POST' && url === '/v1/claims' ? checkText : undefined;
  });
}
