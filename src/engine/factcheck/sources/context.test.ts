import { describe, expect, it } from 'vitest';
import { type Embedder, toVector } from '../../corpus/vector.ts';
import { createContextSource } from './context.ts';

const signal = new AbortController().signal;
const filler = (topic: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `Paragraph ${i} of the ${topic} says that nothing happened.`).join(
    ' ',
  );
const ask = (source: ReturnType<typeof createContextSource>, text: string, limit = 5) =>
  source.search({ text, language: 'en', limit }, signal);

describe('the context of a request', () => {
  it('is searched by passages: several of one document, each a literal part of it', async () => {
    const first = 'The Kestrel Bridge was opened in 1987.';
    const second = 'The Kestrel Bridge was closed for repairs in 2011.';
    const text = `${first} ${filler('annals', 200)} ${second} ${filler('register', 200)}`;
    const document = { title: 'History', url: 'https://a.example/', text };
    const found = await ask(
      createContextSource([document], async () => {}),
      'When was the Kestrel Bridge closed?',
    );
    expect(found[0]?.text).toContain(second);
    expect(found[1]?.text).toContain(first);
    for (const item of found) {
      expect(item).toMatchObject({ source: 'context', title: 'History', url: 'https://a.example/' });
      expect(text).toContain(item.text);
      expect(item.text.length).toBeLessThan(5_000);
    }
    expect(new Set(found.map(({ passage }) => passage)).size).toBe(found.length);
  });

  it('loses no sentence where a long text is read in slices, and lets others run between them', async () => {
    let turns = 0;
    const sentences = Array.from(
      { length: 4_000 },
      (_, i) => `Ferry number ${i + 10_000} left Oberwald at dawn.`,
    );
    const source = createContextSource([{ title: '', url: '', text: sentences.join(' ') }], async () => {
      turns += 1;
    });
    for (let at = 0; at < sentences.length; at += 37) {
      const [best] = await ask(source, `Ferry number ${at + 10_000}`, 1);
      expect(best?.text).toContain(sentences[at]);
    }
    expect(turns).toBeGreaterThanOrEqual(10);
    expect(turns).toBeLessThan(60);
  });

  it('is read to its end where a passage stands before a long gap', async () => {
    const text = `The Kestrel Bridge was opened in 1987.${' '.repeat(20_000)}The Heron Tunnel was closed in 2011.`;
    let turns = 0;
    const source = createContextSource([{ title: '', url: '', text }], async () => {
      if (++turns > 100) throw new Error('It reads on and on');
    });
    const found = await ask(source, 'the Kestrel Bridge and the Heron Tunnel');
    expect(found.map((item) => item.text)).toEqual([
      'The Kestrel Bridge was opened in 1987.',
      'The Heron Tunnel was closed in 2011.',
    ]);
  });

  it('reads nothing before it is asked', async () => {
    let turns = 0;
    const source = createContextSource([{ title: '', url: '', text: 'A text.' }], async () => void turns++);
    await new Promise(setImmediate);
    expect(turns).toBe(0);
    await Promise.all([ask(source, 'text'), ask(source, 'text')]);
    expect(turns).toBe(1);
  });

  it('is found by what it means as far as that is read in time, and by its words', async () => {
    const meant = (text: string) => [
      toVector([0.1, Number(/resign|stepping/.test(text)), Number(/roof/.test(text))]),
    ];
    const known = new Set<string>();
    const embedderOf = (late: (text: string) => boolean): Embedder => ({
      model: 1,
      isReady: () => true,
      knownQuestion: (text) => (known.has(text) ? meant(text)[0] : undefined),
      knownPassage: ({ text }) => (known.has(text) ? meant(text) : undefined),
      readQuestion: async (text) => {
        known.add(text);
        return meant(text)[0];
      },
      async readPassages(passages) {
        for (const { text } of passages) if (!late(text)) known.add(text);
        if (passages.some(({ text }) => late(text))) await new Promise(() => {});
        return passages.map(({ text }) => meant(text));
      },
    });
    const texts = ['He is stepping down.', 'The roof is new.', 'The mayor is old.'].map((text, at) => ({
      ...{ title: `${at}`, url: '', text },
    }));
    const search = async (embedder: Embedder, patience: number) => {
      known.clear();
      const source = createContextSource(texts, async () => {}, { embedder });
      const query = { text: 'The mayor resigned.', language: 'en', limit: 5, patience };
      return (await source.search(query, signal)).map(({ title }) => title);
    };
    expect(
      await search(
        embedderOf(() => false),
        60_000,
      ),
    ).toEqual(['0', '2']);
    expect(
      await search(
        embedderOf(() => false),
        0,
      ),
    ).toEqual(['2']);
    expect(
      await search(
        embedderOf((text) => /stepping/.test(text)),
        20,
      ),
    ).toEqual(['2']);
    expect(await search({ ...embedderOf(() => false), isReady: () => false }, 60_000)).toEqual(['2']);
  });
});
