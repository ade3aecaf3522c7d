import type { Adapter } from '../adapter.ts';
import { EventReader } from './read-chunk.ts';
import { readCompletion } from './read-completion.ts';
import { readError } from './read-error.ts';
import { toRequest } from './to-request.ts';

/** Anthropic's Messages API. */
export const ANTHROPIC: Adapter = {
  dialect: 'anthropic',
  toRequest,
  readCompletion,
  openStream: () => new EventReader(),
  readError,
};
