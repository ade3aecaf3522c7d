import { type Dialect, TAKES_ALL } from '../dialect.ts';
import { ChunkReader } from './read-chunk.ts';
import { readCompletion } from './read-completion.ts';
import { DIALECT_RULES, readErrorAnswer } from './read-error.ts';
import { type DialectSettings, OPENAI_FIELDS, OPENAI_FINISH_REASONS } from './settings.ts';
import { toRequest } from './to-request.ts';

/** A server that speaks OpenAI's chat completions. @param own where it differs from OpenAI's dialect. */
export function openaiCompatible(
  own: Pick<DialectSettings, 'key' | 'name'> & Partial<DialectSettings>,
): Dialect {
  const settings: DialectSettings = {
    fields: OPENAI_FIELDS,
    finishReasons: OPENAI_FINISH_REASONS,
    mostStops: 4,
    allowedTools: false,
    systemAnywhere: false,
    streamOptions: { include_usage: true },
    reasoningTokensApart: false,
    thoughtsInText: false,
    takesThoughts: true,
    capabilitiesOf: () => TAKES_ALL,
    ...own,
    errorRules: [...(own.errorRules ?? []), ...DIALECT_RULES],
  };
  const { key, name, fields, callNames, capabilitiesOf } = settings;
  return {
    key,
    name,
    fields,
    capabilitiesOf,
    adapter: {
      dialects: ['chat-completions'],
      calls: { anyArguments: true, ...(callNames === undefined ? {} : { names: callNames }) },
      toRequest: (request, model, apiKey) => toRequest(request, model, apiKey, settings),
      readCompletion: (body) => readCompletion(body, settings),
      openStream: (_model, asWritten) => new ChunkReader(settings, asWritten),
      readError: (status, header, body) => readErrorAnswer(status, header, body, settings),
    },
  };
}
