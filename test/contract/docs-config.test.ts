/** The config file that docs/operating.md shows holds the defaults, where it does not say otherwise. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { configSchema } from '../../src/gateway/config/config-schema.ts';
import { listConfigKeys } from './list-config-keys.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/operating.md'), 'utf8');
const block = [...page.matchAll(/^```yaml\n([\s\S]+?)^```$/gm)].find(([, text]) =>
  text?.includes('fact_check:'),
)?.[1];

// A source's key is an ellipsis there.
const { sources: _, ...settings } = parseYaml(block ?? '') as Record<string, unknown>;
const shown = configSchema.parse(settings);
const shipped = configSchema.parse({});

describe('the config file in docs/operating.md', () => {
  it.each(['cors', 'mcp', 'log', 'models', 'upstream', 'limits'] as const)(
    'shows the defaults of %s',
    (section) => {
      expect(shown[section]).toEqual(shipped[section]);
    },
  );

  it('shows the defaults of fact_check, and a contact', () => {
    const { contact, ...rest } = shown.fact_check;
    expect(contact).toBe('ops@example.org');
    expect(rest).toEqual(shipped.fact_check);
  });

  it('shows the defaults of evaluations, and two dashboards', () => {
    const { dashboards, ...rest } = shown.evaluations;
    expect(Object.keys(dashboards)).toEqual(['langfuse', 'confident_ai']);
    expect({ ...rest, dashboards: {} }).toEqual({ ...shipped.evaluations, dashboards: {} });
  });
});

const REFERENCE = path.resolve(import.meta.dirname, '../../docs/operating/config-reference.md');

/** Comments of the config file that is shown, by the key that they stand beside. */
const comments = new Map<string, string>();
{
  const open: string[] = [];
  for (const line of (block ?? '').split('\n')) {
    const [, indent = '', key, rest = ''] = /^( *(?:- )?)([a-z_]+):(.*)$/.exec(line) ?? [];
    if (key === undefined) continue;
    if (indent.endsWith('- ')) open.splice(indent.length / 2 - 1, Number.POSITIVE_INFINITY, '[]');
    open.splice(indent.length / 2, Number.POSITIVE_INFINITY, key);
    comments.set(open.join('.').replace('.[]', '[]'), / # (.+)$/.exec(rest)?.[1] ?? '');
  }
}

function commentOn(key: string): string {
  const pattern = new RegExp(`^${key.replaceAll(/[.[\]]/g, '\\$&').replace('<name>', '[a-z]+')}$`);
  return [...comments].find(([place, comment]) => pattern.test(place) && comment !== '')?.[1] ?? '';
}

function referenceTable(): string {
  const rows = listConfigKeys().map(
    ({ key, values, fallback }) =>
      `| \`${key}\` | ${values} | ${fallback === '' ? '' : `\`${fallback}\``} | ${commentOn(key)} |`,
  );
  return ['| key | values | default | what it is |', '|---|---|---|---|', ...rows].join('\n');
}

/** `CLAIMGATE_WRITE_DOCS=1` writes the table anew. */
it('docs/operating/config-reference.md has every key, as the gateway reads it', () => {
  const docs = readFileSync(REFERENCE, 'utf8');
  const place = /(?<=<!-- keys -->\n\n)[\s\S]*?(?=\n\n<!-- \/keys -->)/;
  if (process.env.CLAIMGATE_WRITE_DOCS === '1')
    writeFileSync(
      REFERENCE,
      docs.replace(place, () => referenceTable()),
    );
  else expect(place.exec(docs)?.[0]).toBe(referenceTable());
});

it('the config file in docs/operating.md shows every key that has a fixed name', () => {
  const missing = listConfigKeys()
    .map(({ key }) => key)
    .filter(
      (key) => !key.includes('<name>') && !comments.has(key) && !key.startsWith('evaluations.dashboards'),
    );
  expect(missing).toEqual([]);
});
