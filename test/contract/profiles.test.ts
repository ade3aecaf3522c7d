/** Profiles: settings of `fact_check` that an operator has named, for clients that can name a model alone. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Pair } from '../../src/engine/judge/pair-scorer.ts';
import { fakeJudge, REFUTES, UNSURE } from '../harness/fake-judge.ts';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const FALSE = 'The Oberklamm bridge was opened to traffic in 1991.';
const documents = [{ title: 'Bridges', text: 'The Oberklamm bridge was opened to traffic in 1987.' }];
const judgePair = ({ passage }: Pair) => (passage.includes('1987') ? REFUTES : UNSURE);
const CONFIG = `
plans:
  default: free
  free: { models: all, per_hour: null }
  careful: { models: all, profile: strict }
profiles:
  support: { mode: ground, claims: none, action: { do: append } }
  strict: { action: { do: withhold, message: Withheld. } }
  quiet: { mode: "off" }
aliases:
  helper: [gpt-6-luna@support, claude-haiku-5-5]`;

// A judge of a test reaches no other process.
describe.skipIf(severalProcesses)('a profile', () => {
  let fake: FakeProvider;
  let gateway: Gateway;
  beforeAll(async () => {
    fake = await startFakeProvider(speak([FALSE]));
    gateway = await startGateway({ env: envFor(fake), yaml: CONFIG, app: { judge: fakeJudge(judgePair) } });
  });
  afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
  beforeEach(() => {
    fake.received.length = 0;
  });

  interface Answer {
    readonly model: string;
    readonly choices: readonly { readonly message: { readonly content: string } }[];
    readonly fact_check_metadata?: { readonly mode: string; readonly claims: readonly object[] };
  }
  const ask = async (model: string, fact_check: object = {}, at = gateway): Promise<Answer> => {
    const messages = [{ role: 'user', content: 'When was the Oberklamm bridge opened?' }];
    const response = await at.chat({ model, messages, api_key: 'sk-a-key', fact_check });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return JSON.parse(text) as Answer;
  };
  const saidBy = ({ choices }: Answer): string => choices[0]?.message.content ?? '';

  it('is chosen behind a model’s id, which its provider is not sent', async () => {
    const answer = await ask('gpt-6-luna@support', { documents });
    expect(saidBy(answer)).toContain('Fact check (');
    expect(answer).toMatchObject({ model: 'gpt-6-luna@support', fact_check_metadata: { claims: [] } });
    expect(fake.received[0]?.body.model).toBe('gpt-6-luna');
  });

  it('is chosen behind any way to name a model, by every API', async () => {
    for (const model of ['openai/gpt-6-luna@support', 'claude-haiku-5-5@support', 'helper']) {
      expect(saidBy(await ask(model, { documents }))).toContain('Fact check (');
    }
    const input = 'When was the Oberklamm bridge opened?';
    const responses = await gateway.post('/v1/responses', {
      model: 'gpt-6-luna@support',
      input,
      api_key: 'sk-a-key',
      fact_check: { documents },
    });
    expect(await responses.text()).toContain('Fact check (');
    const messages = await gateway.post('/v1/messages', {
      model: 'claude-haiku-5-5@support',
      max_tokens: 100,
      messages: [{ role: 'user', content: input }],
      api_key: 'sk-a-key',
      fact_check: { documents },
    });
    expect(await messages.text()).toContain('Fact check (');
  });

  it('gives way to what the request says, part by part', async () => {
    const listed = await ask('gpt-6-luna@support', { documents, claims: 'new' });
    expect(listed.fact_check_metadata?.claims.length).toBeGreaterThan(0);
    expect(saidBy(listed)).toContain('Fact check (');
    const spared = await ask('gpt-6-luna@support', { documents, action: { on: ['conflicting'] } });
    expect([saidBy(spared), spared.fact_check_metadata]).toMatchObject([FALSE, { action: 'annotate' }]);
    const named = await ask('gpt-6-luna@quiet', { mode: 'detect' });
    expect(named.fact_check_metadata?.mode).toBe('detect');
    const nothing = await ask('gpt-6-luna@support', { documents, mode: null, claims: null });
    expect(nothing.fact_check_metadata).toMatchObject({ mode: 'ground', claims: [] });
  });

  it('can be to check nothing', async () => {
    expect(await ask('gpt-6-luna@quiet')).not.toHaveProperty('fact_check_metadata');
  });

  it('is a plan’s where the model names none', async () => {
    const careful = await startGateway({
      env: envFor(fake),
      yaml: CONFIG.replace('default: free', 'default: careful'),
      app: { judge: fakeJudge(judgePair) },
    });
    expect(saidBy(await ask('gpt-6-luna', { documents }, careful))).toBe('Withheld.');
    expect(saidBy(await ask('gpt-6-luna@support', { documents }, careful))).toContain('Fact check (');
    await careful.stop();
  });

  it('is listed as an alias is', async () => {
    const { data } = (await (await fetch(`${gateway.url}/v1/models`)).json()) as { data: { id: string }[] };
    expect(data.filter(({ id }) => id === 'helper')).toEqual([
      expect.objectContaining({ models: ['gpt-6-luna@support', 'claude-haiku-5-5'] }),
    ]);
  });

  it('is none where no profile has the name', async () => {
    const messages = [{ role: 'user', content: 'Hello' }];
    await gateway.chat({ model: 'gpt-6-luna@elsewhere', messages, api_key: 'sk-a-key' });
    expect(fake.received[0]?.body.model).toBe('gpt-6-luna@elsewhere');
  });

  it.each([
    ['profiles: { support: { mods: ground } }', 'profiles.support.mods'],
    ['profiles: { support: { mode: loud } }', 'profiles.support.mode'],
    ['profiles: { Support: {} }', 'profiles.Support'],
    ['plans: { free: { profile: nowhere } }', 'plans.free.profile: there is no profile nowhere'],
    ['aliases: { fast: [gpt-6-luna@support, none@support] }\nprofiles: { support: {} }', 'aliases.fast.1'],
    ['profiles: { support: { sources: [nowhere] } }', 'profiles.support.sources.0: there is no such source'],
  ])('stops the start where it is wrong: %s', async (yaml, message) => {
    await expect(startGateway({ yaml })).rejects.toThrow(message);
  });
});
