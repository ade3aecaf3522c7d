/** Keys are tried once, again when their acceptance grows old, and not for ever where they fail. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tellOfKey } from '../../web/api/key-news.ts';
import { ensureAccepted, trialOf } from '../../web/state/accepted-keys.ts';
import { setKey, setSandbox } from '../../web/state/keys.ts';
import { readModels } from '../../web/state/models.ts';

const MODELS = {
  models_list: [{ provider: 'OpenAI', available_models: [{ name: 'M', model_id: 'm-1', tier: 'basic' }] }],
  default_model: 'm-1',
};
const MINUTE = 60_000;

let trials: { readonly model: string }[];
let answer: () => Response | Promise<Response>;
let keys = 0;
let key: string;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  trials = [];
  answer = () => Response.json({ choices: [] });
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === '/health') return Response.json({ checks: {} });
    if (path === '/v1/models') return Response.json(MODELS);
    trials.push(JSON.parse(String(init?.body)));
    return answer();
  });
  await readModels();
  key = `sk-${++keys}`;
  setKey('OpenAI', key);
});
afterEach(() => {
  setKey('OpenAI', '');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('with one short request, however many wait for it', async () => {
  await Promise.all([
    ensureAccepted('OpenAI', 'm-1'),
    ensureAccepted('OpenAI', 'm-1'),
    ensureAccepted('OpenAI'),
  ]);
  await ensureAccepted('OpenAI', 'm-1');
  expect(trials).toEqual([
    {
      model: 'm-1',
      task: 'none',
      max_tokens: 16,
      fact_check: { mode: 'off' },
      messages: [{ role: 'user', content: 'Reply with OK.' }],
    },
  ]);
  expect(trialOf(key, 'OpenAI')?.state).toBe('accepted');
  expect(trialOf(key, 'Anthropic')).toBeUndefined();
});

it('again after 50 minutes, unless an answer of any kind has come since', async () => {
  await ensureAccepted('OpenAI', 'm-1');
  vi.advanceTimersByTime(40 * MINUTE);
  tellOfKey({ key, model: 'm-1', accepted: true });
  vi.advanceTimersByTime(40 * MINUTE);
  await ensureAccepted('OpenAI', 'm-1');
  expect(trials).toHaveLength(1);
  vi.advanceTimersByTime(11 * MINUTE);
  await ensureAccepted('OpenAI', 'm-1');
  expect(trials).toHaveLength(2);
});

it('not again where the provider refuses it, until it is another', async () => {
  answer = () =>
    Response.json({ error: { code: 'invalid_api_key', message: 'Invalid API key' } }, { status: 401 });
  await ensureAccepted('OpenAI', 'm-1');
  vi.advanceTimersByTime(100 * MINUTE);
  await ensureAccepted('OpenAI', 'm-1');
  expect(trials).toHaveLength(1);
  expect(trialOf(key, 'OpenAI')?.state).toBe('refused');
  setKey('OpenAI', `${key}-corrected`);
  await ensureAccepted('OpenAI', 'm-1');
  expect(trials).toHaveLength(2);
});

it('a minute later at the earliest where nothing was learned', async () => {
  answer = () => Response.json({ error: { code: 'provider_overloaded' } }, { status: 503 });
  await ensureAccepted('OpenAI', 'm-1');
  await ensureAccepted('OpenAI', 'm-1');
  expect(trials).toHaveLength(1);
  expect(trialOf(key, 'OpenAI')).toMatchObject({
    state: 'unknown',
    failure: { code: 'provider_overloaded' },
  });
  vi.advanceTimersByTime(MINUTE + 1);
  await ensureAccepted('OpenAI', 'm-1');
  expect(trials).toHaveLength(2);
});

it('never where they are the sandbox’s, or there is none', async () => {
  setKey('OpenAI', 'sandbox-slow');
  await ensureAccepted('OpenAI', 'm-1');
  setKey('OpenAI', '');
  await ensureAccepted('OpenAI', 'm-1');
  setSandbox(true);
  await ensureAccepted('OpenAI', 'm-1');
  expect(trials).toEqual([]);
});
