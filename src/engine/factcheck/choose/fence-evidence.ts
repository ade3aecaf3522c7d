/**
 * Puts retrieved texts and claims into a prompt as data. They stand between lines that hold a word that no text can know
 * beforehand. Each text is one line, so that it can look like no other item and like no line of
 * the form around it; the instructions say that nothing inside is an instruction.
 */
import { createHmac } from 'node:crypto';
import { INVISIBLE_CHARACTERS } from '../sources/plain-text.ts';
import { kindOfItem } from '../sources/registry.ts';
import type { RetrievedItem } from '../sources/source.ts';

/**
 * Derives a fence's word from what the fence holds, under a secret: the same content has the same word, so that the same
 * request is the same bytes to a provider, and whoever writes the content cannot know it.
 *
 * @returns at least 16 hexadecimal characters.
 */
export type FenceWord = (content: string) => string;

/** Hexadecimal characters of a fence's word: 96 bits. */
const WORD_LENGTH = 24;

export function fenceWordUnder(secret: Uint8Array | string): FenceWord {
  return (content) => createHmac('sha256', secret).update(content).digest('hex').slice(0, WORD_LENGTH);
}

interface FencedItem {
  readonly item: RetrievedItem;
  /** The part of its text that is shown. */
  readonly excerpt: string;
}

/** A claim and its evidence, as the judge is shown them. */
export interface Block {
  /** As it was read: stands alone. */
  readonly claim: string;
  /** Its statements, where it makes several. */
  readonly parts: readonly string[];
  /** What stands before it, where it needs that. */
  readonly context?: string | undefined;
  readonly items: readonly FencedItem[];
  /** No further search will be made. */
  readonly final: boolean;
}

const LONGEST_CLAIM = 1_000;
const LONGEST_TITLE = 170;

/**
 * @param items numbered from `firstItem`, in order; no two items of a prompt have the same number.
 * @param word see {@link FenceWord}; this fence's alone.
 * @returns the lines around the evidence, and all of it, those lines included.
 */
export function fenceEvidence(items: readonly FencedItem[], word: string, firstItem = 1) {
  const open = `<<<EVIDENCE ${word}>>>`;
  const close = `<<<END EVIDENCE ${word}>>>`;
  const lines = items.map(({ item, excerpt }, index) => {
    const wholeItem = excerpt === item.text ? fencedItem(item) : undefined;
    const { heading, text } =
      wholeItem === undefined || wholeItem.written.some((part) => part.includes(word))
        ? fenceItem(item, excerpt, word)
        : wholeItem;
    return `[${firstItem + index}] ${heading}\n${text}`;
  });
  return { open, close, text: [open, ...lines, close].join('\n') };
}

interface FencedText {
  readonly heading: string;
  readonly text: string;
}

function fenceItem(item: RetrievedItem, excerpt: string, word: string): FencedText {
  const title = cut(fenceLine(item.title, word).replace(BARS, '/'), LONGEST_TITLE);
  const about = [title, hostOf(item.url), kindOfItem(item), item.published];
  const heading = fenceLine(about.filter((part) => part !== undefined && part !== '').join(' | '), word);
  return { heading, text: fenceLine(excerpt, word) };
}

/** A whole item as it stands in the fence of any word that is not written in it. */
interface KnownItem extends FencedText {
  readonly written: readonly string[];
}

const knownItems = new WeakMap<RetrievedItem, KnownItem>();

function fencedItem(item: RetrievedItem): KnownItem {
  let known = knownItems.get(item);
  if (known === undefined) {
    const { title, url, text, published = '' } = item;
    const written = [title, url, text, published].map(withoutInvisible);
    known = { ...fenceItem(item, text, ''), written };
    knownItems.set(item, known);
  }
  return known;
}

/**
 * @param claimNumber as the judge is to call the claim.
 * @returns the claim and its evidence in fences of that word; see {@link fenceEvidence}.
 */
export function fenceBlock(block: Block, claimNumber: number, firstItem: number, word: string): string {
  const line = (text: string): string => cut(fenceLine(text, word), LONGEST_CLAIM);
  return [
    `Claim ${claimNumber}${block.final ? ' (final)' : ''}`,
    ...fenceLines('CLAIM', word, [
      line(block.claim),
      ...block.parts.map((part, index) => `(${index + 1}) ${line(part)}`),
    ]),
    ...(block.context === undefined ? [] : fenceLines('CONTEXT', word, [line(block.context)])),
    fenceEvidence(block.items, word, firstItem).text,
  ].join('\n');
}

/**
 * @param what is between the two lines, in capitals.
 * @param lines made fit for the fence: see {@link fenceLine}.
 */
export function fenceLines(what: string, word: string, lines: readonly string[]): readonly string[] {
  return [`<<<${what} ${word}>>>`, ...lines, `<<<END ${what} ${word}>>>`];
}

/** @returns `""` for what is on no host. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

/** Angle brackets, and what looks like them. */
const OPEN =
  '<\\u00ab\\u02c2\\u2039\\u226a\\u22d8\\u2329\\u276e\\u2770\\u27e8\\u27ea\\u3008\\u300a\\ufe3d\\ufe3f\\ufe64\\uff1c';
const CLOSE =
  '>\\u00bb\\u02c3\\u203a\\u226b\\u22d9\\u232a\\u276f\\u2771\\u27e9\\u27eb\\u3009\\u300b\\ufe3e\\ufe40\\ufe65\\uff1e';
/** Several of them, with or without invisible characters between them. */
const ANGLES = new RegExp(
  [OPEN, CLOSE].map((angles) => `[${angles}](?:[\\s\\u200c\\u200d\\ufe00-\\ufe0f]*[${angles}])+`).join('|'),
  'gu',
);
/** What parts a heading, and what looks like it: a title is no host and no kind. */
const BARS = /[|\u00a6\u01c0\u2223\u2502\u2758\uff5c\uffe8]/g;
/** Looks like the number of an item. */
const NUMBER = /[[\uff3b]\s*(\p{Nd}{1,4})\s*[\]\uff3d]/gu;

/**
 * Makes a text fit to stand within a fence: one line, without invisible characters, without runs of angle
 * brackets, and without numbers in square brackets (they become round).
 *
 * @param word the fence's own: it is taken out of the text.
 */
export function fenceLine(text: string, word: string): string {
  return withoutInvisible(text)
    .replaceAll(word, '')
    .replace(ANGLES, (angles) => angles[0] as string)
    .replace(NUMBER, '($1)')
    .replace(/\s+/g, ' ')
    .trim();
}

function withoutInvisible(text: string): string {
  return text.toWellFormed().replace(INVISIBLE_CHARACTERS, ' ');
}

/** Half a surrogate pair must not reach the wire. */
function cut(text: string, units: number): string {
  return text.length <= units ? text : text.slice(0, units).toWellFormed();
}
