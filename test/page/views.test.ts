/** What the page's addresses name. */
import { expect, it } from 'vitest';
import { addressOfChat, addressOfCheck, addressOfRun, readPlace } from '../../web/shell/views.ts';

it('an address names a view, and a conversation or a check of it', () => {
  expect(readPlace('')).toEqual({ view: 'chat' });
  expect(readPlace('#/check')).toEqual({ view: 'check' });
  expect(readPlace(addressOfCheck('a b/c'))).toEqual({ view: 'check', check: 'a b/c' });
  expect(readPlace(addressOfChat('x%y'))).toEqual({ view: 'chat', conversation: 'x%y' });
  expect(readPlace(addressOfRun('1-2'))).toEqual({ view: 'evaluate', run: '1-2' });
  for (const hash of ['#/nonsense', '#/check/a/b', '#/chat/a/b', '#/status/a', '#//a']) {
    expect(readPlace(hash), hash).toEqual({ view: undefined });
  }
});
