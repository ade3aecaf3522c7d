/** The config file that docs/operating.md shows holds the defaults, where it does not say otherwise. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { configSchema } from '../../src/config/config-schema.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/operating.md'), 'utf8');
const block = [...page.matchAll(/^```yaml\n([\s\S]+?)^```$/gm)].find(([, text]) =>
  text?.includes('fact_check:'),
)?.[1];

// A source's key is an ellipsis there.
const { sources: _, ...settings } = parseYaml(block ?? '') as Record<string, unknown>;
const shown = configSchema.parse(settings);
const shipped = configSchema.parse({});

describe('the config file in docs/operating.md', () => {
  it.each(['cors', 'log', 'models', 'upstream', 'limits'] as const)('shows the defaults of %s', (section) => {
    expect(shown[section]).toEqual(shipped[section]);
  });

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
