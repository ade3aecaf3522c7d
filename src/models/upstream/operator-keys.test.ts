import { beforeEach, describe, expect, it } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import { GatewayError } from '../../domain/errors.ts';
import { createOperatorKeys, type OperatorKeys } from './operator-keys.ts';

const ONE = { provider: 'one', displayName: 'One' };
const OTHER = { provider: 'other', displayName: 'Other' };
const keysOf = (...names: string[]) => names.map((name) => ApiKey.parse(name) as ApiKey);
const limited = (retryAfter?: string) =>
  new GatewayError('provider_rate_limited', 'Too many', retryAfter === undefined ? {} : { retryAfter });
const refused = new GatewayError('api_key_invalid', 'Not this one');
const empty = new GatewayError('insufficient_quota', 'No money left');

let time: number;
let keys: OperatorKeys;
beforeEach(() => {
  time = 1_000_000;
  keys = createOperatorKeys(() => time);
});

/** The keys that are tried, and how it ends, where each call is answered by what stands there for its key. */
async function tried(answers: Readonly<Record<string, GatewayError>> = {}): Promise<string[]> {
  const names: string[] = [];
  try {
    await keys.use(ONE, async (key) => {
      names.push(key.reveal());
      const error = answers[key.reveal()];
      if (error !== undefined) throw error;
    });
  } catch (error) {
    const { code, retryAfter } = error as GatewayError;
    names.push(retryAfter === undefined ? code : `${code} ${retryAfter}`);
  }
  return names;
}

describe('keys of the operator', () => {
  it('are there for the providers that have any', () => {
    expect(keys.isEmpty()).toBe(true);
    keys.replace(
      new Map([
        ['one', keysOf('a')],
        ['other', []],
      ]),
    );
    expect(keys.isEmpty()).toBe(false);
    expect(() => keys.require(ONE)).not.toThrow();
    expect(() => keys.require(OTHER)).toThrow('This gateway has no key of its own for Other');
    expect(keys.all(OTHER)).toEqual([]);
    keys.replace(new Map());
    expect(keys.isEmpty()).toBe(true);
  });

  it('are known to the provider when they are replaced, too', () => {
    keys.replace(new Map([['one', keysOf('sk-former-key-1234')]]));
    keys.replace(new Map([['one', keysOf('sk-newer-key-5678', 'sk-former-key-1234')]]));
    keys.replace(new Map([['one', keysOf('sk-newer-key-5678')]]));
    expect(keys.all(ONE).map((key) => key.reveal())).toEqual(['sk-former-key-1234', 'sk-newer-key-5678']);
    expect(keys.scrubber(ONE)).toBe(keys.scrubber(ONE));
  });

  it('take turns, and the one with the fewest calls waiting comes first', async () => {
    keys.replace(new Map([['one', keysOf('a', 'b')]]));
    expect([await tried(), await tried(), await tried()]).toEqual([['a'], ['b'], ['a']]);
    let end = (): void => undefined;
    const waiting = keys.use(
      ONE,
      () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    );
    expect([await tried(), await tried()]).toEqual([['a'], ['a']]);
    end();
    await waiting;
    expect(await tried()).toEqual(['b']);
  });

  it('rest where they are refused: a minute, and the next one is tried', async () => {
    keys.replace(new Map([['one', keysOf('a', 'b')]]));
    expect(await tried({ a: refused })).toEqual(['a', 'b']);
    time += 59_999;
    expect([await tried(), await tried()]).toEqual([['b'], ['b']]);
    time += 1;
    expect(await tried()).toEqual(['a']);
    expect(await tried({ a: empty, b: empty })).toEqual(['b', 'a', 'provider_failed']);
    expect(await tried()).toEqual(['provider_failed']);
  });

  it('rest where they are limited: as long as the provider says, but no more than five minutes', async () => {
    keys.replace(new Map([['one', keysOf('a', 'b')]]));
    expect(await tried({ a: limited('20'), b: refused })).toEqual(['a', 'b', 'provider_rate_limited 20']);
    time += 19_001;
    expect(await tried()).toEqual(['provider_rate_limited 1']);
    time += 999;
    expect(await tried({ a: limited() })).toEqual(['a', 'provider_rate_limited 5']);
    time += 5_000;
    expect(await tried({ a: limited('0') })).toEqual(['a', 'provider_rate_limited 5']);
    time += 5_000;
    expect(await tried({ a: limited('301') })).toEqual(['a', 'provider_rate_limited 300']);
  });

  it('go on resting when they are replaced', async () => {
    keys.replace(new Map([['one', keysOf('a')]]));
    expect(await tried({ a: limited('20') })).toEqual(['a', 'provider_rate_limited 20']);
    keys.replace(new Map([['one', keysOf('a', 'b')]]));
    expect([await tried(), await tried()]).toEqual([['b'], ['b']]);
  });

  it('are not tried after another where the call fails by itself', async () => {
    keys.replace(new Map([['one', keysOf('a', 'b')]]));
    const failed = new GatewayError('provider_failed', 'Broken');
    expect(await tried({ a: failed })).toEqual(['a', 'provider_failed']);
    const thrown = new TypeError('Broken');
    await expect(keys.use(ONE, () => Promise.reject(thrown))).rejects.toBe(thrown);
    expect(await tried()).toEqual(['a']);
  });
});
