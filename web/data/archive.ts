/** Everything that is kept in a browser as one file, and back: a file is taken as a whole or not at all. */
import type { Conversation } from '../chat/conversation.ts';
import { readConversation } from '../chat/read-conversation.ts';
import { readFound } from '../check/follow-edit.ts';
import type { KeptCheck } from '../check/kept-check.ts';
import { readAbout } from '../claims/check-about.ts';
import { type Fields, isFields, readClaims, readMetadata } from '../claims/read-claims.ts';
import type { WholeRun } from '../evaluate/keep-runs.ts';
import { texts } from '../texts.ts';
import { ArchiveFault, fieldsOf, itemsOf, need } from './archive-fields.ts';
import { toRun } from './read-archived-run.ts';

export interface ArchivedRun extends WholeRun {
  readonly id: string;
}

export interface Archive {
  readonly conversations: readonly Conversation[];
  readonly checks: readonly KeptCheck[];
  readonly runs: readonly ArchivedRun[];
}

const FORMAT = 'claimgate-data';
const VERSION = 1;
/** The gateway's own ceiling of a text, in UTF-16 units. */
const LONGEST = 200_000;

const { faults, wanted } = texts.data;

export function writeArchive({ conversations, checks, runs }: Archive, now: Date): string {
  const head = { format: FORMAT, version: VERSION, exported: now.toISOString() };
  return `${JSON.stringify({ ...head, conversations, checks, runs })}\n`;
}

/** @throws {ArchiveFault} which names the first thing that is wrong. */
export function readArchive(file: string): Archive {
  const all = parse(file);
  if (!isFields(all) || all.format !== FORMAT) throw new ArchiveFault(faults.format);
  if (all.version !== VERSION) throw new ArchiveFault(faults.version(JSON.stringify(all.version) ?? '–'));
  return {
    conversations: readList(all, 'conversations', toConversation),
    checks: readList(all, 'checks', toCheck),
    // Earlier versions of the page kept no runs in it.
    runs: all.runs === undefined ? [] : readList(all, 'runs', toRun),
  };
}

function parse(file: string): unknown {
  try {
    return JSON.parse(file);
  } catch (error) {
    throw new ArchiveFault(faults.json((error as Error).message));
  }
}

function readList<T extends { readonly id: string }>(
  all: Fields,
  name: string,
  read: (item: Fields, place: string) => T,
): readonly T[] {
  const ids = new Set<string>();
  return itemsOf(all[name], name).map((item, index) => {
    const place = `${name}[${index}]`;
    const taken = read(fieldsOf(item, place), place);
    if (ids.has(taken.id)) throw new ArchiveFault(faults.twice(place, taken.id));
    ids.add(taken.id);
    return taken;
  });
}

function toConversation(item: Fields, place: string): Conversation {
  need(typeof item.id === 'string' && item.id !== '', `${place}.id`, wanted.id);
  need(typeof item.title === 'string', `${place}.title`, wanted.text);
  need(Number.isFinite(item.updated), `${place}.updated`, wanted.number);
  lookAtMessages(item.messages, `${place}.messages`);
  return readConversation(item) as Conversation;
}

function lookAtMessages(messages: unknown, place: string): void {
  itemsOf(messages, place).forEach((item, index) => {
    const here = `${place}[${index}]`;
    const { role, text, claims, metadata, versions } = fieldsOf(item, here);
    need(role === 'user' || role === 'assistant', `${here}.role`, wanted.role);
    need(typeof text === 'string', `${here}.text`, wanted.text);
    lookAtClaims(claims, `${here}.claims`);
    lookAtMetadata(metadata, `${here}.metadata`);
    if (versions === undefined) return;
    const others = itemsOf(fieldsOf(versions, `${here}.versions`).others, `${here}.versions.others`);
    for (const [at, other] of others.entries()) lookAtMessages(other, `${here}.versions.others[${at}]`);
  });
}

function toCheck(item: Fields, place: string): KeptCheck {
  const { id, updated, text } = item;
  need(typeof id === 'string' && id !== '', `${place}.id`, wanted.id);
  need(Number.isFinite(updated), `${place}.updated`, wanted.number);
  need(typeof text === 'string', `${place}.text`, wanted.text);
  need((text as string).length <= LONGEST, `${place}.text`, wanted.short(LONGEST));
  const found = fieldsOf(item.found, `${place}.found`);
  need(typeof found.text === 'string', `${place}.found.text`, wanted.text);
  lookAtClaims(found.claims, `${place}.found.claims`);
  lookAtClaims(found.gone ?? [], `${place}.found.gone`);
  readClaims(found.claims).forEach(({ start, end, original_text: said }, index) => {
    const stands = (found.text as string).slice(start, end) === said;
    if (!stands) throw new ArchiveFault(faults.place(`${place}.found.claims[${index}]`));
  });
  lookAtMetadata(item.metadata, `${place}.metadata`);
  return {
    ...{ id: id as string, updated: updated as number, text: text as string },
    ...{ found: readFound(found), metadata: readMetadata(item.metadata), about: readAbout(item.about) },
  };
}

function lookAtClaims(claims: unknown, place: string): void {
  itemsOf(claims, place).forEach((claim, index) => {
    if (readClaims([claim]).length === 0) throw new ArchiveFault(faults.claim(`${place}[${index}]`));
  });
}

function lookAtMetadata(metadata: unknown, place: string): void {
  need(metadata === undefined || readMetadata(metadata) !== undefined, place, wanted.metadata);
}

interface Dated {
  readonly id: string;
  readonly updated: number;
}

/**
 * What an import adds to what is there: nothing is overwritten. What is there in another state comes beside it, under
 * an id of its own that is the same whenever the same file is imported.
 */
export function findNew<T extends Dated>(
  items: readonly T[],
  there: readonly Dated[],
  rename: (item: T, id: string) => T,
): readonly T[] {
  const known = new Map(there.map(({ id, updated }) => [id, updated]));
  return items.flatMap((item) => {
    const { id, updated } = item;
    if (!known.has(id)) return [item];
    const own = `${id}-${updated.toString(36)}`;
    return known.get(id) === updated || known.has(own) ? [] : [rename(item, own)];
  });
}
