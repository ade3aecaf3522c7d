/** From a conversation in Google's `contents` to the messages of chat completions. */
import type { MessageBody } from '../chat-completions/message-schema.ts';
import type { Unread } from '../schema-parts.ts';
import { isShownName } from '../shown-name.ts';
import type { GenerateContentBody } from './generate-content-schema.ts';

type Turn = GenerateContentBody['contents'][number];
type Part = NonNullable<Turn['parts']>[number];
type BodyOf<R extends MessageBody['role']> = Extract<MessageBody, { role: R }>;
type UserPart = Exclude<BodyOf<'user'>['content'], string>[number];
type Calls = NonNullable<BodyOf<'assistant'>['tool_calls']>;
type Place = readonly (string | number)[];

export interface ReadContents {
  readonly messages: readonly MessageBody[];
  /** Where the caller wrote each message. */
  readonly places: readonly Place[];
  /** Values of `X-Claimgate-Adjusted`. */
  readonly leftOut: ReadonlySet<string>;
}

export function readContents({
  systemInstruction: system,
  contents,
}: Pick<GenerateContentBody, 'systemInstruction' | 'contents'>): ReadContents {
  const messages: MessageBody[] = [];
  const places: Place[] = [];
  const leftOut = new Set<string>();
  /** Calls that have no result yet, by their function's name: results need not have an id, even where their calls have. */
  const open = new Map<string, string[]>();
  let unnamed = 0;
  /** The length of the gateway's own: Google is not sent it back. */
  const newId = (): string => `call_${String(unnamed++).padStart(24, '0')}`;

  const addModel = (parts: readonly PlacedPart[], place: Place): void => {
    const texts: (Extract<UserPart, { type: 'text' }> | Unread)[] = [];
    const calls: Calls = [];
    for (const { part, place: own } of parts) {
      const { text, functionCall: call, thoughtSignature: signature } = part;
      if (isMixed(part)) texts.push(unread(part, own));
      else if (call != null) {
        const id = call.id ?? newId();
        open.set(call.name, [...(open.get(call.name) ?? []), id]);
        calls.push({
          id,
          type: 'function',
          function: { name: call.name, arguments: JSON.stringify(call.args ?? {}) },
          ...(signature == null ? {} : { extra_content: { google: { thought_signature: signature } } }),
        });
      } else if (part.thought === true) leftOut.add('thought=ignored');
      else if (text != null) {
        if (signature != null) leftOut.add('thoughtSignature=ignored');
        texts.push({ type: 'text', text });
      } else texts.push(unread(part, own));
    }
    messages.push({ role: 'assistant', content: texts, ...(calls.length > 0 && { tool_calls: calls }) });
    places.push(place);
  };

  /** The results come first: they belong to the calls of the turn before. */
  const addUser = (parts: readonly Part[], place: Place): void => {
    const shown: UserPart[] = [];
    for (const [at, part] of parts.entries()) {
      const { functionResponse: result } = part;
      const own = [...place, 'parts', at];
      if (part.thoughtSignature != null) leftOut.add('thoughtSignature=ignored');
      if (result == null || isMixed(part)) {
        shown.push(toPart(part, own, leftOut));
        continue;
      }
      for (const [inside, one] of (result.parts ?? []).entries()) {
        shown.push(toPart(one, [...own, 'functionResponse', 'parts', inside], leftOut));
      }
      const waiting = open.get(result.name) ?? [];
      const id = result.id ?? waiting[0] ?? newId();
      open.set(
        result.name,
        waiting.filter((one) => one !== id),
      );
      messages.push({ role: 'tool', tool_call_id: id, content: textOfResult(result.response ?? {}) });
      places.push(own);
    }
    if (shown.length === 0 && parts.length > 0) return;
    messages.push({ role: 'user', content: shown });
    places.push(place);
  };

  if (system != null) {
    const texts = typeof system === 'string' ? [{ text: system }] : (system.parts ?? []);
    const content = texts.map((part, at) =>
      part.text == null
        ? unread(part, ['systemInstruction', 'parts', at])
        : ({ type: 'text', text: part.text } as const),
    );
    messages.push({ role: 'system', content });
    places.push(['systemInstruction']);
  }
  for (let at = 0; at < contents.length; at++) {
    const { role, parts = [] } = contents[at] as Turn;
    if (role !== 'model') {
      addUser(parts ?? [], ['contents', at]);
      continue;
    }
    // What came in a stream goes back in as many turns: they are one.
    const place = ['contents', at];
    const said = placed(parts, at);
    while (contents[at + 1]?.role === 'model') said.push(...placed(contents[++at]?.parts, at));
    addModel(said, place);
  }
  return { messages, places, leftOut };
}

interface PlacedPart {
  readonly part: Part;
  readonly place: Place;
}

function placed(parts: Turn['parts'], turn: number): PlacedPart[] {
  return (parts ?? []).map((part, at) => ({ part, place: ['contents', turn, 'parts', at] }));
}

/** A result that is one text is that text; else it is the JSON of it. */
function textOfResult(response: Readonly<Record<string, unknown>>): string {
  const [name, ...others] = Object.keys(response);
  const only = others.length === 0 && (name === 'result' || name === 'output') ? response[name] : undefined;
  return typeof only === 'string' ? only : JSON.stringify(response);
}

const AUDIO: Readonly<Record<string, 'wav' | 'mp3'>> = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/mp3': 'mp3',
  'audio/mpeg': 'mp3',
};

/** Files that were uploaded to Google, which only it can read. */
const KEPT_AT_GOOGLE = /^https:\/\/generativelanguage\.googleapis\.com\//i;

/** @param leftOut gets what is lost of the part. */
function toPart(part: Part, place: Place, leftOut: Set<string>): UserPart {
  const { text, inlineData: inline, fileData: file } = part;
  if (isMixed(part)) return unread(part, place);
  if (text != null) return { type: 'text', text };
  if (inline != null) {
    const { mimeType, data, displayName: filename } = inline;
    const url = `data:${mimeType};base64,${data}`;
    if (mimeType === 'application/pdf') return { type: 'file', file: { file_data: url, filename } };
    if (filename != null) leftOut.add('contents.parts.inlineData.displayName=ignored');
    if (mimeType.startsWith('image/')) return { type: 'image_url', image_url: { url } };
    const format = AUDIO[mimeType];
    if (format !== undefined) return { type: 'input_audio', input_audio: { data, format } };
  }
  const isPicture = file?.mimeType == null || file.mimeType.startsWith('image/');
  const isAddress = file != null && /^https:\/\//i.test(file.fileUri) && !KEPT_AT_GOOGLE.test(file.fileUri);
  if (isAddress && isPicture) {
    return { type: 'image_url', image_url: { url: file.fileUri } };
  }
  return unread(part, place);
}

const DATA = ['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse'] as const;

/** Whether a part holds more than one thing, which Google refuses. */
function isMixed(part: Part): boolean {
  return DATA.filter((name) => part[name] != null).length > 1;
}

/** @returns the part by its kind and place, for the refusal of it. */
function unread(part: Part, place: Place): Unread {
  const kind = Object.keys(part).find((name) => part[name] != null && !/^thought/.test(name)) ?? 'unknown';
  const what = `a part with '${isShownName(kind) ? kind : 'another member'}'`;
  return { type: 'unread', kind, written: { place: place.join('.'), what } };
}
