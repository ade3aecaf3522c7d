import type { JsonObject } from '../../../domain/json-object.ts';
import type { ResponsesBody } from './responses-schema.ts';
import type { EchoedSettings } from './wire.ts';

/** @returns a request's settings as its answer repeats them, with OpenAI's defaults where it gives none. */
export function echoSettings(body: ResponsesBody): EchoedSettings {
  const { tools, reasoning, text } = body;
  return {
    access_programs: null,
    background: false,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    max_tool_calls: null,
    metadata: body.metadata ?? {},
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    previous_response_id: body.previous_response_id ?? null,
    prompt_cache_key: body.prompt_cache_key ?? null,
    prompt_cache_retention: body.prompt_cache_retention ?? null,
    reasoning: { effort: reasoning?.effort ?? null, summary: reasoning?.summary ?? null },
    safety_identifier: body.safety_identifier ?? null,
    service_tier: body.service_tier ?? 'default',
    temperature: body.temperature ?? 1,
    text: {
      format: text?.format ?? { type: 'text' },
      ...(text?.verbosity == null ? {} : { verbosity: text.verbosity }),
    },
    tool_choice: body.tool_choice ?? 'auto',
    tools: (tools ?? []).map(echoTool),
    top_logprobs: body.top_logprobs ?? 0,
    top_p: body.top_p ?? 1,
    truncation: body.truncation ?? 'disabled',
    user: body.user ?? null,
  };
}

/** What a provider decides where the caller leaves it open. Of the others, some are the gateway's to change. */
const DECIDED = [
  ...['reasoning', 'temperature', 'top_p', 'top_logprobs', 'max_output_tokens', 'max_tool_calls'],
  ...['parallel_tool_calls', 'truncation', 'prompt_cache_retention', 'service_tier'],
] as const;

/** @returns the settings that a provider says it used, in place of the request's. */
export function settingsOf(response: JsonObject): EchoedSettings {
  return Object.fromEntries(
    DECIDED.filter((name) => response[name] !== undefined).map((name) => [name, response[name]]),
  );
}

/** OpenAI's form has all members of a function. */
function echoTool(tool: NonNullable<ResponsesBody['tools']>[number]): object {
  return tool.type === 'function' ? { description: null, parameters: null, strict: null, ...tool } : tool;
}
