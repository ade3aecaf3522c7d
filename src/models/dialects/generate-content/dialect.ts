import type { Dialect } from '../dialect.ts';
import { FrameReader } from './read-chunk.ts';
import { readCompletion } from './read-completion.ts';
import { readError } from './read-error.ts';
import { COUNTER, FIELDS, toRequest } from './to-request.ts';
import { NAME } from './to-tools.ts';

/** Google's generateContent, as its provider is asked by it. */
export const GENERATE_CONTENT: Pick<Dialect, 'adapter' | 'fields'> = {
  fields: FIELDS,
  adapter: {
    dialects: ['generate-content'],
    counter: COUNTER,
    signsCalls: true,
    calls: { names: NAME },
    toRequest,
    readCompletion,
    openStream: (_model, asWritten) => new FrameReader(asWritten),
    readError,
  },
};
