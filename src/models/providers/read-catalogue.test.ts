import { describe, expect, it } from 'vitest';
import { extendCatalogue, readCatalogue } from './read-catalogue.ts';

const model = { id: 'a', name: 'A', description: 'The first', tier: 'basic' };
const data = {
  default_model: 'a',
  providers: {
    openai: { models: [model, { ...model, id: 'b', tier: 'premium' }] },
    acme: { name: 'Acme', base_url: 'http://127.0.0.1:8000/v1/', models: [{ ...model, id: 'acme-1' }] },
  },
};

/** The data with one entry changed, addressed as in the error messages. */
function change(place: string, value: unknown): unknown {
  const copy = structuredClone(data) as Record<string, unknown>;
  const names = place.split('.');
  const last = names.pop() as string;
  const parent = names.reduce((part, name) => part[name] as Record<string, unknown>, copy);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

describe('readCatalogue', () => {
  it('reads providers in order, with defaults for what is left out', () => {
    const catalogue = readCatalogue(data);
    expect(
      catalogue.providers.map(({ key, name, dialect, baseUrl }) => ({ key, name, dialect, baseUrl })),
    ).toEqual([
      { key: 'openai', name: 'OpenAI', dialect: 'openai', baseUrl: 'https://api.openai.com/v1' },
      { key: 'acme', name: 'Acme', dialect: 'openai-compatible', baseUrl: 'http://127.0.0.1:8000/v1' },
    ]);
    expect(catalogue.models.get('acme-1')).toMatchObject({
      provider: 'acme',
      wireId: 'acme-1',
      tier: 'basic',
    });
    expect(catalogue.defaultModel).toBe('a');
  });

  it('fills what a model’s entry leaves open from what is known of its family', () => {
    const read = readCatalogue(
      change('providers.openai.models.0', {
        ...model,
        wire_id: 'gpt-5.4',
        capabilities: { stop: false, reasoning_effort: ['low', 'high'] },
      }),
    );
    expect(read.models.get('a')?.capabilities).toMatchObject({
      tokenField: 'max_completion_tokens',
      temperature: 'none',
      stop: false,
      reasoningEffort: true,
      efforts: { low: 'low', high: 'high' },
    });
  });

  it.each([
    ['default_model', undefined, 'default_model: is required'],
    ['default_model', 'b', "default_model: 'b' is not a listed model of tier basic"],
    ['default_model', 'zz', "default_model: 'zz' is not a listed model of tier basic"],
    ['providers', {}, 'providers: must list at least one provider'],
    ['providers.Acme', { models: [model] }, 'providers.Acme: must be a short lower-case name'],
    ['providers.acme.models', [], 'providers.acme.models: must list at least one model'],
    ['providers.acme.base_url', undefined, 'providers.acme.base_url: is required for a provider of your own'],
    ['providers.acme.base_url', 'ftp://x', 'providers.acme.base_url: must be an http(s) URL'],
    ['providers.openai.base_url', 'http://x/', 'providers.openai.base_url: is set for openai already'],
    ['providers.openai.colour', 'red', 'providers.openai.colour: unknown key'],
    ['providers.openai.models.0.tier', 'free', 'providers.openai.models.0.tier: '],
    [
      'providers.openai.models.0.tier',
      'premium',
      'providers.openai.models.0.tier: the first model must be of tier basic',
    ],
    ['providers.openai.models.0.id', '../x', 'providers.openai.models.0.id: must be'],
    ['providers.openai.models.0.id', 'b', "providers.openai.models.1.id: 'b' is listed twice"],
    ['providers.acme.models.0.id', 'a', "providers.acme.models.0.id: 'a' is listed by openai already"],
    ['providers.openai.models.0.name', undefined, 'providers.openai.models.0.name: '],
    ['providers.openai.models.0.output_cap', 0, 'providers.openai.models.0.output_cap: '],
    ['providers.openai.models.0.price', { input: 1 }, 'providers.openai.models.0.price.output: '],
    [
      'providers.openai.models.0.capabilities',
      { jumps: true },
      'providers.openai.models.0.capabilities.jumps: unknown key',
    ],
    [
      'providers.openai.models.0.capabilities',
      { stop: 'yes' },
      'providers.openai.models.0.capabilities.stop: ',
    ],
  ])('names the key where %s is %j', (place, value, message) => {
    expect(() => readCatalogue(change(place, value))).toThrow(message);
  });

  it.each([null, [], 'text', 5, undefined])('refuses %j', (value) => {
    expect(() => readCatalogue(value)).toThrow(/^catalogue: /);
  });
});

describe('extendCatalogue', () => {
  const base = readCatalogue(data);

  it('adds models and providers behind those that are there', () => {
    const extended = extendCatalogue(base, {
      providers: {
        openai: { models: [{ ...model, id: 'c', tier: 'standard' }] },
        local: { base_url: 'http://localhost:1/v1', models: [{ ...model, id: 'llama' }] },
      },
    });
    expect(extended.providers.map((provider) => provider.key)).toEqual(['openai', 'acme', 'local']);
    expect(extended.providers[0]?.models.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(extended.providers[2]?.name).toBe('local');
    expect(extended.defaultModel).toBe('a');
  });

  it('puts a model with a known id in its place', () => {
    const extended = extendCatalogue(base, {
      providers: { openai: { models: [{ ...model, name: 'New A' }] } },
    });
    expect(extended.providers[0]?.models.map(({ name }) => name)).toEqual(['New A', 'A']);
    expect(extended.models.get('a')?.name).toBe('New A');
  });

  it("has the price of the provider's searches with each model that has one, the operator's over the shipped one", () => {
    const priced = { ...model, price: { input: 1, output: 2 } };
    const shipped = readCatalogue({
      ...data,
      providers: { openai: { search_price: 10, models: [priced, { ...model, id: 'b' }] } },
    });
    const searchesOf = (catalogue: typeof shipped) =>
      catalogue.providers[0]?.models.map(({ id, price }) => [id, price?.search]);
    expect(searchesOf(shipped)).toEqual([
      ['a', 10],
      ['b', undefined],
    ]);
    const more = { ...priced, id: 'c', tier: 'standard' };
    expect(searchesOf(extendCatalogue(shipped, { providers: { openai: { models: [more] } } }))).toEqual([
      ['a', 10],
      ['b', undefined],
      ['c', 10],
    ]);
    const dearer = { openai: { search_price: 12.5, models: [more] } };
    expect(searchesOf(extendCatalogue(shipped, { providers: dearer }))).toEqual([
      ['a', 12.5],
      ['b', undefined],
      ['c', 12.5],
    ]);
  });

  it('keeps the promises of the whole', () => {
    expect(() => extendCatalogue(base, { providers: { acme: { models: [{ ...model, id: 'a' }] } } })).toThrow(
      "providers.acme.models.1.id: 'a' is listed by openai already",
    );
    expect(() =>
      extendCatalogue(base, { providers: { openai: { models: [{ ...model, tier: 'premium' }] } } }),
    ).toThrow('the first model must be of tier basic');
    expect(() =>
      extendCatalogue(base, {
        providers: { local: { base_url: 'http://x', models: [{ ...model, id: 'l', tier: 'standard' }] } },
      }),
    ).toThrow('providers.local.models.0.tier: the first model must be of tier basic');
  });

  it('leaves the catalogue that it extends as it was', () => {
    extendCatalogue(base, { providers: { openai: { models: [{ ...model, id: 'c' }] } } });
    expect(base.models.has('c')).toBe(false);
  });
});
