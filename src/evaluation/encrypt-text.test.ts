/** Who can read the texts of an evaluation, and who cannot. */
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../domain/api-key.ts';
import { type TextSecret, Unreadable } from '../gateway/store/seal-text.ts';
import { createTextKeys } from './encrypt-text.ts';

const secret = (kid: string): TextSecret => ({ kid, subkey: new Uint8Array(32).fill(kid.charCodeAt(0)) });
const key = (text: string): ApiKey => ApiKey.parse(text)!;
const ID = 'chatcmpl-one';
const ann = key('sk-ann');
const keys = createTextKeys([secret('a')]);

describe('the texts of an evaluation', () => {
  it('can be read by the caller who made it, and by the server until it is done', () => {
    const made = keys.create(ID, ann);
    const sealed = made.key.seal('What was said: ünï 😀', 'row 0');
    expect(sealed).not.toContain('said');
    expect(keys.openForCaller(ID, 'a', made.forCaller, ann).open(sealed, 'row 0')).toBe(
      'What was said: ünï 😀',
    );
    expect(keys.openForRecovery(ID, 'a', made.forRecovery).open(sealed, 'row 0')).toBe(
      'What was said: ünï 😀',
    );
  });

  it('cannot be read with another key, for another evaluation, or under another secret', () => {
    const made = keys.create(ID, ann);
    const failing = [
      () => keys.openForCaller(ID, 'a', made.forCaller, key('sk-bob')),
      () => keys.openForCaller('chatcmpl-two', 'a', made.forCaller, ann),
      () => keys.openForCaller(ID, 'a', made.forRecovery, ann),
      () => keys.openForRecovery(ID, 'a', made.forCaller),
      () => keys.openForRecovery('chatcmpl-two', 'a', made.forRecovery),
      () => keys.openForCaller(ID, 'unknown', made.forCaller, ann),
      () =>
        createTextKeys([{ kid: 'a', subkey: new Uint8Array(32) }]).openForCaller(
          ID,
          'a',
          made.forCaller,
          ann,
        ),
      () => keys.openForRecovery(ID, 'a', ''),
    ];
    for (const fail of failing) expect(fail).toThrow(Unreadable);
  });

  it('cannot be changed, cut or put in another place unnoticed', () => {
    const { key: textKey } = keys.create(ID, ann);
    const sealed = textKey.seal('one two three', 'row 0');
    const bytes = Buffer.from(sealed, 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(() => textKey.open(changed.toString('base64url'), 'row 0')).toThrow(Unreadable);
    }
    expect(() => textKey.open(bytes.subarray(0, -1).toString('base64url'), 'row 0')).toThrow(Unreadable);
    expect(() => textKey.open(sealed, 'row 1')).toThrow(Unreadable);
  });

  it('never look the same twice', () => {
    const { key: textKey } = keys.create(ID, ann);
    expect(textKey.seal('same', 'row 0')).not.toBe(textKey.seal('same', 'row 0'));
    expect(keys.create(ID, ann).forCaller).not.toBe(keys.create(ID, ann).forCaller);
  });

  it('stay readable when the secret is replaced', () => {
    const made = keys.create(ID, ann);
    const renewed = createTextKeys([secret('b'), secret('a')]);
    const sealed = made.key.seal('x', 'row 0');
    expect(renewed.openForCaller(ID, 'a', made.forCaller, ann).open(sealed, 'row 0')).toBe('x');
    expect([renewed.kid, ...renewed.kids]).toEqual(['b', 'b', 'a']);
  });
});
