/** Reads what an earlier version, or somebody else, has left in the browser's database: what is broken is left out. */
import { type Fields, isFields, listOf, readClaims, readMetadata } from '../claims/read-claims.ts';
import { readAttachments } from './attachments.ts';
import type { Conversation, Message, Status, Versions } from './conversation.ts';

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

const STATUSES: readonly unknown[] = ['waiting', 'writing', 'done', 'stopped', 'failed'] satisfies Status[];
/** Versions within versions; more than anybody makes. */
const DEEPEST = 50;

/** @returns `undefined` for what is no conversation at all. */
export function readConversation(row: unknown): Conversation | undefined {
  if (!isFields(row) || typeof row.id !== 'string' || row.id === '') return undefined;
  const updated = typeof row.updated === 'number' && Number.isFinite(row.updated) ? row.updated : 0;
  return { id: row.id, title: textOr(row.title, ''), updated, messages: readMessages(row.messages, 0) };
}

function readMessages(list: unknown, depth: number): readonly Message[] {
  const seen = new Set<string>();
  return listOf(list).flatMap((item, index) => {
    if (!isFields(item) || (item.role !== 'user' && item.role !== 'assistant')) return [];
    const given = textOr(item.id, '');
    const id = given === '' || seen.has(given) ? `${given}-${depth}-${index}` : given;
    seen.add(id);
    return [readMessage(item, item.role, id, depth)];
  });
}

function readMessage(item: Fields, role: Message['role'], id: string, depth: number): Message {
  const { model, finish, usage, failure } = item;
  const metadata = readMetadata(item.metadata);
  const versions = readVersions(item.versions, depth);
  return {
    id,
    role,
    text: textOr(item.text, ''),
    claims: readClaims(item.claims),
    verifying: item.verifying === true,
    status: STATUSES.includes(item.status) ? (item.status as Status) : 'done',
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof finish === 'string' ? { finish } : {}),
    ...(metadata === undefined ? {} : { metadata }),
    ...(isFields(usage) && typeof usage.completion_tokens === 'number' ? { usage: usage as never } : {}),
    ...(isFields(failure) && typeof failure.code === 'string' && typeof failure.message === 'string'
      ? { failure: failure as never }
      : {}),
    ...(versions === undefined ? {} : { versions }),
    ...(typeof item.thoughts === 'string' ? { thoughts: item.thoughts } : {}),
    ...readAttachments(item),
  };
}

function readVersions(value: unknown, depth: number): Versions | undefined {
  if (!isFields(value) || depth >= DEEPEST) return undefined;
  const others = listOf(value.others)
    .map((messages) => readMessages(messages, depth + 1))
    .filter((messages) => messages.length > 0);
  if (others.length === 0) return undefined;
  const at = Number.isInteger(value.at) ? (value.at as number) : others.length;
  return { at: Math.max(0, Math.min(others.length, at)), others };
}
