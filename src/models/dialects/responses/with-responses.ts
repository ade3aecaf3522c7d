/** Providers that have both of OpenAI's APIs, and which of the two a model is asked by. */
import type { Model } from '../../../domain/catalogue.ts';
import type { ChatRequest } from '../../../domain/chat.ts';
import type { AnswerReader } from '../adapter.ts';
import { DIALECT_RULES } from '../chat-completions/read-error.ts';
import type { Dialect } from '../dialect.ts';
import { type FieldSupport, needsFieldOf } from '../fields.ts';
import { readSearchTool } from '../hosted-search.ts';
import { EventReader } from './read-chunk.ts';
import { readCompletion } from './read-completion.ts';
import type { ResponsesSettings } from './settings.ts';
import { toRequest } from './to-request.ts';

/** @param chat the provider as it is asked by chat completions. */
export function withResponses(
  chat: Dialect,
  own: Omit<ResponsesSettings, 'key' | 'name'>,
): Dialect & { readonly responsesFields: FieldSupport } {
  const { key, name } = chat;
  const settings: ResponsesSettings = {
    ...own,
    key,
    name,
    errorRules: [...own.errorRules, ...DIALECT_RULES],
  };
  const reader: AnswerReader = {
    readCompletion: (body) => readCompletion(body, settings),
    openStream: (_model, asWritten) => new EventReader(settings, asWritten),
  };
  return {
    ...chat,
    responsesFields: own.fields,
    adapter: {
      ...chat.adapter,
      dialects: ['chat-completions', 'responses'],
      signsCalls: true,
      toRequest: (request, model, apiKey) =>
        asksResponses(request, model, chat.fields, settings)
          ? { ...toRequest(request, model, apiKey, settings), reader }
          : chat.adapter.toRequest(request, model, apiKey),
    },
  };
}

/** Whether the provider is to search the web, which all models do there, and few in chat completions. */
function searchesThere(
  { webSearchOptions, written }: ChatRequest,
  model: Model,
  chatFields: FieldSupport,
): boolean {
  if (webSearchOptions !== undefined)
    return chatFields.web_search_options.length === 0 || !model.capabilities.webSearchOptions;
  // In chat completions a tool of that type is as it came.
  return (
    written !== undefined && written.dialect !== 'chat-completions' && readSearchTool(written) !== undefined
  );
}

/**
 * A request of the Responses API goes to the provider's own. So does one with functions for a model that thinks beside
 * them there alone, or with a search, unless it needs what only chat completions have.
 */
function asksResponses(
  request: ChatRequest,
  model: Model,
  chatFields: FieldSupport,
  { serves, fields }: ResponsesSettings,
): boolean {
  if (!serves(model.wireId)) return false;
  if (request.api === 'responses') return true;
  if (searchesThere(request, model, chatFields)) return !needsFieldOf(chatFields, fields, request, model);
  const { toolsWithReasoning, efforts } = model.capabilities;
  if (request.tools === undefined || toolsWithReasoning) return false;
  const alwaysThinks = efforts !== undefined && efforts.none === undefined;
  if (alwaysThinks) return true;
  return request.reasoningEffort !== 'none' && !needsFieldOf(chatFields, fields, request, model);
}
