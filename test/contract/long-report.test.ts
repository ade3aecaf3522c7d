/** A report of 100,000 claims: whole, and in flat memory. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiKey } from '../../src/domain/api-key.ts';
import type { ScoredClaim } from '../../src/domain/evaluation.ts';
import { createTextKeys } from '../../src/evaluation/encrypt-text.ts';
import { sealRows } from '../../src/evaluation/report-rows.ts';
import { createCallerIds, nameOfSecret } from '../../src/gateway/admission/caller-id.ts';
import { deriveSubkey } from '../../src/gateway/admission/derive-subkey.ts';
import { openStore } from '../../src/gateway/store/store.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const ROWS = 100_000;
const ID = 'chatcmpl-of-one-hundred-thousand';
/** Bytes that the process may grow by while it sends; the report alone has four times as many. */
const GROWTH = 12 * 1024 * 1024;

const LOOK_EVERY = 4 * 1024 * 1024;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await startGateway();
  await fill(gateway.dataDir);
}, 60_000);
afterAll(() => gateway.stop());

it('is sent whole, and never held whole', async () => {
  const answer = await fetch(`${gateway.url}/v1/evaluations/${ID}/report`, {
    headers: { authorization: 'Bearer sandbox' },
  });
  expect(answer.status).toBe(200);
  let [lines, bytes, looked, most] = [0, 0, 0, 0];
  let began: number | undefined;
  for await (const piece of answer.body!) {
    bytes += piece.length;
    for (const byte of piece) if (byte === 0x0a) lines++;
    if (bytes - looked < LOOK_EVERY) continue;
    looked = bytes;
    began ??= memory();
    most = Math.max(most, memory() - began);
  }
  expect(lines).toBe(ROWS + 1);
  expect(bytes).toBeGreaterThan(4 * GROWTH);
  expect(most).toBeLessThan(GROWTH);
}, 60_000);

/** What is left after a collection, so that what merely waits to be collected does not count. */
function memory(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Writes the report past the gateway, as another replica would. */
async function fill(dataDir: string): Promise<void> {
  const secret = readFileSync(path.join(dataDir, 'secret'), 'utf8').trim();
  const apiKey = ApiKey.parse('sandbox')!;
  const made = createTextKeys([
    { kid: nameOfSecret(secret), subkey: deriveSubkey(secret, 'evaluations') },
  ]).create(ID, apiKey);
  const store = await openStore({ dataDir, now: Date.now });
  await store.evaluations.insert([
    {
      id: ID,
      callerId: createCallerIds(secret).idOf(apiKey),
      kid: nameOfSecret(secret),
      claims: ROWS,
      createdAt: Date.now(),
      owner: 'another',
      leaseUntil: Date.now() + 60_000,
      callerKey: made.forCaller,
    },
  ]);
  const rows = Array.from({ length: ROWS }, (_, index) => row(index));
  const finished = { id: ID, owner: 'another', attempt: 1, scorer: 'local' as const, finishedAt: Date.now() };
  await store.evaluations.complete([{ ...finished, pages: sealRows(rows, made.key) }]);
  await store.close();
}

function row(index: number): ScoredClaim {
  const text = `The lighthouse number ${index} was built in ${1_000 + (index % 1_000)}, “of stone, and of glass”, ${'far out at sea '.repeat(12)}.`;
  return {
    claim_id: `claim-${index + 1}`,
    original_text: text,
    extracted_claim: text,
    accuracy: 1,
    completeness: 0.5,
    coherence: 0.25,
    verifiable: true,
    added: [],
    missing: [],
    faults: [],
    confidence: 0.75,
    category: 'event',
    timestamp: 1_790_000_000_000,
  };
}
