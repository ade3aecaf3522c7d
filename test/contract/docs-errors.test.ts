/** docs/errors.md tells the table of src/domain/errors.ts, and what the gateway really answers. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '../../src/domain/errors.ts';
import { type ErrorBody, readJson } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/errors.md'), 'utf8');

/** The rows of the table, by the code of the log. */
const rows = new Map(
  [...page.matchAll(/^\| (\d{3}) \| (.+?) \| (.+?) \| (.+?) \| (.+?) \| `(\w+)` \|$/gm)].map(
    ([, status, code = '', type = '', detail, when = '', log = '']) => [
      log,
      {
        status: Number(status),
        openai: code === '–' ? null : code.replaceAll('`', ''),
        type: type.replaceAll('`', ''),
        detail,
        when,
      },
    ],
  ),
);

describe('the table of errors', () => {
  it('has a row for each error, and no other', () => {
    expect([...rows.keys()].sort()).toEqual(Object.keys(ERRORS).sort());
  });

  it.each(Object.entries(ERRORS))('%s', (code, { status, openai, type, detail }) => {
    expect(rows.get(code)).toMatchObject({ status, openai, type, detail });
    expect(rows.get(code)?.when).toMatch(/\w/);
  });

  it('is ordered by status', () => {
    const statuses = [...rows.values()].map(({ status }) => status);
    expect(statuses).toEqual([...statuses].sort((a, b) => a - b));
  });
});

describe('the examples', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, text]) => JSON.parse(text as string) as ErrorBody,
  );
  const auth = { authorization: 'Bearer sandbox' };

  it('are what is answered', async () => {
    const unknown = await gateway.chat({ model: 'gtp-6-luna' }, auth);
    expect(await readJson(unknown)).toEqual(examples[0]);
    const invalid = await gateway.chat({ messages: [{ role: 'bot', content: 'x' }], temperature: 3 }, auth);
    expect(await readJson(invalid)).toEqual(examples[1]);
    const cut = await (await gateway.chat({ stream: true }, { authorization: 'Bearer sandbox-cut' })).text();
    expect(cut.trimEnd().split('\n').at(-1)).toBe(/^```\n(data: .*)\n```$/m.exec(page)?.[1]);
  });

  it('every type of a fault that can be returned is there', () => {
    const source = readFileSync(
      path.resolve(import.meta.dirname, '../../src/gateway/http/body/validate.ts'),
      'utf8',
    );
    const types = [...source.matchAll(/type: '([a-z_]+)'/g)].map(([, type]) => type as string);
    expect(types.length).toBeGreaterThan(10);
    for (const type of new Set([...types, 'json_invalid', 'value_error']))
      expect(page).toContain(`\`${type}\``);
  });
});
