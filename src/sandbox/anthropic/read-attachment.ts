import type { Attachment } from '../answers/prompt.ts';
import { asObject, isBase64, type JsonObject } from '../json.ts';
import { refuse } from '../refuse.ts';
import { refuseOthers } from './refuse-others.ts';

const IMAGES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const MOST_IMAGE_BYTES = 5 * 1024 * 1024;

/** Sources: "Vision" and "PDF support". */
export function readAttachment(block: JsonObject, place: string): Attachment {
  const isImage = block.type === 'image';
  const more = isImage ? [] : ['title', 'context', 'citations'];
  refuseOthers(block, ['type', 'source', 'cache_control', ...more], `${place}.${block.type}.`);
  const source = asObject(block.source);
  const here = `${place}.${block.type}.source`;
  if (source.type === 'url') {
    refuseOthers(source, ['type', 'url'], `${here}.url.`);
    if (!/^https?:\/\//.test(String(source.url))) refuse(`${here}.url.url: Only HTTP(S) URLs are supported.`);
    return { mediaType: isImage ? 'image/*' : 'application/pdf', url: String(source.url) };
  }
  refuseOthers(source, ['type', 'media_type', 'data'], `${here}.base64.`);
  const { media_type: mediaType, data } = source;
  const types = isImage ? IMAGES : ['application/pdf'];
  if (typeof mediaType !== 'string' || !types.includes(mediaType)) {
    return refuse(
      `${here}.base64.media_type: Input should be ${types.map((type) => `'${type}'`).join(' or ')}`,
    );
  }
  if (!isBase64(data)) return refuse(`${here}.base64.data: invalid base64 data`);
  const bytes = Buffer.byteLength(data, 'base64');
  if (isImage && bytes > MOST_IMAGE_BYTES) {
    refuse(`${here}.base64: image exceeds 5 MB maximum: ${bytes} bytes > ${MOST_IMAGE_BYTES} bytes`);
  }
  return { mediaType, data };
}
