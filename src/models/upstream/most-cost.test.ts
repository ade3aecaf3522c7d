import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Model } from '../../domain/catalogue.ts';
import { type MediaPart, textMessage } from '../../domain/chat.ts';
import { countPages } from './count-pages.ts';
import { factorsOf, mostCostOf } from './most-cost.ts';

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

  it('names what is billed apart, and adds what was predicted to what is sent', () => {
    const request = { messages: [textMessage('user', 'Hello')], stream: false };
    expect(mostCostOf(request, MODEL)).not.toHaveProperty('billedApart');
    const searching = { ...request, webSearchOptions: {} };
    expect(mostCostOf(searching, MODEL).billedApart).toBe('web_search_options');
    const { input } = mostCostOf(request, MODEL);
    const prediction = { type: 'content', content: 'word '.repeat(100) } as never;
    expect(mostCostOf({ ...request, prediction }, MODEL).input).toBeGreaterThan(input + 100);
    // Beside a prompt that fills the window too.
    const full = { messages: [textMessage('user', 'word '.repeat(200_000))], stream: false, prediction };
    expect(mostCostOf(full, MODEL).input).toBeGreaterThan(200_100);
  });

  it('of a model of which little is known is the longest answer that its window holds, or that there is', () => {
    const request = { messages: [textMessage('user', 'Hello')], stream: false };
    const outputOf = (model: object) => mostCostOf(request, { provider: 'openai', ...model } as Model).output;
    expect([outputOf({ contextWindow: 9_000 }), outputOf({})]).toEqual([9_000, 128_000]);
  });

  it('is paid by the same factors, but never less than usual for what a provider says it has kept', () => {
    const request = { messages: [textMessage('user', 'Hello')], stream: false };
    expect(factorsOf(request)).toEqual({ priceFactor: 1, cacheWriteFactor: 1.25 });
    const kept = { ...request, serviceTier: 'priority', promptCacheOptions: { seconds: 3_600 } } as const;
    expect(factorsOf(kept as never)).toEqual({ priceFactor: 2, cacheWriteFactor: 2 });
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

  describe('that are packed', () => {
    const packed = (content: string, between = '\n', end = '\nendstream') =>
      `<< /Type /ObjStm >>\nstream${between}${deflateSync(content).toString('latin1')}${end} `;

    it('are counted in each pack, and beside those that stand open', () => {
      const file = `%PDF ${page} ${packed(page.repeat(2))} ${packed('nothing')} ${packed(page)}`;
      expect(countPages(base64(file))).toBe(4);
    });

    it.each([
      ['cannot be unpacked', `<< /Type /ObjStm >>\nstream\nno pack\nendstream`],
      ['is larger than sixteen million bytes', packed(`${page}${'x'.repeat(16 * 1024 * 1024)}`)],
    ])('are left out of a pack that %s, and those behind it are counted', (_what, pack) => {
      expect(countPages(base64(`%PDF ${pack} ${packed(page.repeat(3))}`))).toBe(3);
    });

    it('are counted up to sixteen million bytes of all packs together', () => {
      const most = 16 * 1024 * 1024;
      const half = packed(`${page}${'x'.repeat(most / 2 - page.length)}`);
      expect(countPages(base64(`%PDF ${half} ${half} ${packed(page)}`))).toBe(2);
    });

    it.each([
      ['no beginning', '<< /Type /ObjStm >> endobj'],
      ['no end', packed(page, '\n', '')],
    ])('are not looked for where a pack has %s', (_what, pack) => {
      expect(countPages(base64(`%PDF ${page} ${pack}`))).toBe(1);
    });
  });

  it('are those of pages alone, however they are written', () => {
    expect(countPages(base64('/Type/Page /Type  /Page\n/Type /Pages /Type /PageLabel'))).toBe(2);
  });

  it('are guessed from the length where none can be found', () => {
    expect(countPages(base64(`%PDF-1.7 ${'x'.repeat(30_000)}`))).toBe(11);
    expect(countPages(base64('%PDF'))).toBe(1);
    expect(countPages('')).toBe(1);
    const long = (bytes: number) => countPages(base64('x'.repeat(bytes)));
    expect([long(3_000), long(3_001)]).toEqual([1, 2]);
  });
});
