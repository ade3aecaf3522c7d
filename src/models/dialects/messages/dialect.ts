import type { Dialect } from '../dialect.ts';
import { EventReader } from './read-chunk.ts';
import { readCompletion } from './read-completion.ts';
import { readError } from './read-error.ts';
import { COUNTER, FIELDS, toRequest } from './to-request.ts';
import { NAME } from './to-tools.ts';

/** Anthropic's Messages API, as its provider is asked by it. */
export const MESSAGES: Pick<Dialect, 'adapter' | 'fields'> = {
  fields: FIELDS,
  adapter: {
    dialects: ['messages'],
    counter: COUNTER,
    signsCalls: true,
    cachesByMarks: true,
    calls: { names: NAME },
    toRequest,
    readCompletion,
    openStream: (_model, asWritten) => new EventReader(asWritten),
    readError,
  },
};
