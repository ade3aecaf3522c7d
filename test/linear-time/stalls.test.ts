/**
 * One caller's text never holds up the others: whatever a request holds, the event loop of the gateway is busy with it
 * for at most 50 ms at a time. What is measured is the processor time of this thread between two turns of the loop.
 * Other processes lengthen it only by the caches and cores that they share with it; so a turn that seems too long is
 * held against work of a known length.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { processorTime } from './measure.ts';
import { PIECES } from './pieces.ts';

/** Milliseconds of processor time. */
const LONGEST = 50;
/** The first runs compile, and a collection of garbage may fall into any: only what is slow each time is a stall. */
const LOOKS = 6;

const fill = (piece: string, units: number): string =>
  piece.repeat(Math.ceil(units / piece.length)).slice(0, units);
const SENTENCE = 'The tower in Paris was completed in 1889 and is 330 m high. ';

/** What a caller may write, each text as long as a request takes it. */
const TEXTS: Readonly<Record<string, string>> = {
  'one letter': 'a',
  'spaces and no end': ' ',
  'lines without words': '\n',
  'full stops': '.',
  'sentences of one word': 'A. ',
  'claims, one behind the other': SENTENCE,
  'claims without an end': SENTENCE.replace('. ', ', and '),
  'open brackets': '(',
  'open quotes': '“',
  'open tags': '<a ',
  'fences of code': '```\n',
  'list items': '1. a\n',
  'cells of a table': '|a|\n',
  'digits with separators': '1.000,',
  'combining marks': 'a\u0301\u0302\u0303',
  'signs of direction': '\u202e\u2066',
  'half surrogates': '\ud800',
  emoji: '👩‍👩‍👧‍👦',
  'Chinese without a space': '埃菲尔铁塔建于一八八九年',
  'Thai without a space': 'หอไอเฟลสร้างเสร็จในปี',
  'Arabic and English by turns': 'برج إيفل tower ',
  'a language of each line': 'Der Turm ist hoch.\nLa tour est haute.\nLa torre es alta.\nBašta je velika.\n',
  'names in a row': 'John Smith ',
  'addresses in a row': 'https://a.b/c?d=e ',
  'words that all differ': Array.from({ length: 4_000 }, (_, i) => `w${(i * 7919).toString(36)}`).join(' '),
};

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({
    env: { CLAIMGATE_SANDBOX: 'all', LOG_LEVEL: 'silent' },
    yaml: 'plans: { default: enterprise }\nlimits: { detect_per_minute: 1000000, detect_characters_per_minute: 1000000000 }',
  });
});
afterAll(() => gateway.stop());

/** @returns the most milliseconds of processor time between two turns of the loop while `run` is under way. */
async function longestTurn(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let going = true;
  const done = run().finally(() => {
    going = false;
  });
  while (going) {
    const before = process.threadCpuUsage();
    await turn();
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
  }
  await done;
  return longest;
}

const ITEMS = Array.from({ length: 2_000 }, (_, at) => ({ word: `w${(at * 7919).toString(36)}`, at }));
const workOnItems = () => JSON.stringify(JSON.parse(JSON.stringify(ITEMS))).replace(/w(\d)/g, '$1');
/** Milliseconds that a machine of two cores with nothing else to do needs for it. */
const USUAL = 1.25;

/** @returns how many times as long as usual this machine takes just now, at least 1. */
const slowness = (): number => Math.max(1, processorTime(workOnItems, '', 100) / USUAL);

/** @returns the least of the longest turns of several looks, in milliseconds of a machine that is not slowed down. */
async function stall(path: string, body: string, statuses: readonly number[]): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let look = 0; look < LOOKS && best > LONGEST; look++) {
    const longest = await longestTurn(async () => {
      const response = await gateway.post(path, body, { authorization: 'Bearer sk-stall' });
      expect(statuses).toContain(response.status);
      for await (const _ of response.body ?? []);
    });
    best = Math.min(best, longest <= LONGEST ? longest : longest / slowness());
  }
  return best;
}

const REQUESTS: Readonly<Record<string, readonly [path: string, body: (piece: string) => object]>> = {
  'a text to be searched': ['/v1/claims', (piece) => ({ text: fill(piece, 200_000) })],
  'the last message': [
    '/v1/chat/completions',
    (piece) => ({ model: 'gpt-6-luna', messages: [{ role: 'user', content: fill(piece, 200_000) }] }),
  ],
  'a long conversation and its documents': [
    '/v1/chat/completions',
    (piece) => ({
      model: 'gpt-6-luna',
      fact_check: { mode: 'ground', documents: [{ title: 'a', text: fill(piece, 200_000) }] },
      messages: [
        { role: 'system', content: fill(piece, 100_000) },
        { role: 'user', content: fill(piece, 100_000) },
        { role: 'assistant', content: fill(piece, 100_000) },
        { role: 'user', content: SENTENCE },
      ],
    }),
  ],
};

describe.each(Object.entries(REQUESTS))('%s', (_name, [path, body]) => {
  it.each(Object.entries(TEXTS))('of %s holds nobody up', async (_text, piece) => {
    expect(await stall(path, JSON.stringify(body(piece)), [200])).toBeLessThanOrEqual(LONGEST);
  });
});

it('holds nobody up whatever it repeats', async () => {
  const slow: Record<string, number> = {};
  for (const piece of PIECES.filter((_, index) => index % 7 === 0)) {
    const longest = await stall('/v1/claims', JSON.stringify({ text: fill(piece, 100_000) }), [200]);
    if (longest > LONGEST) slow[piece] = longest;
  }
  expect(slow).toEqual({});
});

/** JSON of nearly 4 MiB, and JSON at the limits of depth and members. */
const BODIES: Readonly<Record<string, string>> = {
  'deep arrays': '['.repeat(2_000_000) + ']'.repeat(2_000_000),
  'deep objects': '{"a":'.repeat(700_000),
  'many empty objects': `[${'{},'.repeat(1_300_000)}{}]`,
  'many members of one name': `{${'"a":1,'.repeat(600_000)}"a":1}`,
  'many names': `{${Array.from({ length: 300_000 }, (_, i) => `"${i}":1`).join(',')}}`,
  'one long text of escapes': `{"model":"x","messages":[{"role":"user","content":"${'\\u0041'.repeat(680_000)}"}]}`,
  'one long text without an end': `{"model":"${'a'.repeat(4_000_000)}`,
  'one long number': `{"n":${'9'.repeat(4_000_000)}}`,
  'white space': `{${' '.repeat(4_100_000)}}`,
  'bytes that are no UTF-8': '\u00ff'.repeat(2_000_000),
};

it.each(Object.entries(BODIES))('a body of %s holds nobody up', async (_name, body) => {
  expect(await stall('/v1/chat/completions', body, [400, 422])).toBeLessThanOrEqual(LONGEST);
});

it('a loop that is held up is noticed', async () => {
  const busy = async (): Promise<void> => {
    await turn();
    const before = process.threadCpuUsage();
    while (process.threadCpuUsage(before).user < 80_000);
  };
  expect(await longestTurn(busy)).toBeGreaterThan(LONGEST);
});
