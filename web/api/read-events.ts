import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** The events of a stream, and its comments as strings, in the order in which they came. */
export async function* readEvents(response: Response): AsyncGenerator<EventSourceMessage | string> {
  const parts: (EventSourceMessage | string)[] = [];
  const parser = createParser({
    onEvent: (event) => void parts.push(event),
    onComment: (comment) => void parts.push(comment),
  });
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      parser.feed(value);
      yield* parts.splice(0);
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}
