/** Contract, section 4: `fact_check_metadata` as far as claims are detected. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import {
  type ClaimBody,
  type CompletionBody,
  type MetadataBody,
  readJson,
  readStream,
} from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({ env: envFor(fake), yaml: 'plans: { free: { per_hour: 1000 } }' });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
  fake.answer(speak());
});

const complete = async (fields: Record<string, unknown> = {}): Promise<CompletionBody> => {
  const response = await gateway.chat({ api_key: 'sk-test', ...fields });
  expect(response.status).toBe(200);
  return readJson<CompletionBody>(response);
};
const metadataOf = async (fields: Record<string, unknown>): Promise<MetadataBody> => {
  const { fact_check_metadata: metadata } = await complete(fields);
  if (metadata === undefined) throw new Error('no metadata');
  return metadata;
};

describe('the mode', () => {
  it('off: no metadata', async () => {
    expect(await complete({ fact_check: { mode: 'off' } })).not.toHaveProperty('fact_check_metadata');
  });

  it.each(['detect', 'ground', 'verify', undefined, null])(
    '%s: runs, and says what was run',
    async (mode) => {
      const metadata = await metadataOf({ fact_check: { mode } });
      expect(['detect', 'ground', 'verify']).toContain(metadata.mode);
      if (mode === 'detect') expect(metadata.mode).toBe('detect');
    },
  );

  it('may be off by config, and asked for again', async () => {
    const off = await startGateway({ yaml: 'fact_check: { mode: off }' });
    try {
      const ask = async (fields: object) =>
        readJson<CompletionBody>(await off.chat({ api_key: 'sandbox', ...fields }));
      expect(await ask({})).not.toHaveProperty('fact_check_metadata');
      expect(await ask({ fact_check: { mode: null } })).not.toHaveProperty('fact_check_metadata');
      expect((await ask({ fact_check: { mode: 'detect' } })).fact_check_metadata?.mode).toBe('detect');
    } finally {
      await off.stop();
    }
  });
});

describe('metadata', () => {
  const detect = { fact_check: { mode: 'detect' } };

  it('of a conversation without claims is sure that there is nothing to check', async () => {
    fake.answer(speak(['Hello!']));
    expect(await metadataOf({ ...detect, messages: [{ role: 'user', content: 'Hi!' }] })).toEqual({
      claims_detected: 0,
      confidence_score: 1,
      summary: { claims: 0, supported: 0, refuted: 0, conflicting: 0, not_enough_evidence: 0, unchecked: 0 },
      sources_consulted: [],
      mode: 'detect',
      claims: [],
    });
  });

  const messages = [
    { role: 'system', content: 'Mount Everest is 8,849 metres high.' },
    { role: 'user', content: 'Hello! The Eiffel Tower was completed in 1889. Is that so?' },
    { role: 'assistant', content: 'Yes. It has 1,665 steps, and Paris has 2.1 million inhabitants.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Fine 🔑. ' },
        { type: 'text', text: 'The Statue of Liberty was a gift from France in 1886.' },
      ],
    },
  ];
  const texts = messages.map(({ content }) =>
    typeof content === 'string' ? content : content.map((part) => part.text).join(''),
  );
  const answer = 'Right. The statue stands 93 metres tall. 🗽 It was dedicated on October 28, 1886.';

  it.each([
    ['whole', false],
    ['streamed', true],
  ])('tells the claims of users, assistants and the answer, with their places (%s)', async (_how, stream) => {
    fake.answer(speak(answer.split(/(?<= )/)));
    const fields = { api_key: 'sk-test', fact_check: { mode: 'detect', claims: 'all' }, messages, stream };
    const response = await gateway.chat(fields);
    const metadata = stream
      ? (await readStream(response)).chunks.at(-1)?.fact_check_metadata
      : (await readJson<CompletionBody>(response)).fact_check_metadata;
    const claims = metadata?.claims ?? [];
    expect(metadata).toMatchObject({ claims_detected: claims.length, sources_consulted: [], mode: 'detect' });
    for (const claim of claims) {
      expect(claim).toMatchObject({
        id: expect.stringMatching(/\S/),
        text: expect.stringMatching(/\S/),
        category: expect.stringMatching(
          /^(statistic|event|quote|causal|comparison|attribute|record|prediction|other)$/,
        ),
      });
      expect(claim.confidence).toBeGreaterThanOrEqual(0);
      expect(claim.confidence).toBeLessThanOrEqual(1);
      expect(claim.check_worthiness).toBeGreaterThan(0);
      expect(claim.check_worthiness).toBeLessThan(1);
      expect(claim).toMatchObject({ language: 'en', language_supported: true });
      // Offsets are UTF-16 units of that very message; the answer's index is behind the last message.
      const text = [...texts, answer][claim.message_index] ?? '';
      expect(text.slice(claim.start, claim.end)).toBe(claim.original_text);
      expect(claim.role).toBe(claim.message_index === 4 ? 'assistant' : messages[claim.message_index]?.role);
    }
    expect(new Set(claims.map((claim) => claim.id)).size).toBe(claims.length);
    expect(new Set(claims.map((claim) => claim.message_index))).toEqual(new Set([1, 2, 3, 4]));
    expect(claims.map((claim) => claim.original_text)).toContain('The Eiffel Tower was completed in 1889.');
    // Nobody has judged them.
    expect(metadata).toMatchObject({
      confidence_score: 0.5,
      summary: { claims: claims.length, unchecked: claims.length },
    });
  });

  it('is of the newest 50,000 characters of a conversation', async () => {
    fake.answer(speak(['Fine.']));
    const filler = 'So it goes on and on. '.repeat(2_400);
    const metadata = await metadataOf({
      fact_check: { mode: 'detect', claims: 'all' },
      messages: [
        { role: 'user', content: 'The Eiffel Tower was completed in 1889.' },
        { role: 'assistant', content: filler },
        { role: 'user', content: 'The Statue of Liberty was dedicated in 1886.' },
      ],
    });
    const places = new Set(metadata.claims.map((claim) => claim.message_index));
    expect(places.has(0)).toBe(false);
    expect(places.has(2)).toBe(true);
  });

  /** The places of the claims that are listed, of those told as events, and the rest of the metadata. */
  const listed = async (claims: string | null | undefined, mode: string, stream: boolean) => {
    fake.answer(speak(answer.split(/(?<= )/)));
    const fact_check = { mode, ...(claims === undefined ? {} : { claims }), stream_events: true };
    const response = await gateway.chat({ api_key: 'sk-test', messages, stream, fact_check });
    expect(response.status).toBe(200);
    const chunks = stream ? (await readStream(response)).chunks : [await readJson<CompletionBody>(response)];
    const metadata = chunks.at(-1)?.fact_check_metadata;
    if (metadata === undefined) throw new Error('no metadata');
    const placesOf = (found: readonly { readonly message_index: number }[]) => [
      ...new Set(found.map((claim) => claim.message_index)),
    ];
    const events = chunks.flatMap((chunk) =>
      'claim_event' in chunk && chunk.claim_event ? [(chunk.claim_event as { claim: ClaimBody }).claim] : [],
    );
    return { ...metadata, places: placesOf(metadata.claims), told: placesOf(events) };
  };

  describe.each([
    ['detect', false],
    ['detect', true],
    ['ground', false],
    ['verify', false],
    ['verify', true],
  ] as const)('mode %s, streamed: %s', (mode, stream) => {
    it.each([undefined, null, 'new'])(
      'with claims %j lists those of the last user message and of the answer, and counts all',
      async (claims) => {
        const {
          places,
          told,
          claims_detected,
          confidence_score,
          claims: own,
        } = await listed(claims, mode, stream);
        const all = await listed('all', mode, stream);
        expect(places).toEqual([3, 4]);
        expect(all.places).toEqual([1, 2, 3, 4]);
        if (stream)
          expect([told, all.told]).toEqual([
            [3, 4],
            [1, 2, 3, 4],
          ]);
        expect(claims_detected).toBe(all.claims.length);
        expect(all.claims_detected).toBe(all.claims.length);
        // The same claims have the same ids, whichever are listed.
        expect(all.claims.slice(-own.length).map(({ id }) => id)).toEqual(own.map(({ id }) => id));
        if (mode === 'verify') return;
        expect(confidence_score).toBe(0.5);
      },
    );

    it('with claims "none" lists none, and says the rest all the same', async () => {
      const { claims, places: _places, ...rest } = await listed('new', mode, stream);
      const none = await listed('none', mode, stream);
      // How many questions the judge is asked, and so its tokens, depends on how claims fall together.
      const { usage } = none as { usage?: unknown };
      const expected = { ...rest, claims: [], places: [] };
      expect(none).toEqual(usage === undefined ? expected : { ...expected, usage });
    });
  });

  it('with claims "new" does not grow with what was said before', async () => {
    const sentence = (year: number): string => `The Eiffel Tower was painted in ${year}. `;
    const history = Array.from({ length: 1_000 }, (_, year) => sentence(1_000 + year)).join('');
    const sizeOf = async (before: string) => {
      fake.answer(speak(['Fine.']));
      const turns = [
        { role: 'user', content: before },
        { role: 'assistant', content: 'Right.' },
        { role: 'user', content: sentence(1899) },
      ];
      return JSON.stringify(await metadataOf({ ...detect, messages: turns })).length;
    };
    expect(await sizeOf(history)).toBeLessThan((await sizeOf('Hi!')) + 50);
  });

  it('asks nobody but the model, once', async () => {
    await complete({ ...detect, messages });
    expect(fake.received).toHaveLength(1);
  });

  it.each(['ŻÓŁĆ 漢字 🔑', '   ', '\u0000', '```js\nlet a = 1;\n```', '#'.repeat(5_000), 'http://a.b/c?d=e'])(
    'is there for any text (%j)',
    async (content) => {
      const metadata = await metadataOf({ ...detect, messages: [{ role: 'user', content }] });
      expect(metadata.claims_detected).toBe(metadata.claims.length);
    },
  );
});
