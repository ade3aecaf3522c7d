import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readWebhooks } from './read-webhooks.ts';
import { webhooksSection } from './webhook-config.ts';

const ONE = Buffer.alloc(32, 1).toString('base64');
const TWO = Buffer.alloc(24, 2).toString('base64');
const url = 'https://example.org/hook?team=a';

const read = (webhooks: object[], env: Record<string, string> = {}) =>
  readWebhooks(webhooksSection.parse(webhooks), env);
const secretsOf = (webhooks: object[], env: Record<string, string> = {}) =>
  read(webhooks, env).map(({ secrets }) => secrets.map((secret) => secret.reveal()));

it('has its secrets from config, a file or the environment, its own first, with and without the prefix', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'claimgate-webhooks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'secrets');
  writeFileSync(file, `whsec_${ONE}\n${TWO}\n`);
  const env = { CLAIMGATE_WEBHOOK_SECRETS: `${TWO} , whsec_${ONE}` };
  expect(secretsOf([{ url, secret: `whsec_${ONE}` }], env)).toEqual([[ONE]]);
  expect(secretsOf([{ url, secret: [ONE, TWO] }], env)).toEqual([[ONE, TWO]]);
  expect(secretsOf([{ url, secret_file: file }], env)).toEqual([[ONE, TWO]]);
  expect(secretsOf([{ url }], env)).toEqual([[TWO, ONE]]);
  expect(secretsOf([{ url }], { CLAIMGATE_WEBHOOK_SECRETS_FILE: file })).toEqual([[ONE, TWO]]);
});

it('has the same id wherever it stands', () => {
  const [first] = read([{ url, secret: ONE }]);
  const [, again] = read([
    { url: `${url}b`, secret: ONE },
    { url, secret: TWO },
  ]);
  expect(again?.id).toBe(first?.id);
  expect(first?.id).toMatch(/^wh_[0-9a-f]{12}$/);
});

it.each([
  ['no secret', [{ url }], 'webhooks.0.secret: is missing; so are secret_file and CLAIMGATE_WEBHOOK_SECRETS'],
  [
    'a secret that is too short',
    [{ url, secret: 'whsec_AAAA' }],
    'webhooks.0.secret: must be whsec_ and base64',
  ],
  ['a secret that is no base64', [{ url, secret: `whsec_${'é!'.repeat(20)}` }], 'webhooks.0.secret: must be'],
  [
    'the same address twice',
    [
      { url, secret: ONE },
      { url, secret: ONE },
    ],
    'webhooks.1.url: is there twice',
  ],
])('%s stops the start, and is not quoted', (_, webhooks, message) => {
  let said = '';
  try {
    read(webhooks);
  } catch (error) {
    said = (error as Error).message;
  }
  expect(said).toContain(message);
  expect(said).not.toMatch(/AAAA|é!/);
});

it.each(['ftp://example.org', 'https://ann:secret@example.org', 'https://example.org/#a', 'nowhere'])(
  'is asked at an address, which %s is not',
  (address) => {
    expect(webhooksSection.safeParse([{ url: address }]).success).toBe(false);
  },
);
