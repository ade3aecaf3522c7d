/**
 * The questions that the gateway itself asks a model, known by the fields of their schemas: to normalize claims,
 * to read them in their context, to verify them, and to rate how they were extracted. No model reads anything here:
 * the answers are looked up, or come of comparing words.
 */
import { readFileSync } from 'node:fs';
import { parseBoundedJson } from '../../domain/bounded-json.ts';
import { asArray, asObject, parseObject } from '../json.ts';
import { type FoundSentence, findSentence } from './compare-sentences.ts';
import type { Question } from './prompt.ts';

/** Answers with the claims that were found in the message. */
export function normalizeClaims({ prompt, claims }: Question): string | undefined {
  const fields = ['verifiable', 'unresolved', 'claims', 'note'];
  if (prompt.format.type !== 'json_schema' || !hasFields(prompt.format.schema, fields)) return undefined;
  return JSON.stringify({
    verifiable: claims.length > 0,
    unresolved: [],
    claims: claims.slice(0, 3),
    note: claims.length > 0 ? '' : 'No claim here that could be verified.',
  });
}

interface Label {
  /** The claim as the list has it. */
  readonly claim: string;
  readonly title: string;
  readonly stance: 'supports' | 'refutes';
  /** What is wrong in a refuted claim, and what its entry has instead, where no sentence of it is nearly the same. */
  readonly correction?: Pair | undefined;
}

type Pair = Pick<FoundSentence, 'wrong' | 'right'>;

/** Claims on entries of the starter corpus with their labels, by `normalize`. */
const LABELS: ReadonlyMap<string, Label> = readLabels();

/** A claim that is to be read, in the question's form: no other line of it begins with a number in square brackets. */
const NUMBERED = /^\[(\d+)\] (.*)$/gm;

/** Answers that each claim stands alone as it is. Only one that joins two labelled claims by "and" has those as parts. */
export function readClaims({ prompt, message }: Question): string | undefined {
  if (prompt.format.type !== 'json_schema') return undefined;
  const fields = ['claim', 'reading', 'parts'];
  if (!hasFields(itemSchema(prompt.format.schema, 'readings'), fields)) return undefined;
  const readings = [...message.matchAll(NUMBERED)].map(([, number, claim = '']) => {
    return { claim: Number(number), reading: '', parts: splitLabelled(claim) };
  });
  return JSON.stringify({ readings });
}

function splitLabelled(claim: string): readonly string[] {
  const said = normalize(claim);
  for (const [label, first] of LABELS) {
    const second = said.startsWith(`${label} and `) && LABELS.get(said.slice(label.length + 5));
    if (second) return [first.claim, second.claim];
  }
  return [];
}

/**
 * One claim of the question, its parts, and its evidence, between lines with the block's own random word
 * (docs/verdicts.md).
 */
const BLOCK =
  /^Claim (\d+)(?: \(final\))?\n<<<CLAIM (\w{16,})>>>\n(.*)\n((?:\(\d+\) .*\n){0,20})<<<END CLAIM \2>>>\n(?:<<<CONTEXT \2>>>\n.*\n<<<END CONTEXT \2>>>\n)?<<<EVIDENCE \2>>>\n([\s\S]*?)\n?<<<END EVIDENCE \2>>>/;
const BLOCK_START = /\n\n(?=Claim \d)/;
const PART = /^\((\d+)\) (.*)$/gm;
/** An item of the evidence: its heading, with title and host before its kind, and its text in one line. */
const ITEM =
  /^\[(\d+)\] (?:(.*) \| )?(context|own document|own_document|encyclopedia)(?: \| \d[\d-]*)?\n(.*)$/gm;

/**
 * Answers with what the texts of the request and of the operator say of each claim, or each part of it, word for word
 * (`compare-sentences.ts`); where they say nothing, with the label of what is labelled and whose entry is among the
 * evidence. Everything else is left undecided.
 */
export function judgeClaims({ prompt, message }: Question): string | undefined {
  if (prompt.format.type !== 'json_schema') return undefined;
  const fields = ['claim', 'part', 'evidence', 'explanation', 'verdict', 'probability', 'wrong', 'right'];
  if (!hasFields(itemSchema(prompt.format.schema, 'verdicts'), [...fields, 'next_queries'])) return undefined;
  const verdicts = message.split(BLOCK_START).flatMap((block) => {
    const [, number, , claim, lines = '', evidence = ''] = BLOCK.exec(block) ?? [];
    if (claim === undefined) return [];
    const items = [...evidence.matchAll(ITEM)].map(([, item, about, kind, text = '']) => {
      return { number: Number(item), about, kind, text };
    });
    const parts = [...lines.matchAll(PART)].map(([, part, text = '']) => ({ part: Number(part), text }));
    return (parts.length > 0 ? parts : [{ part: 0, text: claim }]).map(({ part, text }) => {
      return { claim: Number(number), part, ...judge(text, items), next_queries: [] };
    });
  });
  return JSON.stringify({ verdicts });
}

interface Item {
  readonly number: number;
  /** Title and host, where it has them. */
  readonly about: string | undefined;
  readonly kind: string | undefined;
  readonly text: string;
}

const FINDINGS = {
  supported: 'The evidence supports this.',
  refuted: 'The evidence contradicts this.',
  conflicting: 'Some evidence supports this, and some contradicts it.',
} as const;

/** What a judge gives a verdict of which it is not sure. */
const UNDECIDED = 0.25;

function judge(claim: string, items: readonly Item[]): object {
  const said = items
    .filter(({ kind }) => kind !== 'encyclopedia')
    .flatMap(({ number, text }) => {
      const found = findSentence(claim, text);
      return found === undefined ? [] : [{ number, ...found }];
    });
  const stances = new Set(said.map(({ stance }) => stance));
  if (said.length > 0) {
    const verdict = stances.size > 1 ? 'conflicting' : stances.has('supports') ? 'supported' : 'refuted';
    return {
      evidence: said.map(({ number, stance, sentence }) => ({ number, stance, words: sentence })),
      explanation: `${FINDINGS[verdict]} Compared word for word by the sandbox (no model has read this).`,
      verdict,
      probability: 0.8,
      ...correction(stances.size > 1 ? undefined : said[0]),
    };
  }
  const label = LABELS.get(normalize(claim));
  // An entry of the starter corpus has no host.
  const entry = items.find(({ kind, about }) => kind === 'encyclopedia' && about === label?.title);
  if (label === undefined || entry === undefined) {
    return {
      evidence: [],
      explanation: 'The sandbox cannot decide this (no model has read this).',
      verdict: 'not_enough_evidence',
      probability: UNDECIDED,
      ...correction(undefined),
    };
  }
  const { stance } = label;
  const verdict = stance === 'supports' ? 'supported' : 'refuted';
  return {
    evidence: [{ number: entry.number, stance, words: '' }],
    explanation: `${FINDINGS[verdict]} From the sandbox’s list of labelled claims (no model has read this).`,
    verdict,
    probability: 0.8,
    ...correction(stance === 'refutes' ? (label.correction ?? findSentence(claim, entry.text)) : undefined),
  };
}

/** @param found what differs, where something does. */
function correction(found: Pair | undefined): Pair {
  return { wrong: found?.wrong ?? '', right: found?.right ?? '' };
}

function readLabels(): ReadonlyMap<string, Label> {
  const file = new URL('./labelled-claims.json', import.meta.url);
  const entries: { title: string; supported: string[]; refuted: string[]; correction?: Pair }[] = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const labels = new Map<string, Label>();
  for (const { title, supported, refuted, correction } of entries) {
    for (const claim of supported) labels.set(normalize(claim), { claim, title, stance: 'supports' });
    for (const claim of refuted)
      labels.set(normalize(claim), { claim, title, stance: 'refutes', correction });
  }
  return labels;
}

/** Words and numbers alone, in lower case. */
function normalize(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
}

/** Answers whether each claim stands word for word in a passage: the best ratings where it does, middling ones else. */
export function judgeExtraction({ prompt, message }: Question): string | undefined {
  if (prompt.format.type !== 'json_schema') return undefined;
  const fields = ['claim', 'added', 'accuracy', 'held', 'missing', 'faults', 'coherence', 'verifiable'];
  if (!hasFields(itemSchema(prompt.format.schema, 'claims'), fields)) return undefined;
  const material = parseObject(message, parseBoundedJson);
  if (!Array.isArray(material?.claims)) return undefined;
  const claims = material.claims.map(asObject);
  if (!claims.every(({ text }) => typeof text === 'string')) return undefined;
  const said = asArray(material.passages).map((passage) => normalize(String(asObject(passage).text)));
  return JSON.stringify({
    claims: claims.map(({ claim, text }) => {
      const rating = said.some((passage) => passage.includes(normalize(String(text)))) ? 5 : 3;
      return {
        claim,
        added: [],
        accuracy: rating,
        held: 1,
        missing: [],
        faults: [],
        coherence: rating,
        verifiable: true,
      };
    }),
  });
}

/** The schema of the items of a list in an object's schema. */
function itemSchema(schema: unknown, list: string): unknown {
  return asObject(asObject(asObject(schema).properties)[list]).items;
}

function hasFields(schema: unknown, fields: readonly string[]): boolean {
  const properties = asObject(asObject(schema).properties);
  return fields.every((field) => Object.hasOwn(properties, field));
}
