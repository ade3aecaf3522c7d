import { isText, type MediaPart, type Message } from '../domain/chat.ts';
import type { InputKind, Model } from './catalogue.ts';
import { unsupported } from './fields.ts';

/**
 * @throws GatewayError `unsupported`, naming the first part that the model does not take.
 */
export function checkParts(messages: readonly Message[], model: Model): void {
  for (const [at, { content }] of messages.entries()) {
    for (const [place, part] of content.entries()) {
      if (isText(part) || model.capabilities.inputs.includes(kindOf(part))) continue;
      throw unsupported(`messages.${at}.content.${place}`, model.id, NAMES[kindOf(part)]);
    }
  }
}

/** Whether a model takes the pictures of a media type. */
export function takesPicture({ capabilities }: Model, mediaType: string): boolean {
  return capabilities.pictureTypes?.includes(mediaType) ?? true;
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

const NAMES: Readonly<Record<InputKind, string>> = {
  image: 'A picture',
  image_url: 'A picture by its address',
  pdf: 'A PDF file',
  audio: 'Audio',
};

function kindOf(part: MediaPart): InputKind {
  if (part.type === 'image') return part.source.kind === 'url' ? 'image_url' : 'image';
  return part.type === 'file' ? 'pdf' : 'audio';
}
