import type { InputKind, Model } from '../../domain/catalogue.ts';
import { isText, type MediaPart, type Message } from '../../domain/chat.ts';
import { GatewayError } from '../../domain/errors.ts';

/** A part beside text, as far as it decides whether a model takes it. */
export interface MediaInput {
  readonly kind: InputKind;
  /** Of a picture in the request. */
  readonly mediaType?: string;
}

/** A part that the gateway does not read: only a provider of the caller's dialect takes it. */
export interface UnreadInput {
  readonly kind: 'unread';
  /** What it is, for the refusal. */
  readonly what: string;
}

/** @throws GatewayError `unsupported` where the model does not take a part, naming its place. */
export function requireInputs(
  parts: readonly ((MediaInput | UnreadInput) & { readonly place: string })[],
  model: Model,
  isOwnDialect: boolean,
): void {
  for (const { place, ...part } of parts) {
    if (part.kind !== 'unread') requireInput(part, place, model);
    else if (!isOwnDialect) throw notTaken(place, part.what);
  }
}

/** A part of the request that is not taken. */
export function notTaken(place: string, what: string): GatewayError {
  return new GatewayError('unsupported', `${place}: ${what} is not supported`, { param: place });
}

export function inputOf(part: MediaPart): MediaInput {
  if (part.type === 'file') return { kind: 'pdf' };
  if (part.type === 'audio') return { kind: 'audio' };
  const { source } = part;
  return source.kind === 'url' ? { kind: 'image_url' } : { kind: 'image', mediaType: source.mediaType };
}

/**
 * @param place where the part stands, as the caller wrote it.
 * @throws GatewayError `unsupported` where the model does not take the part.
 */
function requireInput({ kind, mediaType }: MediaInput, place: string, model: Model): void {
  const { inputs, pictureTypes } = model.capabilities;
  const isTaken = inputs.includes(kind);
  if (isTaken && (mediaType === undefined || (pictureTypes?.includes(mediaType) ?? true))) return;
  const what = isTaken ? `a picture of type ${mediaType}` : NAMES[kind];
  throw new GatewayError('unsupported', `${place}: ${model.id} does not take ${what}`, { param: place });
}

const NAMES: Readonly<Record<InputKind, string>> = {
  image: 'a picture',
  image_url: 'the address of a picture',
  pdf: 'a PDF',
  audio: 'audio',
};

/** @throws GatewayError `unsupported`, naming the first part that the model does not take. */
export function checkParts(messages: readonly Message[], model: Model): void {
  for (const [at, { content }] of messages.entries()) {
    for (const [place, part] of content.entries()) {
      if (!isText(part)) requireInput(inputOf(part), `messages.${at}.content.${place}`, model);
    }
  }
}

/** What is said of fields of parts that a provider does not have. */
export function leaveOutOfParts(
  messages: readonly Message[],
  fields: readonly ('detail' | 'filename')[],
): readonly string[] {
  const isGiven =
    (field: 'detail' | 'filename') =>
    (part: { type: string; detail?: string; filename?: string }): boolean =>
      part[field] !== undefined && part[field] !== 'auto';
  return fields
    .filter((field) => messages.some(({ content }) => content.some(isGiven(field))))
    .map((field) => `${field}=ignored`);
}

/** @returns a type that the caller wrote, quoted; its own text only where that is a name. */
export function shownType(type: unknown): string {
  return typeof type === 'string' && /^[A-Za-z0-9_.-]{1,64}$/.test(type) ? `'${type}'` : "'…'";
}
