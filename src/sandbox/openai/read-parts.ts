/** Reads and checks the parts of a user's message: pictures, files and sounds as OpenAI's API takes them. */
import type { Attachment } from '../answers/prompt.ts';
import { asObject, isBase64, type JsonObject } from '../json.ts';
import { refuse } from '../refuse.ts';
import { checkFields, checkWord } from './chat-fields.ts';

/**
 * Whether a model takes a part.
 * @param kind type of the part.
 * @param mediaType `""` for an address.
 * @returns what is said where it does not.
 */
export type TakePart = (kind: string, mediaType: string, model: string) => string | undefined;

/** What a part of a type holds, beside its type. */
const FIELDS = {
  image_url: { url: { type: 'a string', required: true }, detail: { type: 'a string' } },
  file: { file_data: { type: 'a string', required: true }, filename: { type: 'a string', required: true } },
  input_audio: { data: { type: 'a string', required: true }, format: { type: 'a string', required: true } },
} as const;

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** What any model says of a part that it does not take. */
export function notTaken(kind: string): string {
  return `Invalid content type. ${kind} is only supported by certain models.`;
}

/** @returns a text, or what is attached. */
export function readPart(
  part: JsonObject,
  place: string,
  takes: (kind: string, mediaType: string) => string | undefined,
): string | Attachment {
  const types = ['text', ...Object.keys(FIELDS)];
  const type = checkWord(part.type ?? '', types, `${place}.type`)!;
  if (type === 'text') {
    checkFields(part, { text: { type: 'a string', required: true } }, `${place}.`);
    return part.text as string;
  }
  checkFields(part, { [type]: { type: 'an object', required: true } }, `${place}.`);
  const held = asObject(part[type]);
  checkFields(held, FIELDS[type as keyof typeof FIELDS], `${place}.${type}.`);
  checkWord(held.detail, ['auto', 'low', 'high', 'original'], `${place}.image_url.detail`);
  const attachment = readHeld(type, held, place);
  const fault = takes(type, attachment.mediaType);
  if (fault !== undefined) refuse(fault, { param: place });
  return attachment;
}

function readHeld(type: string, held: JsonObject, place: string): Attachment {
  if (type === 'input_audio') {
    checkWord(held.format, ['wav', 'mp3'], `${place}.input_audio.format`);
    return checkBase64({ mediaType: `audio/${held.format}`, data: held.data as string }, place);
  }
  const url = (type === 'file' ? held.file_data : held.url) as string;
  if (type === 'image_url' && /^https?:\/\//.test(url)) return { mediaType: '', url };
  const start = /^data:([\w.+-]+\/[\w.+-]+);base64,/.exec(url);
  const mediaType = start?.[1] ?? '';
  const known = type === 'file' ? ['application/pdf'] : PICTURES;
  if (start === null || !known.includes(mediaType)) {
    const message =
      type === 'file'
        ? `Invalid file data: 'file_data'. Expected a base64-encoded data URL with an application/pdf MIME type, but got '${mediaType}'.`
        : "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].";
    refuse(message, { param: place, code: type === 'file' ? 'invalid_value' : 'invalid_image_format' });
  }
  return checkBase64({ mediaType, data: url.slice(start![0].length) }, place);
}

function checkBase64(attachment: { mediaType: string; data: string }, place: string): Attachment {
  if (isBase64(attachment.data)) return attachment;
  return refuse('Invalid base64 data.', { param: place, code: 'invalid_value' });
}
