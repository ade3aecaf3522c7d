import { describe, expect, it } from 'vitest';
import { createAppNames } from './name-apps.ts';

const caller = { id: 'ann', plan: 'pro', isAccepted: true };
const harmless = (): boolean => true;

describe('an application', () => {
  it('is called what its requests say, else by its key, else by its plan', () => {
    const { nameOf } = createAppNames({ most: 9, mostOfCaller: 9 });
    const issued = { ...caller, id: 'ik_1', issuedId: 'ik_1' };
    expect(nameOf(1, issued, 'Shop', harmless)).toBe('Shop');
    expect(nameOf(1, issued, undefined, harmless)).toBe('key:ik_1');
    expect(nameOf(1, caller, undefined, harmless)).toBe('plan:pro');
    expect(nameOf(1, undefined, 'Shop', harmless)).toBe('no-key');
    expect(nameOf(1, { ...caller, isAccepted: false }, 'Shop', harmless)).toBe('plan:pro');
    expect(nameOf(1, caller, 'Shop', () => false)).toBe('plan:pro');
    expect(nameOf(1, caller, 'other', harmless)).toBe('plan:pro');
  });

  it('is one of so many in a day, of all callers and of each; keys are among them', () => {
    const { nameOf } = createAppNames({ most: 3, mostOfCaller: 2 });
    const namesOn = (day: number) => [
      ...['a', 'b', 'c', 'a'].map((app) => nameOf(day, caller, app, harmless)),
      ...['c', 'd'].map((app) => nameOf(day, { ...caller, id: 'ben' }, app, harmless)),
      nameOf(day, { ...caller, issuedId: 'ik_1' }, undefined, harmless),
    ];
    const expected = ['a', 'b', 'other', 'a', 'c', 'other', 'other'];
    expect(namesOn(1)).toEqual(expected);
    expect(namesOn(2)).toEqual(expected);
  });
});
