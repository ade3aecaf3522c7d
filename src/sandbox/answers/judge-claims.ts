/**
 * The answer to a request for verdicts. The question has the form that docs/verdicts.md tells: a claim and its
 * evidence a block, each between lines with the block's own random word.
 */
import { type Comparison, compareTexts } from './compare-texts.ts';
import type { Question } from './prompt.ts';

const FIELDS = ['claim', 'evidence', 'verdict', 'probability', 'explanation', 'next_query'];
const BLOCK =
  /^Claim (\d+)(?: \(final\))?\n<<<CLAIM (\w{16,})>>>\n(.*)\n<<<END CLAIM \2>>>\n<<<EVIDENCE \2>>>\n([\s\S]*?)\n?<<<END EVIDENCE \2>>>$/gm;
const ITEM = /^\[(\d+)\] (.*)\n(.*)$/gm;
/** Items that are named, the most telling first. */
const NAMED = 3;
/** Items with a lesser share of the claim's words speak of something else. */
const NAMED_FROM = 0.55;

const BY_RULE = 'By the sandbox’s rule of words, names, numbers and negations (no model has read this),';

interface Item extends Comparison {
  readonly number: number;
}

/** Knows the request by the fields of its schema. */
export function judgeClaims({ prompt, message }: Question): string | undefined {
  const { format } = prompt;
  if (format.type !== 'json_schema' || !asksForVerdicts(format.schema)) return undefined;
  const verdicts = [...message.matchAll(BLOCK)].map(([, number, , claim = '', evidence = '']) =>
    judge(Number(number), claim, evidence),
  );
  return JSON.stringify({ verdicts });
}

function judge(claim: number, text: string, evidence: string): object {
  const items = [...evidence.matchAll(ITEM)]
    .map(([, number, heading = '', body = '']): Item => {
      const title = heading.split(' | ')[0] ?? '';
      return { number: Number(number), ...compareTexts(text, body, title) };
    })
    .filter(({ coverage }) => coverage >= NAMED_FROM)
    .sort((a, b) => weightOf(b) - weightOf(a));
  const supports = items.find(({ reading }) => reading === 'supports');
  const refutes = items.find(({ reading }) => reading === 'refutes');
  const verdict = verdictOf(supports, refutes);
  const best = Math.max(supports?.coverage ?? 0, refutes?.coverage ?? 0);
  return {
    claim,
    evidence: items.slice(0, NAMED).map(({ number, reading, sentence }) => ({
      number,
      stance: reading,
      words: sentence.split(/\s+/).slice(0, 10).join(' '),
    })),
    verdict,
    probability: verdict === 'not_enough_evidence' ? 0.6 : Math.round((0.4 + 0.4 * best) * 100) / 100,
    explanation: `${BY_RULE} ${EXPLANATIONS[verdict]}`,
    next_query: '',
  };
}

type Verdict = 'supported' | 'refuted' | 'conflicting' | 'not_enough_evidence';

const EXPLANATIONS: Readonly<Record<Verdict, string>> = {
  supported: 'the evidence says the same as the claim.',
  refuted: 'the evidence speaks of the same and says otherwise.',
  conflicting: 'some of the evidence says the same as the claim, and some says otherwise.',
  not_enough_evidence: 'the evidence does not say whether the claim holds.',
};

function verdictOf(supports: Item | undefined, refutes: Item | undefined): Verdict {
  if (supports === undefined) return refutes === undefined ? 'not_enough_evidence' : 'refuted';
  if (refutes === undefined) return 'supported';
  const lead = supports.coverage - refutes.coverage;
  if (Math.abs(lead) < 0.1) return 'conflicting';
  return lead > 0 ? 'supported' : 'refuted';
}

/** What takes a side goes before what does not. */
function weightOf({ reading, coverage }: Item): number {
  return coverage + (reading === 'neutral' ? 0 : 1);
}

function asksForVerdicts(schema: unknown): boolean {
  const entry = partOf(partOf(partOf(schema, 'properties'), 'verdicts'), 'items');
  const fields = partOf(entry, 'properties');
  return fields !== undefined && FIELDS.every((field) => Object.hasOwn(fields, field));
}

function partOf(value: unknown, name: string): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const part: unknown = (value as Readonly<Record<string, unknown>>)[name];
  return typeof part === 'object' && part !== null ? part : undefined;
}
