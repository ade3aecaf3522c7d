/**
 * What the model that answers is given to read, and where it stands: evidence behind the question that it was found for.
 * There it stays while the conversation goes on, unchanged, so that what the provider was sent before is the beginning
 * of what it is sent now.
 */
import { readFileSync } from 'node:fs';
import type { Message } from '../../domain/chat.ts';
import type { Evidence } from '../../domain/claim.ts';
import { type FenceWord, fenceEvidence } from './choose/fence-evidence.ts';
import type { RetrievedItem } from './sources/source.ts';

/** Evidence that an answer may cite by its number. */
export type NumberedEvidence = Pick<Evidence, 'title' | 'url'>;

/** What a model was given behind one question. */
export interface GivenEvidence {
  /** The number of its first item. Numbers go on over a conversation: what an answer cites is one item. */
  readonly first: number;
  readonly numbered: readonly NumberedEvidence[];
  /** The items in their fence, with what the model is told of them; absent where there are none. */
  readonly text?: string;
}

export interface PlacedEvidence extends GivenEvidence {
  /** Index of the user message behind which it stands. */
  readonly question: number;
}

/** @returns what was given behind a question before; `undefined` where nobody remembers. Never rejects. */
export type RecallEvidence = (question: number) => Promise<GivenEvidence | undefined>;

interface GiveOptions {
  readonly recall: RecallEvidence;
  /** @returns what is to be given behind a question of which nothing is remembered. */
  readonly find: (question: number) => Promise<readonly RetrievedItem[]>;
  /** Whether the answer is to have the numbers of the evidence behind its statements. */
  readonly cite: boolean;
  readonly fenceWord: FenceWord;
}

/** Questions of one conversation behind which evidence stands, the newest: behind older ones there is none. */
const MOST_QUESTIONS = 32;
/** Forgotten questions for which evidence is found anew, the newest: searches of others pay for each. */
const MOST_SEARCHED = 8;

const read = (name: string): string =>
  readFileSync(new URL(`./prompts/${name}`, import.meta.url), 'utf8')
    .trim()
    .replace(/(?<=\S)\n(?=\S)/g, ' ');
const PROMPT = read('ground.v1.md');
const CITE = read('ground-cite.v1.md');
const NO_MARKS = read('ground-no-marks.v1.md');

/** @returns what stands behind each question, in their order. */
export async function giveEvidence(
  messages: readonly Message[],
  { recall, find, cite, fenceWord }: GiveOptions,
): Promise<readonly PlacedEvidence[]> {
  const questions = messages
    .flatMap(({ role }, index) => (role === 'user' ? [index] : []))
    .slice(-MOST_QUESTIONS);
  const remembered = await Promise.all(questions.map(recall));
  const forgotten = questions.filter((_question, at) => remembered[at] === undefined).slice(-MOST_SEARCHED);
  const found = new Map(
    await Promise.all(forgotten.map(async (question) => [question, await find(question)] as const)),
  );
  let first = 1;
  return questions.map((question, at) => {
    const given = remembered[at] ?? writeEvidence(found.get(question) ?? [], { first, cite, fenceWord });
    first = Math.max(first, given.first + given.numbered.length);
    return { ...given, question };
  });
}

function writeEvidence(
  items: readonly RetrievedItem[],
  { first, cite, fenceWord }: Pick<GiveOptions, 'cite' | 'fenceWord'> & { readonly first: number },
): GivenEvidence {
  const numbered = items.map(({ title, url }) => ({ title, url }));
  if (items.length === 0) return { first, numbered };
  const fence = fenceEvidence(
    items.map((item) => ({ item, excerpt: item.text })),
    fenceWord(JSON.stringify([first, ...items.map(({ title, url, text }) => [title, url, text])])),
    first,
  );
  const instructions = PROMPT.replace('{open}', fence.open).replace('{close}', fence.close);
  return { first, numbered, text: `${instructions} ${cite ? CITE : NO_MARKS}\n\n${fence.text}` };
}

/** @returns the evidence that answers may cite, by its number less one. */
export function citableEvidence(given: readonly PlacedEvidence[]): readonly NumberedEvidence[] {
  const citable: NumberedEvidence[] = [];
  for (const { first, numbered } of given) {
    for (const [at, evidence] of numbered.entries()) citable[first - 1 + at] = evidence;
  }
  return citable;
}
