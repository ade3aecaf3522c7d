import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../domain/api-key.ts';
import { type ChatRequest, textMessage, textOf } from '../../../domain/chat.ts';
import { GatewayError } from '../../../domain/errors.ts';
import type { JsonTarget } from '../../../models/upstream/ask-json.ts';
import type { PreparedCall, Upstream } from '../../../models/upstream/call-provider.ts';
import { createExampleBank } from './example-bank.ts';
import { normalizeWithModel } from './normalize-with-model.ts';
import { scoreNormalization } from './score-normalization.ts';

const POST = 'BREAKING!!! 😱 Acme fired 400 workers in Ulm yesterday #acme @news https://x.y';
const request: ChatRequest = { messages: [textMessage('user', POST)], stream: false };
const target = {
  endpoint: {},
  model: { capabilities: { responseFormat: 'json_schema' } },
  key: ApiKey.parse('k'),
} as unknown as JsonTarget;

/** A model that gives these answers in turn, and remembers what it was asked. */
function model(...answers: (string | GatewayError)[]) {
  const asked: ChatRequest[] = [];
  const upstream = {
    prepare: (_endpoint: unknown, _model: unknown, asking: ChatRequest) => {
      asked.push(asking);
      return {} as PreparedCall;
    },
    complete: async () => {
      const answer = answers.shift();
      if (answer === undefined) throw new Error('asked once too often');
      if (answer instanceof GatewayError) throw answer;
      return { content: answer, finishReason: 'stop', usage: { promptTokens: 10, completionTokens: 5 } };
    },
  } as unknown as Upstream;
  const run = (examples = createExampleBank([])) =>
    normalizeWithModel({ upstream, target, request, examples }, new AbortController().signal);
  return { asked, run };
}

const json = (claims: string[], rest: object = {}) =>
  JSON.stringify({ verifiable: claims.length > 0, unresolved: [], claims, note: '', ...rest });

describe('normalizing with a model', () => {
  it('takes a good claim as it is, with one call', async () => {
    const { asked, run } = model(json(['Acme fired 400 workers in Ulm.'], { unresolved: ['yesterday'] }));
    expect(await run()).toMatchObject({
      content: 'Acme fired 400 workers in Ulm.',
      verifiable: true,
      unresolved: ['yesterday'],
      method: 'model',
      score: 1,
      usage: { promptTokens: 10, completionTokens: 5 },
    });
    expect(asked[0]?.responseFormat).toMatchObject({ type: 'json_schema', name: 'normalized_claims' });
  });

  it('repairs once, then goes by the rules', async () => {
    const { run } = model('I cannot do that.', '{"claims": 3}');
    const normalization = await run();
    expect(normalization).toMatchObject({ method: 'rules', usage: { promptTokens: 20 } });
    expect(normalization.content).toContain('Acme fired 400 workers in Ulm');
  });

  it('keeps the better of two, whichever came first', async () => {
    const bad = json(['They fired 9000 people and burned the factory down.']);
    expect((await model(bad, json(['Acme fired 400 workers in Ulm.'])).run()).content).toBe(
      'Acme fired 400 workers in Ulm.',
    );
    expect((await model(bad, json(['It killed 9999 cats.'])).run()).content).toContain('9000');
    expect((await model(bad, 'nonsense').run()).content).toContain('9000');
    expect((await model(bad, new GatewayError('provider_failed')).run()).content).toContain('9000');
  });

  it('says so where nothing is verifiable', async () => {
    expect(await model(json([], { note: 'Nur eine Meinung.' })).run()).toMatchObject({
      content: 'Nur eine Meinung.',
      verifiable: false,
    });
  });

  it('lets a refusal of the provider through', async () => {
    await expect(model(new GatewayError('api_key_invalid')).run()).rejects.toMatchObject({
      code: 'api_key_invalid',
    });
  });

  it('shows the most alike examples', async () => {
    const bank = createExampleBank([
      { post: 'cats are great', claim: 'no' },
      { post: 'Acme fires workers in Bonn', claim: 'Acme dismissed workers in Bonn.' },
    ]);
    const { asked, run } = model(json(['Acme fired 400 workers in Ulm.']));
    await run(bank);
    const prompt = textOf(asked[0]!.messages[0]!);
    expect(prompt).toContain('Acme dismissed workers in Bonn.');
    expect(prompt).not.toContain('cats');
  });
});

describe('the score of a claim', () => {
  it('falls with invention, open references and several sentences', () => {
    const good = scoreNormalization('Acme fired 400 workers in Ulm.', POST).score;
    expect(good).toBe(1);
    for (const worse of [
      'Acme fired 500 workers in Ulm.',
      'They fired 400 workers in Ulm.',
      'Acme fired 400 workers. It did so in Ulm.',
      'Acme burned 400 cars near Hamburg.',
    ]) {
      expect(scoreNormalization(worse, POST).score).toBeLessThan(good);
    }
  });
});
