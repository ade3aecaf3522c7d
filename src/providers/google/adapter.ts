import type { Adapter } from '../adapter.ts';
import { FrameReader } from './read-chunk.ts';
import { readCompletion } from './read-completion.ts';
import { readError } from './read-error.ts';
import { toRequest } from './to-request.ts';

/** Google's Gemini API. */
export const GOOGLE: Adapter = {
  dialect: 'google',
  toRequest,
  readCompletion,
  openStream: () => new FrameReader(),
  readError,
};
