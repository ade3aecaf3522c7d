import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../domain/api-key.ts';
import { GatewayError } from '../../../domain/errors.ts';
import type { Endpoint } from '../../../models/upstream/endpoint.ts';
import type { KeyHolder } from '../../admission/acceptance.ts';
import type { Decision } from '../../admission/admit-caller.ts';
import { createCallerIds } from '../../admission/caller-id.ts';
import { readCredential } from '../../admission/read-credential.ts';
import { createGate } from './gate.ts';

const callerIds = createCallerIds('secret');
const allowanceWith = (remaining: number) => ({
  plan: 'free',
  windows: [{ name: 'hour' as const, limit: 3, remaining, reset: 60 }],
});
const REMAINING = 'X-RateLimit-Remaining';
const KEYED = {} as Endpoint;
const KEYLESS = { keyless: true } as Endpoint;

interface Setting {
  readonly decision?: Decision;
  readonly refusal?: GatewayError;
  readonly accepted?: string;
  readonly isPrivate?: boolean;
}

function open({ decision, refusal, accepted, isPrivate = false }: Setting = {}) {
  const isAccepted = ({ key }: KeyHolder) => key.reveal() === accepted;
  const overs: (() => void)[] = [];
  const asked: Parameters<Parameters<typeof createGate>[0]['admission']['admit']>[0][] = [];
  const looked: string[] = [];
  let addressesRead = 0;
  const gate = createGate({
    identification: {
      needsKey: false,
      holderIn(places) {
        const credential = readCredential(places);
        if (credential.kind === 'absent') return undefined;
        return { key: credential.key, caller: callerIds.callerOf(credential.key) };
      },
      requireServed() {
        if (refusal !== undefined) throw refusal;
      },
      lookUp: async (key, addressOf) => void looked.push(`${key.reveal()} of ${addressOf()}`),
    },
    admission: {
      mayUse: () => true,
      planOf: () => ({ name: 'free', models: 'basic' }),
      profilesOf: () => [],
      async admit(asking) {
        asked.push(asking);
        asking.whenOver(() => overs.push(() => {}));
        return decision!;
      },
      limitsOf: async () => allowanceWith(2),
      allowanceOf: async () => ({ ...allowanceWith(2), models: 'basic' }),
    },
    acceptance: { isAccepted, findAccepted: isAccepted },
    addresses: {
      addressOf(remote, forwarded) {
        addressesRead++;
        return `${remote} for ${forwarded}`;
      },
    },
    isPrivate,
  });
  return { gate, asked, looked, ended: () => overs.length, addressesRead: () => addressesRead };
}

const requestWith = (headers: Record<string, string | string[]>, body?: object) =>
  ({
    headers,
    body,
    socket: { remoteAddress: '192.0.2.1' },
    routeOptions: { config: {} },
    keyAccepted: false,
  }) as unknown as FastifyRequest;

function newReply(destroyed = false) {
  const headers: Record<string, string> = {};
  const raw = Object.assign(new EventEmitter(), { destroyed });
  const reply = {
    raw,
    headers: (more: object) => Object.assign(headers, more),
    hasHeader: (name: string) => Object.hasOwn(headers, name),
  } as unknown as FastifyReply;
  return { reply, headers, raw };
}

const holder = { key: ApiKey.parse('sk-1')!, caller: callerIds.callerOf(ApiKey.parse('sk-1')!) };
const admittedWith = (remaining: number, gaveBack = false) => ({
  isAccepted: true,
  allowance: () => allowanceWith(remaining),
  keep() {},
  accepted() {},
  failed: async () => gaveBack,
});

describe('who is calling', () => {
  it('is noted on the request, whether it is served or not', () => {
    const request = requestWith({ authorization: 'Bearer sk-1' });
    expect(open().gate.identify(request, 'header-first')).toMatchObject({ caller: holder.caller });
    expect(request.identity?.caller).toEqual(holder.caller);
    const refusal = new GatewayError('api_key_revoked');
    const refused = requestWith({ authorization: 'Bearer sk-1' });
    expect(open({ refusal }).gate.identify(refused, 'header-first')).toBe(refusal);
    expect(refused.identity?.caller).toEqual(holder.caller);
  });

  it('is nobody without a key, and an error with one that is malformed', () => {
    const { gate } = open();
    expect(gate.identify(requestWith({}), 'body-first')).toBe('absent');
    const malformed = gate.identify(requestWith({}, { api_key: 'ключ' }), 'body-first');
    expect(malformed).toMatchObject({ code: 'api_key_invalid' });
  });

  it('is whose key the endpoint looks for first', () => {
    const request = requestWith({ authorization: 'Bearer sk-2' }, { api_key: 'sk-1' });
    const { gate } = open();
    expect(gate.identify(request, 'body-first')).toMatchObject({ caller: holder.caller });
    expect(gate.identify(request, 'header-first')).not.toMatchObject({ caller: holder.caller });
  });

  it('is looked for where the key seems to be an issued one', async () => {
    const { gate, looked } = open();
    expect(gate.lookUp(requestWith({ authorization: 'Bearer sk-1' }))).toBeUndefined();
    await gate.lookUp(requestWith({ 'x-forwarded-for': ['a', 'b'] }, { api_key: 'cg-1' }));
    expect(looked).toEqual(['cg-1 of 192.0.2.1 for a,b']);
  });

  it('has memory of its own where its key is accepted, and shares its address’s where not', () => {
    const memoryOf = (headers: Record<string, string>) =>
      open({ accepted: 'sk-1' }).gate.memoryCallerOf(requestWith(headers));
    const address = '192.0.2.1 for undefined';
    expect(memoryOf({ authorization: 'Bearer sk-1' })).toEqual({ accepted: holder.caller.id });
    expect(memoryOf({ authorization: 'Bearer sk-2' })).toEqual({ address });
    expect(memoryOf({ authorization: 'Bearer ' })).toEqual({ address });
    expect(memoryOf({})).toEqual({ address });
  });
});

describe('admission', () => {
  it('puts the state of the limits on the reply, and notes that the key was accepted', async () => {
    const decision = { admitted: admittedWith(2), allowance: allowanceWith(2) };
    const { gate, addressesRead } = open({ decision });
    const [request, { reply, headers }] = [requestWith({}), newReply()];
    expect(await gate.admit(request, reply, holder, undefined)).toBe(decision.admitted);
    expect(headers[REMAINING]).toBe('2');
    expect(request.keyAccepted).toBe(true);
    // It costs something, and most requests do without.
    expect(addressesRead()).toBe(0);
  });

  it('throws a refusal behind the headers, and accepts no key', async () => {
    const refusal = new GatewayError('plan_limit_reached');
    const { gate } = open({ decision: { refusal, allowance: allowanceWith(0) } });
    const [request, { reply, headers }] = [requestWith({}), newReply()];
    await expect(gate.admit(request, reply, holder, undefined)).rejects.toBe(refusal);
    expect(headers[REMAINING]).toBe('0');
    expect(request.keyAccepted).toBe(false);
  });

  it('sees that a response is over, even one that was before', async () => {
    const decision = { admitted: admittedWith(2), allowance: allowanceWith(2) };
    const { gate, asked, ended } = open({ decision });
    const { reply, raw } = newReply();
    await gate.admit(requestWith({}), reply, holder, undefined);
    expect(ended()).toBe(0);
    raw.emit('close');
    expect(ended()).toBe(1);
    await gate.admit(requestWith({}), newReply(true).reply, holder, undefined);
    expect(ended()).toBe(2);
    expect(asked[0]?.addressOf()).toBe('192.0.2.1 for undefined');
  });

  it('says again what is left where a failed request gave its place back, and there alone', async () => {
    const remainingAfter = async (gaveBack: boolean) => {
      const { reply, headers } = newReply();
      await open().gate.failed(reply, admittedWith(3, gaveBack), new GatewayError('bad_request'));
      return headers[REMAINING];
    };
    expect(await remainingAfter(true)).toBe('3');
    expect(await remainingAfter(false)).toBeUndefined();
  });

  it('sets the headers of an error once, for callers who are known', async () => {
    const { gate } = open();
    const { reply, headers } = newReply();
    await gate.setLimitHeaders(requestWith({}), reply);
    expect(headers).toEqual({});
    const request = Object.assign(requestWith({}), { identity: holder });
    await gate.setLimitHeaders(request, reply);
    expect(headers[REMAINING]).toBe('2');
    headers[REMAINING] = '1';
    await gate.setLimitHeaders(request, reply);
    expect(headers[REMAINING]).toBe('1');
  });
});

describe('an accepted caller', () => {
  it('is one whose key was accepted when it was admitted; of a provider without keys, the operator', () => {
    const lately = (keyAccepted: boolean, endpoint: Endpoint, isPrivate: boolean) =>
      open({ isPrivate }).gate.acceptedLately({ keyAccepted } as FastifyRequest, endpoint);
    expect(lately(true, KEYED, false)).toBe(true);
    expect(lately(false, KEYED, true)).toBe(false);
    expect(lately(false, KEYLESS, true)).toBe(true);
    expect(lately(false, KEYLESS, false)).toBe(false);
  });

  it('is likewise one where no provider is asked', async () => {
    const accepts = (accepted: string, endpoint: Endpoint, isPrivate: boolean) =>
      open({ accepted, isPrivate }).gate.accepts(holder, endpoint);
    expect(await accepts('sk-1', KEYED, false)).toBe(true);
    expect(await accepts('sk-2', KEYED, true)).toBe(false);
    expect(await accepts('sk-2', KEYLESS, true)).toBe(true);
    expect(await accepts('sk-2', KEYLESS, false)).toBe(false);
  });
});
