/** Connections that break at each of forty places of an answer, in the head and in the body. */
import { rawChunk } from '../../harness/raw-server.ts';
import { ANTHROPIC, type Dialect, GOOGLE, OPENAI } from '../dialects.ts';
import type { Fault } from '../world.ts';
import { json, STREAM_HEAD, sayAndReset } from './say.ts';

const PLACES = 40;

function breaks(bytes: Buffer, sees: (at: number) => string): Pick<Fault, 'answer' | 'sees' | 'asked'>[] {
  return Array.from({ length: PLACES }, (_, i) => {
    const at = Math.floor((i * bytes.length) / PLACES);
    return {
      answer: sayAndReset(bytes.subarray(0, at)),
      sees: at === 0 ? '502 provider_error' : sees(at),
      // Where nothing had come, nothing can have been done twice that shows.
      asked: at === 0 ? 3 : 1,
    };
  });
}

function wholeResets(dialect: Dialect): Fault[] {
  const bytes = json(dialect.whole('Hello there'));
  return breaks(bytes, () => '502 provider_cut_off').map((fault, i) => ({
    name: `${dialect.provider}, whole: reset at place ${i + 1} of ${PLACES}`,
    provider: dialect.provider,
    ...fault,
  }));
}

/** What had been said before the break is told, and that it broke; never a finish reason. */
function streamResets(dialect: Dialect): Fault[] {
  const texts = ['The ', 'Eiffel ', 'Tower ', 'was ', 'completed ', 'in 1889.'];
  const events = [dialect.begin, ...texts.map((text) => dialect.delta(text)), dialect.end].filter(
    (event) => event !== '',
  );
  const parts = [STREAM_HEAD, ...events.map((event) => rawChunk(event))];
  const said = new Map<number, string>();
  let length = 0;
  let text = '';
  for (const [i, part] of parts.entries()) {
    const event = events[i - 1] ?? '';
    // An event counts once its data line has come, blank line or not; behind it stands the chunk's CRLF.
    const lineEnds = event.length - event.trimEnd().length + '\r\n'.length;
    length += part.length;
    const index = texts.findIndex((piece) => dialect.delta(piece) === event);
    if (index !== -1) {
      text += texts[index];
      said.set(length - lineEnds, text);
    }
  }
  const toldAt = (at: number): string =>
    [...said].reduce((told, [place, upTo]) => (at >= place ? upTo : told), '');
  return breaks(Buffer.concat(parts).subarray(0, endOf(parts, events)), (at) =>
    toldAt(at) === '' ? '502 provider_cut_off' : `${JSON.stringify(toldAt(at))} then provider_cut_off`,
  ).map((fault, i) => ({
    name: `${dialect.provider}, streamed: reset at place ${i + 1} of ${PLACES}`,
    provider: dialect.provider,
    stream: true,
    ...fault,
  }));
}

/** The place before the last event's data line is whole: from there on the answer is. */
function endOf(parts: readonly Buffer[], events: readonly string[]): number {
  const last = events.at(-1) ?? '';
  const all = parts.reduce((sum, part) => sum + part.length, 0);
  return all - (last.length - last.trimEnd().length) - '\r\n'.length;
}

export const RESETS: readonly Fault[] = [
  ...wholeResets(OPENAI),
  ...streamResets(OPENAI),
  ...streamResets(ANTHROPIC),
  ...streamResets(GOOGLE),
];
