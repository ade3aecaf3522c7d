import type { Adapter } from '../adapter.ts';
import { ChunkReader } from './read-chunk.ts';
import { readCompletion } from './read-completion.ts';
import { readErrorAnswer } from './read-error.ts';
import type { DialectSettings } from './settings.ts';
import { toRequest } from './to-request.ts';

/** The adapter for one server that speaks OpenAI's chat completions. */
export function openaiCompatible(settings: DialectSettings): Adapter {
  return {
    dialect: settings.dialect,
    toRequest: (request, model, key) => toRequest(request, model, key, settings),
    readCompletion: (body) => readCompletion(body, settings),
    openStream: () => new ChunkReader(settings),
    readError: (status, header, body) => readErrorAnswer(status, header, body, settings),
  };
}
