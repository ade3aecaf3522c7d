/** The reader's question: passages of texts, each with its claims, in fences of their own. */
import { readFileSync } from 'node:fs';
import { isObject } from '../../../domain/json-object.ts';
import type { JsonModel } from '../../../models/upstream/ask-json.ts';
import { type FenceWord, fenceLine, fenceLines } from '../choose/fence-evidence.ts';
import { composeJson, estimateTokens, object, withThought } from '../judge/compose-question.ts';

/** Part of the key of cached readings: a new wording reads anew. */
export const READER_VERSION = 'reader.v1';

const PROMPT = readFileSync(new URL(`../prompts/${READER_VERSION}.md`, import.meta.url), 'utf8').trim();

const SCHEMA = object({
  readings: {
    type: 'array',
    items: object({
      claim: { type: 'integer' },
      reading: { type: 'string' },
      parts: { type: 'array', items: { type: 'string' } },
    }),
  },
});

/** UTF-16 units of a question that are shown, and of a claim. */
export const LONGEST_QUESTION: number = 600;
const LONGEST_CLAIM = 1_000;
/** Tokens around the answer's readings, and of one beside its claim's own words. */
const TOKENS_OF_FRAME = 60;
const TOKENS_OF_READING = 60;
/** More say less than the sentence does. */
export const MOST_PARTS: number = 6;

/** A part of a text, and the claims in it. */
export interface Passage {
  /** What the text answers; `""` where it answers nothing. */
  readonly question: string;
  readonly text: string;
  readonly claims: readonly string[];
}

/** What the model says of one claim; not yet fit to be used. */
export interface RawReading {
  /** `""` where the claim is to stay as it is. */
  readonly reading: string;
  readonly parts: readonly string[];
}

interface AskedReading extends ReturnType<typeof composeJson> {
  /** The most that the answer needs. */
  readonly answerTokens: number;
}

export function composeReading(
  passages: readonly Passage[],
  model: JsonModel['model'],
  fenceWord: FenceWord,
): AskedReading {
  let next = 1;
  const fenced = passages.map(({ question, text, claims }, index) => {
    const word = fenceWord(JSON.stringify([index, question, text, claims]));
    const lines = claims.map((claim) => `[${next++}] ${fenceLine(claim.slice(0, LONGEST_CLAIM), word)}`);
    const fencedQuestion = fenceLine(question.slice(0, LONGEST_QUESTION), word);
    return [
      `Passage ${index + 1}`,
      ...(fencedQuestion === '' ? [] : fenceLines('QUESTION', word, [fencedQuestion])),
      ...fenceLines('TEXT', word, [fenceLine(text, word)]),
      ...fenceLines('CLAIMS', word, lines),
    ].join('\n');
  });
  const words = passages.flatMap(({ claims }) => claims).map(estimateTokens);
  // Its reading and its parts, which name their subject each.
  const spoken = words.reduce((sum, tokens) => sum + 3 * tokens + TOKENS_OF_READING, TOKENS_OF_FRAME);
  return {
    ...composeJson(model, PROMPT, fenced.join('\n\n'), { name: 'readings', schema: SCHEMA }),
    answerTokens: withThought(spoken, model),
  };
}

/**
 * Reads the model's answer, which may be anything.
 *
 * @param value the parsed answer.
 * @returns for each claim what the model says of it, `undefined` where it says nothing; `undefined` where the answer
 *   has no such form at all.
 */
export function readReadings(value: unknown, claims: number): (RawReading | undefined)[] | undefined {
  if (!isObject(value) || !Array.isArray(value.readings)) return undefined;
  const read = new Array<RawReading | undefined>(claims).fill(undefined);
  for (const entry of value.readings.slice(0, 100)) {
    if (!isObject(entry)) continue;
    const { claim, reading, parts } = entry;
    const index = typeof claim === 'number' || typeof claim === 'string' ? Number(claim) - 1 : -1;
    if (!(index in read) || read[index] !== undefined) continue;
    read[index] = {
      reading: typeof reading === 'string' ? reading.trim() : '',
      // More parts, or another thing among them, is another form of answer.
      parts:
        Array.isArray(parts) && parts.length <= MOST_PARTS && parts.every((part) => typeof part === 'string')
          ? parts.map((part) => part.trim())
          : [],
    };
  }
  return read;
}
