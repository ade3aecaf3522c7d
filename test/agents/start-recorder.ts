/** Stands before a server, hands everything on, and keeps what was asked and answered. */
import { type Received, startFakeProvider } from '../harness/fake-provider.ts';

export interface Recorded {
  readonly request: Received;
  readonly status: number;
  readonly answer: string;
}

export interface Recorder {
  /** `http://127.0.0.1:port`; paths are the server's. */
  readonly url: string;
  /** In the order in which they were asked. */
  readonly recorded: readonly Recorded[];
  forget(): void;
  stop(): Promise<void>;
}

/** Of one connection. */
const HOP = ['connection', 'content-encoding', 'content-length', 'host', 'keep-alive', 'transfer-encoding'];

/** @param origin of the server, without a path. */
export async function startRecorder(origin: string): Promise<Recorder> {
  const recorded: Recorded[] = [];
  const front = await startFakeProvider(async (request, response) => {
    const { method, url, text } = request;
    const headers = Object.entries(request.headers).filter(([name]) => !HOP.includes(name));
    const answer = await fetch(origin + url, {
      method,
      headers: headers as [string, string][],
      ...(text === '' ? {} : { body: text }),
    });
    const entry = { request, status: answer.status, answer: '' };
    recorded.push(entry);
    response.writeHead(answer.status, [...answer.headers].filter(([name]) => !HOP.includes(name)).flat());
    const decoder = new TextDecoder();
    for await (const piece of answer.body ?? []) {
      entry.answer += decoder.decode(piece, { stream: true });
      response.write(piece);
    }
    response.end();
  });
  return {
    url: front.url,
    recorded,
    forget() {
      recorded.length = 0;
    },
    stop: () => front.stop(),
  };
}
