import type { Completion } from '../../domain/chat.ts';
import { mapFinishReason } from '../finish-reason.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject } from '../read-json.ts';
import { isFirst, isRefusal, readContent, withRefusal } from './read-content.ts';
import { isErrorBody, readErrorBody } from './read-error.ts';
import { readUsage } from './read-usage.ts';
import type { DialectSettings } from './settings.ts';

/** @throws GatewayError where the body is an error in disguise, or no whole answer. */
export function readCompletion(body: unknown, settings: DialectSettings): Completion {
  if (!isObject(body)) throw malformedAnswer('body is no object');
  if (isErrorBody(body)) throw readErrorBody(body, settings);
  const choice = Array.isArray(body.choices) ? body.choices.find(isFirst) : undefined;
  if (!isObject(choice)) throw malformedAnswer('no choices');
  if (!isObject(choice.message)) throw malformedAnswer('choice without a message');
  const usage = readUsage(body.usage, settings);
  return {
    content: readContent(choice.message),
    finishReason: withRefusal(
      mapFinishReason(choice.finish_reason, settings.finishReasons),
      isRefusal(choice.message),
    ),
    ...(usage === undefined ? {} : { usage }),
  };
}
