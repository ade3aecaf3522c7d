/** The sandbox's answer to pictures, files and sounds: what they are, so that a caller knows they arrived whole. */
import { createHash } from 'node:crypto';
import { type Attachment, isQuestion, type Question } from './prompt.ts';

/** `undefined` where the last turn of the user's has none. */
export function describeAttachments({ prompt }: Question): string | undefined {
  const attachments = prompt.turns.findLast(isQuestion)?.attachments ?? [];
  if (attachments.length === 0 || prompt.format.type !== 'text') return undefined;
  return attachments.map(describe).join('\n');
}

function describe({ mediaType, data, url }: Attachment, index: number): string {
  if (data === undefined) return `Attachment ${index + 1}: ${url}`;
  const bytes = Buffer.from(data, 'base64');
  const hash = createHash('sha256').update(bytes).digest('hex');
  return `Attachment ${index + 1}: ${mediaType}, ${bytes.length} bytes, SHA-256 ${hash}`;
}
