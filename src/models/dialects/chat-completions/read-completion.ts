import type { Choice, Completion } from '../../../domain/chat.ts';
import { mapFinishReason } from '../finish-reason.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, type JsonObject } from '../read-json.ts';
import { finishOf, indexOf, isRefusal, readContent } from './read-content.ts';
import { isErrorBody, readErrorBody } from './read-error.ts';
import { readLogprobs } from './read-logprobs.ts';
import { readToolCalls } from './read-tool-calls.ts';
import { readUsage } from './read-usage.ts';
import type { DialectSettings } from './settings.ts';
import { skipThought } from './skip-thought.ts';

/** @throws GatewayError where the body is an error in disguise, or no whole answer. */
export function readCompletion(body: unknown, settings: DialectSettings): Completion {
  if (!isObject(body)) throw malformedAnswer('body is no object');
  if (isErrorBody(body)) throw readErrorBody(body, settings);
  const choices = (Array.isArray(body.choices) ? body.choices : [])
    .filter(isObject)
    .filter((choice) => indexOf(choice) !== undefined)
    .sort((one, other) => indexOf(one)! - indexOf(other)!);
  const [first, ...more] = choices.map((choice) => readChoice(choice, settings));
  if (first === undefined || indexOf(choices[0]!) !== 0) throw malformedAnswer('no choices');
  const usage = readUsage(body.usage, settings);
  return {
    ...first,
    ...(more.length === 0 ? {} : { more }),
    ...(usage === undefined ? {} : { usage }),
  };
}

function readChoice(choice: JsonObject, settings: DialectSettings): Choice {
  const { message } = choice;
  if (!isObject(message)) throw malformedAnswer('choice without a message');
  const written = readContent(message);
  const content = settings.thoughtsInText ? skipThought(written) : written;
  const toolCalls = readToolCalls(message);
  const logprobs = readLogprobs(choice.logprobs, content);
  const reason = mapFinishReason(choice.finish_reason, settings.finishReasons);
  return {
    content,
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    finishReason: finishOf(reason, isRefusal(message), toolCalls.length),
    ...(logprobs === undefined ? {} : { logprobs }),
  };
}
