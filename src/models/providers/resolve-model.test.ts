import { describe, expect, it } from 'vitest';
import { readCatalogue } from './read-catalogue.ts';
import { resolveModel } from './resolve-model.ts';

const entry = { name: 'N', description: 'D', tier: 'basic' };
const catalogue = readCatalogue({
  default_model: 'gpt-6-luna',
  providers: {
    openai: { models: [{ ...entry, id: 'gpt-6-luna' }] },
    anthropic: { models: [{ ...entry, id: 'claude-haiku-5-5', output_cap: 128000 }] },
    google: { models: [{ ...entry, id: 'gemini-3.8-flash' }] },
    xai: { models: [{ ...entry, id: 'grok-4.3' }] },
    together: { models: [{ ...entry, id: 'openai/gpt-oss-120b' }] },
    acme: { base_url: 'http://localhost/v1', models: [{ ...entry, id: 'fast', wire_id: 'acme/fast-1' }] },
  },
});

describe('resolveModel', () => {
  it('finds a listed id whole, even where it looks like provider/id', () => {
    expect(resolveModel(catalogue, 'openai/gpt-oss-120b')).toMatchObject({
      id: 'openai/gpt-oss-120b',
      provider: 'together',
      wireId: 'openai/gpt-oss-120b',
      tier: 'basic',
    });
  });

  it('takes provider/id for a model that is not listed, and never calls it basic', () => {
    expect(resolveModel(catalogue, 'openai/gpt-5.2')).toMatchObject({
      id: 'openai/gpt-5.2',
      provider: 'openai',
      wireId: 'gpt-5.2',
      tier: 'standard',
    });
    expect(resolveModel(catalogue, 'together/Qwen/Qwen3-Max')).toMatchObject({
      provider: 'together',
      wireId: 'Qwen/Qwen3-Max',
    });
    expect(resolveModel(catalogue, 'acme/other')).toMatchObject({ provider: 'acme', wireId: 'other' });
  });

  it('knows a listed model by its provider’s name too, and keeps the id that was asked for', () => {
    expect(resolveModel(catalogue, 'openai/gpt-6-luna')).toMatchObject({
      id: 'openai/gpt-6-luna',
      tier: 'basic',
      wireId: 'gpt-6-luna',
    });
    expect(resolveModel(catalogue, 'together/openai/gpt-oss-120b')).toMatchObject({
      provider: 'together',
      tier: 'basic',
    });
    expect(resolveModel(catalogue, 'acme/acme/fast-1')).toMatchObject({
      id: 'acme/acme/fast-1',
      tier: 'basic',
    });
    expect(resolveModel(catalogue, 'acme/fast')).toMatchObject({ wireId: 'acme/fast-1', tier: 'basic' });
  });

  it.each([
    ['gpt-4o', 'openai'],
    ['chatgpt-4o-latest', 'openai'],
    ['o1', 'openai'],
    ['o3-mini', 'openai'],
    ['o4-mini-2025-04-16', 'openai'],
    ['claude-3-haiku-20240307', 'anthropic'],
    ['gemini-2.5-flash', 'google'],
    ['grok-3', 'xai'],
  ])('knows whose %s is', (id, provider) => {
    expect(resolveModel(catalogue, id)).toMatchObject({ id, provider, wireId: id, tier: 'standard' });
  });

  it('knows no model of a provider that the catalogue lacks', () => {
    const { providers } = catalogue;
    expect(resolveModel({ ...catalogue, providers: providers.slice(1) }, 'gpt-4o')).toBeUndefined();
  });

  it.each([
    '',
    'gpt-',
    'o2-mini',
    'o3x',
    'my-gpt-9',
    'GPT-9',
    'nobody/gpt-5',
    'openai/',
    'openai',
    '/gpt-6-luna',
    'openai//x',
    'openai/x/',
    'openai/../admin',
    'a b',
    'openai/ü',
    `openai/${'x'.repeat(130)}`,
    '__proto__',
    'constructor',
    'openai/x?y',
    'openai/x%2e',
    'OPENAI/gpt-5',
  ])('knows no model %j', (id) => {
    expect(resolveModel(catalogue, id)).toBeUndefined();
  });

  it.each([
    [
      'openai/o3',
      {
        tokenField: 'max_completion_tokens',
        systemRole: 'developer',
        temperature: 'none',
        samplingWithoutReasoning: false,
        stop: false,
      },
    ],
    [
      'openai/gpt-5',
      { tokenField: 'max_completion_tokens', temperature: 'none', samplingWithoutReasoning: false },
    ],
    ['openai/gpt-5.1-mini', { tokenField: 'max_completion_tokens', samplingWithoutReasoning: true }],
    ['openai/gpt-10', { tokenField: 'max_completion_tokens', systemRole: 'developer' }],
    ['openai/gpt-4.1', { tokenField: 'max_tokens', systemRole: 'system', temperature: 'full' }],
    ['openai/ft:gpt-4o:acme', { tokenField: 'max_tokens', temperature: 'full' }],
    ['openai/gpt-3.5-turbo-0125', { tokenField: 'max_tokens' }],
    ['anthropic/claude-3-haiku-20240307', { temperature: 'unit', topP: 'full', assistantLast: true }],
    [
      'anthropic/claude-sonnet-4-20250514',
      { temperature: 'unit', temperatureWithTopP: false, assistantLast: true },
    ],
    ['anthropic/claude-opus-4-5-20251101', { temperature: 'unit', assistantLast: true }],
    ['anthropic/claude-opus-4-6', { temperature: 'unit', assistantLast: false }],
    ['anthropic/claude-opus-4-8', { temperature: 'none', topP: 'none', assistantLast: false }],
    ['anthropic/claude-fable-5-1', { temperature: 'none', assistantLast: false }],
    ['anthropic/claude-mythos-preview', { temperature: 'none', assistantLast: false }],
    [
      'google/gemini-2.5-flash',
      {
        temperature: 'full',
        penalties: true,
        efforts: { none: 0, minimal: 1024, low: 1024, medium: 8192, high: 24576 },
      },
    ],
    [
      'google/gemini-3-flash-preview',
      { temperature: 'full', efforts: { minimal: 'MINIMAL', low: 'LOW', medium: 'MEDIUM', high: 'HIGH' } },
    ],
    ['google/gemini-4-neon', { temperature: 'none', penalties: false, assistantLast: false }],
    ['xai/grok-4-0709', { stop: false, penalties: false }],
    ['xai/grok-3-mini', { stop: false, penalties: false }],
    ['xai/grok-3', { stop: true, penalties: true }],
    ['xai/grok-4.20-non-reasoning', { stop: true, penalties: true }],
    [
      'together/moonshotai/Kimi-K3',
      { tokenField: 'max_tokens', systemRole: 'system', stop: true, penalties: true },
    ],
    ['acme/anything', { tokenField: 'max_tokens', temperature: 'full' }],
  ])('tells what %s can do by its family', (id, expected) => {
    expect(resolveModel(catalogue, id)?.capabilities).toMatchObject(expected);
  });

  it('knows how long an answer of an unlisted model may be where its provider must be told', () => {
    expect(resolveModel(catalogue, 'anthropic/claude-3-haiku-20240307')?.outputCap).toBe(4096);
    expect(resolveModel(catalogue, 'anthropic/claude-opus-4-6')?.outputCap).toBe(32_000);
    expect(resolveModel(catalogue, 'openai/gpt-5')?.outputCap).toBeUndefined();
  });
});
