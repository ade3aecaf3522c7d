/** What streamed answers have in common, whichever dialect they are written in. */
import type { GatewayError } from '../../domain/errors.ts';

/** The form of a stream beside its events. */
export interface StreamForm {
  readonly contentType: string;
  /** What ends a complete stream. */
  readonly end: string;
  /** A sign of life in silence; none where it is `''`. */
  readonly keepAlive: string;
  readonly formatError: (error: GatewayError) => string;
  /** As `formatError`, for a stream that breaks off at a moment that nobody knows before; changes nothing. */
  readonly formatBreak?: (error: GatewayError) => string;
}

/** What all server-sent events share. */
export const SERVER_SENT = {
  contentType: 'text/event-stream; charset=utf-8',
  keepAlive: ': keep-alive\n\n',
} as const;

export interface EventSource<E> {
  next(): Promise<readonly E[] | undefined>;
  close(): void;
}

/** Writes the steps of an answer as the events of a dialect. */
interface StreamWriter<S> {
  write(steps: readonly S[]): string;
  /** @returns what ends an answer that did not fail. */
  end(): string;
}

/** @returns what a writer makes of a stream, until its end. */
export function writtenBy<S>(writer: StreamWriter<S>, stream: EventSource<S>): EventSource<string> {
  let ended = false;
  return {
    async next() {
      if (ended) return undefined;
      const steps = await stream.next();
      ended = steps === undefined;
      return [steps === undefined ? writer.end() : writer.write(steps)];
    },
    close: () => stream.close(),
  };
}

/** A comment: clients that do not know it ignore it. */
export function judgingComment(ids: readonly string[]): string {
  return `: checking ${ids.join(' ')}\n\n`;
}

/** Likewise. */
export function progressComment({ verified, total }: { verified: number; total: number }): string {
  return `: verified ${verified} of ${total}\n\n`;
}
