import type { Choice, Completion } from '../../../domain/chat.ts';
import { mapFinishReason } from '../finish-reason.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, type JsonObject } from '../read-json.ts';
import { finishOf, indexOf, isRefusal, readContent, readThought } from './read-content.ts';
import { isErrorBody, readErrorBody } from './read-error.ts';
import { readLogprobs } from './read-logprobs.ts';
import { readToolCalls } from './read-tool-calls.ts';
import { readUsage } from './read-usage.ts';
import type { DialectSettings } from './settings.ts';
import { splitThought } from './skip-thought.ts';

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
  const { content, thought } = settings.thoughtsInText
    ? splitThought(written)
    : { content: written, thought: '' };
  const thoughts = [readThought(message), thought].filter((text) => text !== '').map((text) => ({ text }));
  const toolCalls = readToolCalls(message);
  const logprobs = readLogprobs(choice.logprobs, content);
  const reason = mapFinishReason(choice.finish_reason, settings.finishReasons);
  return {
    content,
    ...(thoughts.length === 0 ? {} : { thoughts }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    finishReason: finishOf(reason, isRefusal(message), toolCalls.length),
    ...(logprobs === undefined ? {} : { logprobs }),
  };
}
