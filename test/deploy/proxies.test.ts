/** The shipped examples of reverse proxies, in front of two gateways: TLS, streams as they come, a gateway that dies. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type FakeProvider,
  OPENAI_END,
  openaiDelta,
  openaiWhole,
  startFakeProvider,
} from '../harness/fake-provider.ts';
import { keepAliveCaller } from '../harness/keep-alive-caller.ts';
import { type Replica, startReplica } from '../replicas/start-replica.ts';
import { describeWithServer } from '../servers/find-server.ts';
import type { ProxyServer } from '../servers/proxy-server.ts';
import { caddyMissing, startCaddy } from '../servers/start-caddy.ts';
import { nginxMissing, startNginx } from '../servers/start-nginx.ts';

const ask = (stream: boolean): string =>
  JSON.stringify({ model: 'gpt-6-luna', stream, messages: [{ role: 'user', content: 'Hi' }] });

/** Streams an answer. @param onText called with all that has arrived, as often as something does. */
function readStream(url: string, onText: (text: string) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer sk-test' };
    const options = { method: 'POST', headers, rejectUnauthorized: false };
    const asked = request(`${url}/v1/chat/completions`, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        onText(text);
      });
      response.on('end', () => resolve(text)).on('error', reject);
    });
    asked.on('error', reject).end(ask(true));
  });
}

/** @param noticesAfter milliseconds until a gateway that was killed costs no request. */
function describeProxy(
  name: string,
  missing: string | undefined,
  start: (ports: readonly number[]) => Promise<ProxyServer & { plainUrl?: string }>,
  noticesAfter: number,
): void {
  describeWithServer(missing, `${name} in front of two gateways`, () => {
    let directory = '';
    let model: FakeProvider;
    let proxy: Awaited<ReturnType<typeof start>>;
    const gateways: Replica[] = [];
    beforeAll(async () => {
      directory = mkdtempSync(path.join(tmpdir(), 'claimgate-proxy-'));
      writeFileSync(path.join(directory, 'config.yaml'), 'trusted_proxies: [127.0.0.1]\n');
      model = await startFakeProvider();
      for (const number of [1, 2]) {
        gateways.push(
          await startReplica({
            CLAIMGATE_SANDBOX: '',
            CLAIMGATE_CONFIG: path.join(directory, 'config.yaml'),
            CLAIMGATE_DATA_DIR: path.join(directory, `data-${number}`),
            CLAIMGATE_OPENAI_BASE_URL: model.url,
          }),
        );
      }
      proxy = await start(gateways.map(({ url }) => Number(new URL(url).port)));
    });
    afterAll(async () => {
      await proxy?.stop();
      await Promise.all(gateways.map((gateway) => gateway.kill('SIGKILL')));
      await model?.stop();
      rmSync(directory, { recursive: true, force: true });
    });

    it('serves once it is up', async () => {
      const caller = keepAliveCaller(proxy.url);
      await expect.poll(async () => (await caller.ask('/health')).status).toBe(200);
      caller.close();
    });

    it('passes on each piece of a stream when it comes', async () => {
      let arrived: (text: string) => boolean = () => true;
      let go = (): void => {};
      model.answer(async (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const piece of ['One. ', 'Two. ', 'Three. ']) {
          const isThere = new Promise<void>((resolve) => {
            arrived = (text) => text.includes(piece.trim());
            go = resolve;
          });
          response.write(openaiDelta(piece));
          // The next piece is sent once the caller has this one.
          await isThere;
        }
        response.end(OPENAI_END);
      });
      const text = await readStream(proxy.url, (soFar) => {
        if (arrived(soFar)) go();
      });
      expect(text).toMatch(/data: \[DONE\]\n\n$/);
    }, 15_000);

    it('keeps metrics and readiness from callers', async () => {
      const caller = keepAliveCaller(proxy.url);
      for (const place of ['/metrics', '/ready']) expect((await caller.ask(place)).status).toBe(404);
      expect((await caller.ask('/v1/models')).status).toBe(200);
      caller.close();
    });

    if (name === 'nginx') {
      it('sends callers without TLS to TLS, with their request', async () => {
        const answer = await fetch(`${proxy.plainUrl}/v1/models`, { redirect: 'manual' });
        expect(answer.status).toBe(308);
        expect(answer.headers.get('location')).toBe('https://127.0.0.1/v1/models');
      });
    }

    it('passes over a gateway that was killed', async () => {
      model.answer(openaiWhole('It was completed in 1889.'));
      await gateways[0]?.kill('SIGKILL');
      await sleep(noticesAfter);
      const statuses: number[] = [];
      for (let time = 0; time < 20; time++) {
        const caller = keepAliveCaller(proxy.url);
        statuses.push((await caller.ask('/v1/chat/completions', ask(false))).status);
        caller.close();
      }
      expect(statuses).toEqual(statuses.map(() => 200));
    });
  });
}

describeProxy('nginx', nginxMissing, startNginx, 0);
// Caddy before 2.7 cannot send a body to a second gateway: the next check has to notice.
describeProxy('Caddy', caddyMissing, startCaddy, 2_500);
