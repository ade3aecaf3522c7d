import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvidenceSource } from '../../engine/factcheck/sources/source.ts';
import { ConfigError } from '../config/config-error.ts';
import { type Config, readConfig } from '../config/read-config.ts';
import { openSources } from './open-sources.ts';
import { describeUnknownVariables } from './unknown-variables.ts';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'claimgate-sources-'));
});
afterAll(() => rm(directory, { recursive: true }));

const CORPUS: EvidenceSource = { name: 'corpus', reach: 'local', search: async () => [] };
const STARTER: EvidenceSource = { ...CORPUS, name: 'starter' };

let files = 0;
async function configOf(yaml: string, env: Record<string, string> = {}): Promise<Config> {
  files += 1;
  const file = path.join(directory, `${files}.yaml`);
  await writeFile(file, yaml);
  return readConfig({ CLAIMGATE_CONFIG: file, ...env });
}

async function namesOf(yaml: string, env?: Record<string, string>): Promise<string[]> {
  const sources = openSources(await configOf(yaml, env), [CORPUS, STARTER]);
  await sources.close();
  return sources.chosen.map(({ source }) => source.name);
}

async function faultOf(yaml: string, env?: Record<string, string>): Promise<string> {
  try {
    await namesOf(yaml, env);
    return 'none';
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
}

describe('the sources that config names', () => {
  it('are none outside unless it names some', async () => {
    expect(await namesOf('{}')).toEqual(['corpus', 'starter']);
    expect((await configOf('{}')).factCheck.outside).toBe('on_request');
  });

  it('are asked in its order, behind the local ones that it does not name', async () => {
    expect(await namesOf('sources: { pubmed: {}, wikipedia: , corpus: {} }')).toEqual([
      'starter',
      'pubmed',
      'wikipedia',
      'corpus',
    ]);
  });

  it('may be local ones, also for commands that have none of these at hand', async () => {
    const sources = openSources(await configOf('sources: { corpus: {}, wikipedia: {} }'), []);
    await sources.close();
    expect(sources.chosen.map(({ source }) => source.name)).toEqual(['wikipedia']);
  });

  it('are there for a key in the environment', async () => {
    const env = {
      CLAIMGATE_BRAVE_KEY: 'brave-key',
      CLAIMGATE_GOOGLE_FACT_CHECK_KEY: ' google-key\n',
      CLAIMGATE_API_KEY: 'a key of something else',
      CLAIMGATE_SERPER_KEY: '',
    };
    expect(await namesOf('sources: { wikipedia: {} }', env)).toEqual([
      'corpus',
      'starter',
      'wikipedia',
      'google-fact-check',
      'brave',
    ]);
    expect(await namesOf('sources: { brave: {} }', { CLAIMGATE_BRAVE_KEY: 'brave-key' })).toHaveLength(3);
  });

  it('are asked for the categories that it gives them', async () => {
    const sources = openSources(
      await configOf('sources: { pubmed: { categories: [causal, statistic] } }'),
      [],
    );
    await sources.close();
    expect(sources.chosen[0]?.categories).toEqual(new Set(['causal', 'statistic']));
  });

  it('learn who asks', async () => {
    expect((await configOf('fact_check: { contact: ops@example.org }')).factCheck.contact).toBe(
      'ops@example.org',
    );
    expect((await configOf('fact_check: { contact: "https://example.org/about" }')).factCheck.contact).toBe(
      'https://example.org/about',
    );
  });

  it('are archives of the operator’s own, under any name, with the password from the environment', async () => {
    const config = await configOf(
      'sources: { paper: { kind: postgres, url: "postgres://reader@db/news", table: articles, fields: { text: body } } }',
      { CLAIMGATE_PAPER_KEY: 'paper-password' },
    );
    const sources = openSources(config, []);
    await sources.close();
    const [{ source } = expect.fail()] = sources.chosen;
    expect(source).toMatchObject({ name: 'paper', reach: 'archive', kind: 'own_document' });
    expect(describeUnknownVariables({ ...config, variables: ['CLAIMGATE_PAPER_KEY'] })).toEqual([]);
  });

  it('keep their keys to themselves', async () => {
    const config = await configOf('sources: { brave: { key: brave-key-1234 } }');
    expect(JSON.stringify(config.sources)).not.toContain('brave-key-1234');
    expect(String(config.sources[0]?.key)).toBe('[key]');
  });

  it.each([
    ['sources: { altavista: {} }', /^sources\.altavista: unknown source; available: wikipedia, /],
    ['sources: { brave: {} }', /^sources\.brave\.key: is required, here or as CLAIMGATE_BRAVE_KEY$/],
    ['sources: { searxng: {} }', /^sources\.searxng\.base_url: is required$/],
    ['sources: { wikipedia: { key: abc } }', /^sources\.wikipedia\.key: this source has none$/],
    ['sources: { corpus: { key: abc } }', /^sources\.corpus\.key: a built-in source has no such setting$/],
    [
      'sources: { starter: { timeout: 1s } }',
      /^sources\.starter\.timeout: a built-in source has no such setting$/,
    ],
    [
      'sources: { brave: { key: "a b" } }',
      /^sources\.brave\.key: must be printable characters without blanks$/,
    ],
    ['sources: { brave: { token: abc } }', /^sources\.brave\.token: unknown key$/],
    [
      'sources: { wikipedia: { base_url: "ftp://x" } }',
      /^sources\.wikipedia\.base_url: must be an http\(s\) URL$/,
    ],
    ['sources: { wikipedia: { rate: 0 } }', /^sources\.wikipedia\.rate: /],
    ['sources: { wikipedia: { timeout: 0 } }', /^sources\.wikipedia\.timeout: must be more than 0$/],
    ['sources: { wikipedia: { categories: [gossip] } }', /^sources\.wikipedia\.categories\.0: /],
    ['sources: { paper: { index: a } }', /^sources\.paper\.index: is for archives, which have a kind$/],
    [
      'sources: { paper: { kind: opensearch } }',
      /^sources\.paper\.base_url: is required\nsources\.paper\.index: is req/,
    ],
    [
      'sources: { paper: { kind: postgres } }',
      /^sources\.paper\.url: is required\nsources\.paper\.table: is required/,
    ],
    [
      'sources: { paper: { kind: postgres, url: "postgres://h/d", query: "select $1", table: t } }',
      /^sources\.paper\.query: takes the place of table and fields/,
    ],
    [
      'sources: { paper: { kind: postgres, url: "mysql://user:canary@h/d", query: "select $1" } }',
      /^sources\.paper\.url: must be postgres:\/\/user@host\/database$/,
    ],
    [
      'sources: { paper: { kind: postgres, url: "postgres://h/d", query: "select $1", index: a } }',
      /^sources\.paper\.index: is not for postgres$/,
    ],
    [
      'sources: { paper: { kind: postgres, url: "postgres://h/d", query: { match: {} } } }',
      /^sources\.paper\.query: must be a SQL statement$/,
    ],
    [
      'sources: { brave: { kind: postgres, url: "postgres://h/d", query: "select $1" } }',
      /^sources\.brave\.kind: brave is another source: choose another name$/,
    ],
    [
      'sources: { paper: { kind: postgres, url: "postgres://h/d", query: "select $1", ca_file: /no/such } }',
      /^sources\.paper\.ca_file: cannot read \/no\/such \(ENOENT\)$/,
    ],
    ['sources: { Wikipedia: {} }', /^sources\.Wikipedia: must be the name of a source$/],
    ['fact_check: { outside: sometimes }', /^fact_check\.outside: /],
    [
      'fact_check: { contact: "x\\r\\nEvil: 1" }',
      /^fact_check\.contact: must be an e-mail address or an http/,
    ],
  ])('stop the start where %s', async (yaml, message) => expect(await faultOf(yaml)).toMatch(message));

  it('stop the start where a key in the environment cannot be one', async () => {
    expect(await faultOf('{}', { CLAIMGATE_BRAVE_KEY: 'two words' })).toBe(
      'CLAIMGATE_BRAVE_KEY: must be printable characters without blanks',
    );
  });
});
