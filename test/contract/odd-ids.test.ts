/** Ids in paths that no evaluation and no model has: 404 with every store, and no fault of the gateway's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../harness/read-answer.ts';
import { sendRaw } from '../harness/send-raw.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { describeWithServer } from '../servers/find-server.ts';
import { postgresMissing, startPostgres, type TestPostgres } from '../servers/start-postgres.ts';

const IDS = ['%00', 'a%00b', '%e2%80%ae', '%f0%9f%92%a9', "'%3b--", '__proto__', '..%2f..', 'x'.repeat(90)];
const headers = { authorization: 'Bearer sk-test' };

function everyIdIsUnknown(start: () => Promise<Gateway>): void {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await start();
  });
  afterAll(() => gateway?.stop());

  it.each([
    ['GET', 'evaluations', '/report', 'not_found'],
    ['DELETE', 'evaluations', '', 'not_found'],
    ['GET', 'models', '', 'model_not_found'],
  ])('%s /v1/%s/ID%s', async (method, folder, rest, code) => {
    for (const id of IDS) {
      const target = `/v1/${folder}/${id}${rest}`;
      await expectError(await sendRaw(gateway.url, { method, target, headers }), { status: 404, code });
    }
    expect(gateway.logLines.filter((line) => line.includes('internal'))).toEqual([]);
  });
}

describe('SQLite', () => everyIdIsUnknown(() => startGateway()));

describeWithServer(postgresMissing, 'PostgreSQL', () => {
  let postgres: TestPostgres;
  afterAll(() => postgres?.stop());
  everyIdIsUnknown(async () => {
    postgres = await startPostgres();
    return startGateway({
      env: { DATABASE_URL: postgres.url, CLAIMGATE_SECRET: 'a secret of the test, long enough for it' },
    });
  });
});
