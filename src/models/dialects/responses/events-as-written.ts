/**
 * A streamed answer of a provider that speaks the Responses API itself: its own events, in its order, with the
 * gateway's ids and what it found.
 */
import type { ChatEvent, ChatStream } from '../../../domain/chat-answer.ts';
import type { GatewayError } from '../../../domain/errors.ts';
import { isObject, type JsonObject } from '../../../domain/json-object.ts';
import { judgingComment, progressComment } from '../stream-form.ts';
import { withBeside } from '../unread.ts';
import {
  endingOf,
  itemAsWritten,
  type ResponseHead,
  responseAsWritten,
  responseObject,
  responseUsage,
} from './format-response.ts';
import { errorEvent, type ResponseWriter } from './response-events.ts';
import type { ResponseObject } from './wire.ts';

export function writeAsWritten(
  head: ResponseHead,
  citable: NonNullable<ChatStream['citable']>,
): ResponseWriter {
  let sequence = 0;
  /** The items that have begun, by their places. */
  const output: JsonObject[] = [];
  /** Ids of calls, by their items' places: one that was there before has another. */
  const calls = new Map<number, string>();
  let text = '';
  /** Where text was added last. */
  let place: JsonObject = {};
  let finish: Extract<ChatEvent, { type: 'finish' }> | undefined;
  let usage: Extract<ChatEvent, { type: 'usage' }> | undefined;

  const event = (type: string, fields: object): string =>
    `event: ${type.replace(/[\r\n]+/g, ' ')}\ndata: ${JSON.stringify({ ...fields, type, sequence_number: sequence++ })}\n\n`;

  const itemAt = (item: JsonObject, at: number): JsonObject => {
    const own = itemAsWritten(item, at, head, calls.get(at));
    output[at] = own;
    return own;
  };

  /** @param more what the gateway says in the place of what came. */
  const passOn = (given: JsonObject, more: object = {}): string => {
    const { type, response, item, item_id: id, output_index: at } = given;
    const isPlaced = typeof at === 'number' && Number.isInteger(at) && at >= 0;
    return event(String(type), {
      ...given,
      ...(isObject(response) ? { response: begun(response) } : {}),
      ...(isObject(item) && isPlaced ? { item: itemAt(item, at) } : {}),
      ...(id !== undefined && isPlaced && output[at] !== undefined ? { item_id: output[at].id } : {}),
      ...more,
    });
  };

  const begun = (response: JsonObject): object =>
    withBeside(responseObject(head, { status: 'in_progress' }), response);

  const writePiece = (piece: string, beside: JsonObject | undefined): string => {
    if (beside === undefined)
      return event('response.output_text.delta', { ...place, delta: piece, logprobs: [] });
    return passOn(beside, typeof beside.delta === 'string' ? { delta: piece } : {});
  };

  const writeOne = (step: ChatEvent): string => {
    switch (step.type) {
      case 'text': {
        const { beside } = step;
        text += step.text;
        const { item_id: _theirs, output_index: at, content_index } = beside ?? {};
        if (typeof at === 'number') place = { item_id: output[at]?.id, output_index: at, content_index };
        return writePiece(step.text, beside);
      }
      case 'thought':
      case 'arguments':
        return step.beside === undefined ? '' : writePiece(step.text, step.beside);
      case 'tool_call': {
        const at = step.beside?.output_index;
        if (typeof at === 'number') calls.set(at, step.id);
        return step.beside === undefined ? '' : passOn(step.beside);
      }
      case 'other':
        return passOn(step.beside);
      case 'claim': {
        const type = step.claim.verdict === undefined ? 'claimgate.claim' : 'claimgate.verdict';
        return event(type, { claim: step.claim });
      }
      case 'judging':
        return judgingComment(step.ids);
      case 'progress':
        return progressComment(step);
      case 'finish':
        finish = step;
        return '';
      case 'usage':
        usage = step;
        return '';
    }
  };

  return {
    write: (steps) => steps.map(writeOne).join(''),

    finish(now) {
      const { finishReason = 'stop', claims = [], metadata, evaluation, beside = {} } = finish ?? {};
      const written = isObject(beside.response) ? beside.response : {};
      const { response, citations } = responseAsWritten(written, calls, head, { text, citable, claims });
      const whole: ResponseObject = withBeside(
        {
          ...response,
          ...endingOf(finishReason, now),
          usage: usage === undefined ? null : responseUsage(usage.usage),
          ...(metadata === undefined ? {} : { fact_check_metadata: metadata }),
          ...(evaluation === undefined ? {} : { evaluation }),
        },
        written,
      );
      const added = citations.map((fields) => event('response.output_text.annotation.added', fields));
      return { text: added.join(''), response: whole };
    },

    end: (response) => event(`response.${response.status}`, { ...finish?.beside, response }),

    fail(error: GatewayError): string {
      if (sequence === 0) return errorEvent(error, sequence++);
      const code = error.status === 429 ? 'rate_limit_exceeded' : 'server_error';
      const response = responseObject(head, { status: 'failed', error: { code, message: error.message } });
      return event('response.failed', { response: { ...response, output, store: false } });
    },
  };
}
