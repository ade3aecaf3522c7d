/**
 * The note behind an answer that says what was found wrong in it, for readers who see text alone. Clients send it back as
 * the model's words: its reference, an HMAC of its lines, tells it from them, and it is left out before a model is asked.
 */
import type { ChatRequest } from '../../../domain/chat.ts';
import type { Claim, Evidence, Verdict } from '../../../domain/claim.ts';
import { isObject } from '../../../domain/json-object.ts';
import type { FenceWord } from '../../../engine/factcheck/choose/fence-evidence.ts';

/** Claims that a note names; the metadata has all. */
const MOST_NAMED = 10;
/** UTF-16 units of a quote or a claim. */
const LONGEST = 400;
/** Hexadecimal characters of a reference: 48 bits. Nobody gains by forging one: it takes their own text away. */
const REFERENCE_LENGTH = 12;

const RULE = '\n\n---\n';
const HEADING = 'Fact check';
/** Stands in every note. */
const MARK = `${HEADING} (`;

/**
 * @param claims what is wrong, not empty.
 * @param signWord derives the reference from the lines.
 * @returns text that goes on behind the answer.
 */
export function writeNote(claims: readonly Claim[], signWord: FenceWord): string {
  const lines = claims.slice(0, MOST_NAMED).map((claim) => `- ${describeFinding(claim)}`);
  const left = claims.length - lines.length;
  if (left > 0) lines.push(`- and ${left} more`);
  return `${RULE}${HEADING} (${referenceOf(lines, signWord)}):\n${lines.join('\n')}`;
}

function referenceOf(lines: readonly string[], signWord: FenceWord): string {
  return signWord(JSON.stringify([HEADING, ...lines])).slice(0, REFERENCE_LENGTH);
}

const SAID: Readonly<Record<Verdict, string>> = {
  supported: 'supported',
  refuted: 'refuted',
  conflicting: 'sources disagree',
  not_enough_evidence: 'no evidence found that decides it',
};

/** @returns the claim, what is said of it, and the quote that says so: one line. */
export function describeFinding({
  original_text,
  verdict = 'not_enough_evidence',
  evidence = [],
}: Claim): string {
  const claim = `“${plain(original_text)}”: ${SAID[verdict]}`;
  const deciding = verdict === 'not_enough_evidence' ? undefined : decidingEvidence(evidence);
  return `${claim}${deciding === undefined ? '' : `. ${citation(deciding)}`}`;
}

/** @returns what speaks against the claim, or else what bears on it. */
export function decidingEvidence(evidence: readonly Evidence[]): Evidence | undefined {
  return (
    evidence.find(({ stance }) => stance === 'refutes') ??
    evidence.find(({ stance }) => stance === 'supports') ??
    evidence[0]
  );
}

/** A quote with where it stands. */
export function citation({ quote, title, url, source }: Evidence): string {
  const place = [plain(title) || source, url].filter((part) => part !== '').join(', ');
  return `“${plain(quote)}” (${place})`;
}

/** One line, in which no part reads as a link or a picture of Markdown. */
function plain(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('](', '] (').trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST).toWellFormed()}…`;
}

/** At the end of a text, or all of one, as which clients may have cut the blanks off. */
const NOTE = new RegExp(
  `(?:\\r?\\n\\r?\\n|^\\s*)---\\r?\\n${HEADING} \\(([0-9a-f]{${REFERENCE_LENGTH}})\\):\\r?\\n([\\s\\S]*)$`,
);

/** @returns the text without the note that it ends with. */
function withoutNote(text: string, signWord: FenceWord): string {
  const found = text.includes(MARK) ? NOTE.exec(text) : null;
  if (found === null) return text;
  const [whole, reference, lines = ''] = found;
  const written = lines.trimEnd().split(/\r?\n/);
  return referenceOf(written, signWord) === reference ? text.slice(0, -whole.length) : text;
}

/**
 * @returns the request in the model's own words, without the notes of the gateway's; the same one where there are none. What
 *   its caller wrote is cleaned likewise.
 */
export function withoutNotes(request: ChatRequest, signWord: FenceWord): ChatRequest {
  const { written } = request;
  const mayHaveNotes = request.messages.some(
    ({ role, content }) => role === 'assistant' && content.some(({ text }) => text.includes(MARK)),
  );
  if (!mayHaveNotes) return request;
  const cleaned = new Map<unknown, unknown>();
  /** One and the same for the same answer, wherever it is named. */
  const clean = <T>(one: T): T => {
    if (!isAnswer(one)) return one;
    if (!cleaned.has(one)) cleaned.set(one, cleanText(one, signWord));
    return cleaned.get(one) as T;
  };
  const messages = request.messages.map(clean);
  if (messages.every((message, at) => message === request.messages[at])) return request;
  if (written === undefined) return { ...request, messages };
  const sources = new Map([...written.sources].map(([message, source]) => [clean(message), clean(source)]));
  const fields = Object.entries(written.body).map(([name, value]) => [
    name,
    Array.isArray(value) ? withoutEmptied(value, value.map(clean)) : value,
  ]);
  return { ...request, messages, written: { ...written, sources, body: Object.fromEntries(fields) } };
}

/** Whether a message is the model's, in the gateway's words or a dialect's. */
function isAnswer(message: unknown): boolean {
  return isObject(message) && (message.role === 'assistant' || message.role === 'model');
}

/** @returns the same value without the notes at the ends of its texts, and without parts that were only a note. */
function cleanText(value: unknown, signWord: FenceWord): unknown {
  if (typeof value === 'string') return withoutNote(value, signWord);
  if (Array.isArray(value)) {
    const all = value.map((element: unknown) => cleanText(element, signWord));
    return all.every((element, at) => element === value[at]) ? value : withoutEmptied(value, all);
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, cleanText(member, signWord)] as const);
  return members.every(([name, member]) => member === value[name]) ? value : Object.fromEntries(members);
}

function withoutEmptied(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return after.filter((element, at) => element === before[at] || !isEmpty(element));
}

function isEmpty(part: unknown): boolean {
  if (!isObject(part)) return false;
  const { text, content, parts = content } = part;
  return text === '' || (Array.isArray(parts) && parts.length === 0);
}
