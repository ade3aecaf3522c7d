import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Model } from '../../domain/catalogue.ts';
import { type MediaPart, textMessage } from '../../domain/chat.ts';
import { countPages } from './count-pages.ts';
import { mostCostOf } from './most-cost.ts';

const MODEL = { provider: 'openai', contextWindow: 200_000, outputCap: 4_000 } as Model;
const ask = (part: MediaPart) => ({
  messages: [{ role: 'user' as const, content: [part] }],
  stream: false,
});
const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');

describe('what a call may cost', () => {
  it('is its longest answer, unless the request names a shorter one', () => {
    const request = { messages: [textMessage('user', 'Hello')], stream: false };
    expect(mostCostOf(request, MODEL)).toMatchObject({ output: 4_000, choices: 1, isChosen: false });
    expect(mostCostOf({ ...request, maxTokens: 9, choices: 3 }, MODEL)).toMatchObject({
      output: 9,
      choices: 3,
      isChosen: true,
    });
    expect(mostCostOf({ ...request, maxTokens: 9_000 }, MODEL).output).toBe(4_000);
  });

  it('is twice as much for priority, and more for what is written to the cache', () => {
    const request = { messages: [textMessage('user', 'Hello')], stream: false };
    expect(mostCostOf(request, MODEL)).toMatchObject({ priceFactor: 1, cacheWriteFactor: 1 });
    expect(mostCostOf({ ...request, serviceTier: 'priority' }, MODEL).priceFactor).toBe(2);
    const kept = (seconds?: number) =>
      mostCostOf(
        {
          ...request,
          promptCacheOptions: { mode: 'explicit', ...(seconds === undefined ? {} : { seconds }) },
        },
        MODEL,
      ).cacheWriteFactor;
    expect([kept(), kept(300), kept(301)]).toEqual([1.25, 1.25, 2]);
  });

  it('counts pictures, files, sounds, tools and schemas, never more than the window', () => {
    const picture = { kind: 'data', mediaType: 'image/png', data: 'AAAA' } as const;
    const { input } = mostCostOf(ask({ type: 'image', source: picture }), MODEL);
    expect(input).toBeGreaterThan(1_000);
    const sound = ask({ type: 'audio', format: 'mp3', data: 'A'.repeat(400_000) });
    expect(mostCostOf(sound, MODEL).input).toBeGreaterThan(700);
    const tools = [{ name: 'f', description: 'x '.repeat(500) }];
    const called = { messages: [textMessage('user', 'Hi')], stream: false, tools };
    expect(mostCostOf(called, MODEL).input).toBeGreaterThan(1_000);
    const long = { messages: [textMessage('user', 'word '.repeat(200_000))], stream: false };
    expect(mostCostOf(long, MODEL).input).toBe(200_000);
  });
});

it('is dearer by what is written to a cache, the dearer the longer it is kept', () => {
  const marked = (cache: object) => ({
    messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi', cache }] }],
    stream: false,
  });
  const plain = { messages: [textMessage('user', 'Hi')], stream: false };
  expect(mostCostOf(plain, MODEL).cacheWriteFactor).toBe(1);
  expect(mostCostOf(marked({}), MODEL).cacheWriteFactor).toBe(1.25);
  expect(mostCostOf(marked({ seconds: 3_600 }), MODEL).cacheWriteFactor).toBe(2);
  const asWhole = { ...plain, promptCacheOptions: { mode: 'implicit' as const } };
  expect(mostCostOf(asWhole, MODEL).cacheWriteFactor).toBe(1.25);
});

describe('pages of a PDF', () => {
  const page = '<< /Type /Page /Parent 2 0 R >> ';

  it('are counted where they stand open, and where they are packed', () => {
    expect(countPages(base64(`%PDF-1.4 << /Type /Pages >> ${page.repeat(7)}`))).toBe(7);
    const packed = deflateSync(page.repeat(40)).toString('latin1');
    const stream = `<< /Type /ObjStm /Filter /FlateDecode >>\nstream\r\n${packed}\nendstream`;
    expect(countPages(base64(`%PDF-1.5 ${stream} << /Type/XRef >>`))).toBe(40);
  });

  it('are guessed from the length where none can be found', () => {
    expect(countPages(base64(`%PDF-1.7 ${'x'.repeat(30_000)}`))).toBe(11);
    expect(countPages(base64('%PDF'))).toBe(1);
  });
});
