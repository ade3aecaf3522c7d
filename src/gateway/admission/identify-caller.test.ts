import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import { GatewayError } from '../../domain/errors.ts';
import { createCallerIds } from './caller-id.ts';
import { createCallerIdentification } from './identify-caller.ts';

const callerIds = createCallerIds('secret');
const keyOf = (text: string) => ApiKey.parse(text)!;
const idOf = (text: string) => callerIds.idOf(keyOf(text));

function identification(over: Partial<Parameters<typeof createCallerIdentification>[0]> = {}) {
  const lookUps: string[] = [];
  let refreshed = 0;
  const options = {
    callerIds,
    issuedKeys: {
      isKnown: ({ id }) => id === idOf('cg-known'),
      refresh: async () => void refreshed++,
      require({ id }) {
        if (id !== idOf('cg-known')) throw new GatewayError('api_key_invalid');
      },
    },
    takeLookUp: (address) => void lookUps.push(address),
    screen(key) {
      if (key.reveal() === 'sandbox-nobody') throw new GatewayError('api_key_invalid');
    },
    isSandbox: (key) => key.reveal() === 'sandbox',
    isAdmin: ({ id }) => id === idOf('operator'),
    callers: 'all',
    ...over,
  } satisfies Parameters<typeof createCallerIdentification>[0];
  const identify = createCallerIdentification(options);
  const isServed = (text: string): boolean => {
    try {
      identify.requireServed(identify.holderIn({ bodyKey: text, order: 'body-first' })!);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ status: 401 });
      return false;
    }
  };
  return { ...identify, isServed, lookUps, refreshed: () => refreshed };
}

describe('an identified caller', () => {
  it('is whose key stands where it is looked for, and nobody where there is none', () => {
    const { holderIn } = identification();
    const authorization = 'Bearer sk-header';
    const idIn = (order: 'body-first' | 'header-first') =>
      holderIn({ bodyKey: 'sk-body', authorization, order })?.caller.id;
    expect(idIn('body-first')).toBe(idOf('sk-body'));
    expect(idIn('header-first')).toBe(idOf('sk-header'));
    expect(holderIn({ order: 'body-first' })).toBeUndefined();
    expect(() => holderIn({ bodyKey: ' ', order: 'body-first' })).toThrow(GatewayError);
  });

  it('is served, unless the key is nobody’s, an operator’s, or an issued one that is not good', () => {
    const { isServed, needsKey } = identification();
    expect(needsKey).toBe(false);
    const served = ['sk-1', 'sandbox', 'cg-known', 'sandbox-nobody', 'operator', 'cg-other'].filter(isServed);
    expect(served).toEqual(['sk-1', 'sandbox', 'cg-known']);
  });

  it('is served with issued keys alone, and those of the sandbox, where config says so', () => {
    const { isServed, needsKey } = identification({ callers: 'issued' });
    expect(needsKey).toBe(true);
    const served = ['sk-1', 'sandbox', 'cg-known', 'sandbox-nobody', 'operator', 'cg-other'].filter(isServed);
    expect(served).toEqual(['sandbox', 'cg-known']);
  });
});

describe('an issued key that is not known', () => {
  it('is looked for once its address may ask, and one that is known never', async () => {
    const { lookUp, lookUps, refreshed } = identification();
    expect(lookUp(keyOf('cg-known'), () => 'here')).toBeUndefined();
    expect(lookUps).toEqual([]);
    await lookUp(keyOf('cg-new'), () => 'here');
    expect(lookUps).toEqual(['here']);
    expect(refreshed()).toBe(1);
  });

  it('is not looked for where its address has asked too often, here or in another process', async () => {
    for (const takeLookUp of [() => 1, async () => 1, () => Promise.reject(new Error('away'))]) {
      const { lookUp, refreshed } = identification({ takeLookUp });
      await lookUp(keyOf('cg-new'), () => 'here');
      expect(refreshed()).toBe(0);
    }
  });
});
