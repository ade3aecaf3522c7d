import type { CodeToken } from './code-tokens.ts';
import type { CodeOrder } from './code-worker.ts';

/** Milliseconds for one piece of code. What takes longer stays as it is, and so does all after it. */
const PATIENCE = 5_000;
/** UTF-16 units. */
const LONGEST = 400_000;

interface Answer {
  readonly id: number;
  readonly tokens?: readonly CodeToken[];
}

let worker: Worker | undefined;
let orders = 0;
let last: Promise<unknown> = Promise.resolve();

/** @returns what the code is made of; nothing where that is not known. One piece of code is read after the other. */
export function colourCode(code: string, language: string): Promise<readonly CodeToken[] | undefined> {
  if (language === '' || code.length > LONGEST) return Promise.resolve(undefined);
  const answer = last.then(() => order(code, language));
  last = answer;
  return answer;
}

function order(code: string, language: string): Promise<readonly CodeToken[] | undefined> {
  worker ??= new Worker(new URL('./code-worker.ts', import.meta.url), { type: 'module' });
  const reader = worker;
  orders += 1;
  const id = orders;
  return new Promise((resolve) => {
    const over = new AbortController();
    const { signal } = over;
    const end = (tokens?: readonly CodeToken[]): void => {
      clearTimeout(timer);
      over.abort();
      resolve(tokens);
    };
    const fail = (): void => {
      reader.terminate();
      if (worker === reader) worker = undefined;
      end();
    };
    const timer = setTimeout(fail, PATIENCE);
    const listen = ({ data }: MessageEvent<Answer>): void => {
      if (data.id === id) end(data.tokens);
    };
    reader.addEventListener('message', listen, { signal });
    reader.addEventListener('error', fail, { signal });
    reader.postMessage({ id, code, language } satisfies CodeOrder);
  });
}
