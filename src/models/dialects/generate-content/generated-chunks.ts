/** A streamed answer as chunks of Google's API. Pure: events in, text out. */
import type { Usage } from '../../../domain/chat.ts';
import type { ChatEvent, ChatStream } from '../../../domain/chat-answer.ts';
import type { GatewayError } from '../../../domain/errors.ts';
import type { JsonObject } from '../../../domain/json-object.ts';
import { type EventSource, SERVER_SENT, type StreamForm, writtenBy } from '../stream-form.ts';
import { callPart, candidate, findingsOf, headOf, usageMetadata } from './format-generated.ts';
import { generateErrorBody } from './generate-error.ts';

interface GeneratedStream {
  readonly source: EventSource<string>;
  readonly form: StreamForm;
}

type Finish = Extract<ChatEvent, { type: 'finish' }>;
type Call = Omit<Extract<ChatEvent, { type: 'tool_call' }>, 'type'> & { readonly pieces: string[] };

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
  let usage: Usage | undefined;

  const chunk = (fields: JsonObject): JsonObject => ({ ...fields, ...headOf(head) });
  const say = (part: JsonObject, choice = 0): JsonObject[] => [
    chunk({ candidates: [candidate([part], choice)] }),
  ];

  const writeOne = (event: ChatEvent): JsonObject[] => {
    switch (event.type) {
      case 'text':
        return say({ text: event.text }, event.choice);
      case 'thought':
        return event.text === '' ? [] : say({ text: event.text, thought: true }, event.choice);
      case 'tool_call':
        calls.push({ ...event, pieces: [] });
        return [];
      case 'arguments':
        calls
          .find(({ index, choice }) => index === event.index && choice === event.choice)
          ?.pieces.push(event.text);
        return [];
      case 'claim': {
        const type = event.claim.verdict === undefined ? 'claim' : 'verdict';
        return [chunk({ claim_event: { type, claim: event.claim } })];
      }
      case 'finish':
        finishes.push(event);
        return [];
      case 'usage':
        usage = event.usage;
        return [];
      default:
        return [];
    }
  };

  return {
    write: (events: readonly ChatEvent[]): JsonObject[] => events.flatMap(writeOne),

    /** @returns the calls and the end of an answer that did not fail. */
    end(): JsonObject[] {
      const candidates = finishes.map(({ choice, finishReason }) => {
        const own = calls.filter((call) => call.choice === choice);
        const parts = own.flatMap(({ pieces, ...call }) =>
          callPart({ ...call, arguments: pieces.join('') }, finishReason),
        );
        return candidate(parts.length === 0 ? [{ text: '' }] : parts, choice ?? 0, finishReason);
      });
      const { metadata, evaluation } = finishes.find(({ choice }) => choice === undefined) ?? {};
      return [
        {
          candidates,
          ...(usage === undefined ? {} : { usageMetadata: usageMetadata(usage) }),
          ...headOf(head),
          ...findingsOf(metadata, evaluation),
        },
      ];
    },
  };
}
