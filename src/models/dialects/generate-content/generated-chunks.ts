/** A streamed answer as chunks of Google's API. Pure: events in, text out. */
import type { FinishReason } from '../../../domain/chat.ts';
import type { ChatEvent, ChatStream } from '../../../domain/chat-answer.ts';
import type { GatewayError } from '../../../domain/errors.ts';
import type { JsonObject } from '../../../domain/json-object.ts';
import { ObjectWatch } from '../object-watch.ts';
import { type EventSource, SERVER_SENT, type StreamForm, writtenBy } from '../stream-form.ts';
import { withBeside } from '../unread.ts';
import { callPart, candidate, findingsOf, headOf, logprobsOf, usageMetadata } from './format-generated.ts';
import { generateErrorBody } from './generate-error.ts';

interface GeneratedStream {
  readonly source: EventSource<string>;
  readonly form: StreamForm;
}

type Finish = Extract<ChatEvent, { type: 'finish' }>;
type Call = Extract<ChatEvent, { type: 'tool_call' }> & {
  readonly pieces: string[];
  readonly watch: ObjectWatch;
};
/** What is said of one answer, and what came beside it. */
interface Said {
  readonly choice?: number | undefined;
  readonly beside?: JsonObject | undefined;
}

/** @param asEvents server-sent events; else one JSON array, as Google answers without `alt=sse`. */
export function generatedChunks(stream: ChatStream, asEvents: boolean): GeneratedStream {
  const writer = createWriter(stream);
  let begun = false;
  const frame = (chunk: object): string => {
    if (asEvents) return `data: ${JSON.stringify(chunk)}\n\n`;
    const before = begun ? ',\n' : '[';
    begun = true;
    return before + JSON.stringify(chunk);
  };
  const formatError = (error: GatewayError): string => {
    const body = generateErrorBody(error);
    if (asEvents) return `data: ${JSON.stringify(body)}\n\n`;
    return `${begun ? ',\n' : '['}${JSON.stringify(body)}]`;
  };
  return {
    source: writtenBy(
      {
        write: (events: readonly ChatEvent[]) => writer.write(events).map(frame).join(''),
        end: () => writer.end().map(frame).join(''),
      },
      stream,
    ),
    form: {
      contentType: asEvents ? SERVER_SENT.contentType : 'application/json; charset=utf-8',
      end: asEvents ? '' : ']',
      // Google's clients read no comments; an empty line is nothing in both forms.
      keepAlive: '\n',
      formatError,
    },
  };
}

function createWriter(head: Pick<ChatStream, 'id' | 'model'>) {
  /** Calls come in pieces, and go on whole. */
  const calls: Call[] = [];
  const finishes: Finish[] = [];
  let usage: Extract<ChatEvent, { type: 'usage' }> | undefined;
  /** What all chunks have alike: the provider's own words where it has some. */
  let shared = headOf(head);

  /** @param beside what the provider sent with it, which is put in wherever it stands. */
  const write = (fields: JsonObject, beside?: JsonObject): JsonObject => {
    const { modelVersion, responseId } = beside ?? {};
    shared = {
      ...shared,
      ...(typeof modelVersion === 'string' ? { modelVersion } : {}),
      ...(typeof responseId === 'string' ? { responseId } : {}),
    };
    return { ...withBeside(fields, beside), ...shared };
  };

  const say = (part: JsonObject, { choice, beside }: Said, more: JsonObject = {}): JsonObject =>
    write({ candidates: [{ ...candidate([part], choice ?? 0), ...more }] }, beside);

  /** A call as its provider wrote it may have no id. */
  const sayCall = ({ pieces, watch: _watch, ...call }: Call, reason?: FinishReason): JsonObject[] =>
    callPart({ ...call, arguments: pieces.join('') }, reason).map((part) => {
      if (call.beside === undefined) return say(part, call);
      const { name, args } = part.functionCall as JsonObject;
      return say({ functionCall: { name, args } }, call);
    });

  const addPiece = ({ index, choice, text }: Extract<ChatEvent, { type: 'arguments' }>): JsonObject[] => {
    const at = calls.findIndex((call) => call.index === index && call.choice === choice);
    const call = calls[at];
    if (call === undefined) return [];
    call.pieces.push(text);
    call.watch.add(text);
    return call.watch.whole ? sayCall(...(calls.splice(at, 1) as [Call])) : [];
  };

  const writeOne = (event: ChatEvent): JsonObject[] => {
    switch (event.type) {
      case 'text':
        return [say({ text: event.text }, event, logprobsOf(event.logprobs))];
      case 'thought':
        return event.text === '' ? [] : [say({ text: event.text, thought: true }, event)];
      case 'tool_call':
        calls.push({ ...event, pieces: [], watch: new ObjectWatch() });
        return [];
      case 'arguments':
        return addPiece(event);
      case 'other':
        return [write({}, event.beside)];
      case 'claim': {
        const type = event.claim.verdict === undefined ? 'claim' : 'verdict';
        return [write({ claim_event: { type, claim: event.claim } })];
      }
      case 'finish':
        finishes.push(event);
        return [];
      case 'usage':
        usage = event;
        return [];
      default:
        return [];
    }
  };

  /** How an answer ended: in the provider's own words where it wrote them. */
  const endOf = ({ choice = 0, finishReason, beside }: Finish): JsonObject => {
    const last = [{ text: '' }];
    if (beside === undefined) return { candidates: [candidate(last, choice, finishReason)] };
    // A prompt that was blocked has no answer.
    return withBeside(
      beside.candidates === undefined ? {} : { candidates: [candidate(last, choice)] },
      beside,
    );
  };

  return {
    write: (events: readonly ChatEvent[]): JsonObject[] => events.flatMap(writeOne),

    /** @returns what is left of the calls, and the end of an answer that did not fail. */
    end(): JsonObject[] {
      const left = calls.flatMap((call) =>
        sayCall(call, finishes.find(({ choice }) => choice === call.choice)?.finishReason),
      );
      const ends = finishes.map(endOf);
      const { metadata, evaluation } = finishes.find(({ choice }) => choice === undefined) ?? {};
      const candidates = ends.flatMap((end) => (end.candidates ?? []) as JsonObject[]);
      const { candidates: _each, ...beside } = Object.assign({}, ...ends) as JsonObject;
      return [
        ...left,
        write(
          {
            ...(candidates.length === 0 ? {} : { candidates }),
            ...(usage === undefined
              ? {}
              : {
                  ...usage.beside,
                  usageMetadata: usageMetadata(usage.usage, usage.beside?.usageMetadata),
                }),
            ...findingsOf(metadata, evaluation),
          },
          beside,
        ),
      ];
    },
  };
}
