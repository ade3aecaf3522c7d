import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import type { Model } from '../../domain/catalogue.ts';
import type { Adapter } from '../dialects/adapter.ts';
import { createCircuit } from '../wire/circuit.ts';
import { createUpstream } from './call-provider.ts';
import { createOperatorKeys } from './operator-keys.ts';
import type { PassedCall } from './passed-call.ts';

const KEY = ApiKey.parse('cg-issued-to-somebody') as ApiKey;
const OWN = ApiKey.parse('sk-operator-of-the-gateway') as ApiKey;

/** @param output tokens that the key's budget has room for. */
function passing(output: number) {
  const events: string[] = [];
  const operatorKeys = createOperatorKeys(() => 0);
  operatorKeys.replace(new Map([['plain', [OWN]]]));
  const upstream = createUpstream({
    http: {
      call: async () => {
        events.push('sent');
        throw new Error('nobody is asked');
      },
      close: async () => {},
    },
    circuit: createCircuit({ failures: 3, deadAfter: 0, pause: 1, now: () => 0 }),
    ...{ random: () => 1, sleep: async () => {}, userAgent: 'test', retries: 0, operatorKeys },
    reserve: async () => ({
      output,
      settle: () => void events.push('settled'),
      release: () => void events.push('released'),
    }),
  });
  const call: PassedCall = {
    endpoint: {
      ...{ provider: 'plain', displayName: 'Plain', adapter: {} as Adapter, origin: 'http://127.0.0.1:9' },
      ...{ pathPrefix: '', firstByteTimeout: 100, idleTimeout: 100, sandbox: false },
    },
    key: KEY,
    request: { path: '/x', headers: {} },
    accept: '*/*',
    once: true,
    cost: {
      model: {} as Model,
      most: { input: 1, output: 10, choices: 1, isChosen: true, priceFactor: 1, cacheWriteFactor: 1 },
    },
  };
  return { events, pass: (signal: AbortSignal) => upstream.pass(call, signal) };
}

describe('what is reserved for a call that goes through', () => {
  it('is free again where its caller has left meanwhile', async () => {
    const { events, pass } = passing(10);
    await expect(pass(AbortSignal.abort())).rejects.toMatchObject({ fault: 'aborted' });
    expect(events).toEqual(['released']);
  });

  it('is free again where the answer would have to be shorter', async () => {
    const { events, pass } = passing(9);
    await expect(pass(new AbortController().signal)).rejects.toMatchObject({ code: 'insufficient_quota' });
    expect(events).toEqual(['released']);
  });

  it('lets the call be made where there is room for all of it', async () => {
    const { events, pass } = passing(10);
    await expect(pass(new AbortController().signal)).rejects.toThrow('nobody is asked');
    expect(events[0]).toBe('sent');
  });
});
