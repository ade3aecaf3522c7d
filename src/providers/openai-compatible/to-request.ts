import type { ApiKey } from '../../domain/api-key.ts';
import { type ChatRequest, type Message, textOf } from '../../domain/chat.ts';
import type { TranslatedRequest } from '../adapter.ts';
import { adjustSampling } from '../adjust-sampling.ts';
import type { Model } from '../catalogue.ts';
import { fitRequest, mapEffort, type OptionalField } from '../fields.ts';
import { endsWithAssistant } from '../to-turns.ts';
import { writeJson } from '../write-json.ts';
import type { DialectSettings } from './settings.ts';

interface WireMessage {
  readonly role: string;
  readonly content: string;
}

function toMessage(message: Message, model: Model): WireMessage {
  const role = message.role === 'system' ? model.capabilities.systemRole : message.role;
  return { role, content: textOf(message).toWellFormed() };
}

function toResponseFormat(format: NonNullable<ChatRequest['responseFormat']>): object {
  if (format.type === 'json_object') return format;
  const { type, ...schema } = format;
  return { type, json_schema: schema };
}

function toReasoning(request: ChatRequest, model: Model, settings: DialectSettings): object {
  const effort = mapEffort(request, model);
  if (request.reasoningEffort === 'none' && settings.reasoningOff !== undefined) return settings.reasoningOff;
  return { reasoning_effort: effort };
}

export function toRequest(
  asked: ChatRequest,
  model: Model,
  key: ApiKey,
  settings: DialectSettings,
): TranslatedRequest {
  const { request, stop, adjusted } = fitRequest(
    asked,
    model,
    settings.fields,
    settings.name,
    settings.mostStops,
  );
  if (!model.capabilities.assistantLast && request.messages.at(-1)?.role === 'assistant') {
    throw endsWithAssistant(model);
  }
  const sampling = adjustSampling(request, model);
  /** A field under the provider's name for it; nothing where it has none. */
  const named = (field: OptionalField, value: unknown): object => {
    const [name] = settings.fields[field];
    return name === undefined ? {} : { [name]: value };
  };
  // `undefined` is left out by JSON.stringify.
  const body = {
    model: model.wireId,
    messages: request.messages.map((message) => toMessage(message, model)),
    [model.capabilities.tokenField]: request.maxTokens,
    ...named('temperature', sampling.temperature),
    ...named('top_p', sampling.topP),
    ...named('stop', request.stop),
    ...named('seed', request.seed),
    ...named('presence_penalty', request.presencePenalty),
    ...named('frequency_penalty', request.frequencyPenalty),
    response_format:
      request.responseFormat === undefined ? undefined : toResponseFormat(request.responseFormat),
    ...toReasoning(request, model, settings),
    ...named('user', request.user?.toWellFormed()),
    ...(request.stream ? { stream: true, stream_options: settings.streamOptions } : {}),
  };
  return {
    request: {
      path: '/chat/completions',
      headers: { authorization: `Bearer ${key.reveal()}` },
      body: writeJson(body),
    },
    adjusted: [...sampling.adjusted, ...adjusted],
    ...(stop === undefined ? {} : { stop }),
  };
}
