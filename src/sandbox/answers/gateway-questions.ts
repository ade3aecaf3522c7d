/**
 * The questions that the gateway itself asks a model, known by the fields of their schemas: to normalize claims,
 * to verify them, and to rate how they were extracted. No model reads anything here: the answers are looked up, or
 * come of comparing words.
 */
import { readFileSync } from 'node:fs';
import { parseBoundedJson } from '../../domain/bounded-json.ts';
import { asArray, asObject, parseObject } from '../json.ts';
import { findSentence } from './compare-sentences.ts';
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

/** One claim of the question, and its evidence, between lines with the block's own random word (docs/verdicts.md). */
const BLOCK =
  /^Claim (\d+)(?: \(final\))?\n<<<CLAIM (\w{16,})>>>\n(.*)\n<<<END CLAIM \2>>>\n<<<EVIDENCE \2>>>\n([\s\S]*?)\n?<<<END EVIDENCE \2>>>$/gm;
/** An item of the evidence: its heading, and its text in one line. */
const ITEM = /^\[(\d+)\] (.*) \| (starter|context)(?: \|.*)?\n(.*)$/gm;

interface Label {
  readonly title: string;
  readonly stance: 'supports' | 'refutes';
}

/** Claims on entries of the starter corpus with their labels, by `normalize`. */
const LABELS: ReadonlyMap<string, Label> = readLabels();

/**
 * Answers with what the context says of each claim, word for word (`compare-sentences.ts`); where it says nothing,
 * with the label of each claim that is labelled and whose entry is among its evidence. Every other claim has not
 * enough evidence.
 */
export function judgeClaims({ prompt, message }: Question): string | undefined {
  if (prompt.format.type !== 'json_schema') return undefined;
  const fields = ['claim', 'evidence', 'verdict', 'probability', 'explanation', 'next_query'];
  if (!hasFields(itemSchema(prompt.format.schema, 'verdicts'), fields)) return undefined;
  const verdicts = [...message.matchAll(BLOCK)].map(([, number, , claim = '', evidence = '']) => {
    const items = [...evidence.matchAll(ITEM)].map(([, item, title, source, text = '']) => {
      return { number: Number(item), title, source, text };
    });
    return { claim: Number(number), ...judge(claim, items), next_query: '' };
  });
  return JSON.stringify({ verdicts });
}

interface Item {
  readonly number: number;
  readonly title: string | undefined;
  readonly source: string | undefined;
  readonly text: string;
}

function judge(claim: string, items: readonly Item[]): object {
  const context = items.filter(({ source }) => source === 'context');
  const said = context.flatMap(({ number, text }) => {
    const found = findSentence(claim, text);
    return found === undefined ? [] : [{ number, stance: found.stance, words: found.sentence }];
  });
  const stances = new Set(said.map(({ stance }) => stance));
  if (said.length > 0) {
    return {
      evidence: said,
      verdict: stances.size > 1 ? 'conflicting' : stances.has('supports') ? 'supported' : 'refuted',
      probability: 0.8,
      explanation:
        'The sandbox compared the claim with the sentences of the context word for word (no model has read this).',
    };
  }
  const label = LABELS.get(normalize(claim));
  const entry = items.find(({ source, title }) => source === 'starter' && title === label?.title);
  if (label === undefined || entry === undefined) {
    return {
      evidence: context.slice(0, 1).map(({ number }) => ({ number, stance: 'neutral', words: '' })),
      verdict: 'not_enough_evidence',
      probability: 0.6,
      explanation:
        'The sandbox knows verdicts only of the claims in its own list, and this is none of them (no model has read this).',
    };
  }
  const { stance } = label;
  return {
    evidence: [{ number: entry.number, stance, words: '' }],
    verdict: stance === 'supports' ? 'supported' : 'refuted',
    probability: 0.8,
    explanation: `By the sandbox’s list of labelled claims (no model has read this), the evidence ${stance} the claim.`,
  };
}

function readLabels(): ReadonlyMap<string, Label> {
  const file = new URL('./labelled-claims.json', import.meta.url);
  const entries: { title: string; supported: string[]; refuted: string[] }[] = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const labels = new Map<string, Label>();
  for (const { title, supported, refuted } of entries) {
    for (const claim of supported) labels.set(normalize(claim), { title, stance: 'supports' });
    for (const claim of refuted) labels.set(normalize(claim), { title, stance: 'refutes' });
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
