/** What the page's addresses name. */
import { expect, it } from 'vitest';
import {
  addressOfChat,
  addressOfCheck,
  addressOfRun,
  addressOfSection,
  OPERATE_SECTIONS,
  readPlace,
} from '../../web/shell/views.ts';

it('an address names a view, and a conversation or a check of it', () => {
  expect(readPlace('')).toEqual({ view: 'chat' });
  expect(readPlace('#/check')).toEqual({ view: 'check' });
  expect(readPlace('#/operate/traffic')).toEqual({ view: 'operate', section: 'traffic' });
  expect(readPlace('#/operate/else')).toEqual({ view: undefined });
  expect(readPlace(addressOfCheck('a b/c'))).toEqual({ view: 'check', check: 'a b/c' });
  expect(readPlace(addressOfChat('x%y'))).toEqual({ view: 'chat', conversation: 'x%y' });
  expect(readPlace(addressOfRun('1-2'))).toEqual({ view: 'evaluate', run: '1-2' });
  expect(readPlace('#/operate')).toEqual({ view: 'operate' });
  expect(readPlace('#/usage')).toEqual({ view: 'usage' });
  for (const section of OPERATE_SECTIONS.slice(1)) {
    expect(readPlace(addressOfSection(section))).toEqual({ view: 'operate', section });
  }
  expect(addressOfSection('overview')).toBe('#/operate');
  for (const hash of [
    '#/nonsense',
    '#/check/a/b',
    '#/chat/a/b',
    '#/status/a',
    '#/usage/a',
    '#//a',
    '#/operate/overview',
    '#/operate/a',
  ]) {
    expect(readPlace(hash), hash).toEqual({ view: undefined });
  }
});

it('an address may bring a text to be checked, and no other view takes one', () => {
  expect(readPlace('#/check?text=Tom%20%26%20J%C3%BCrgen+50%25%3F')).toEqual({
    view: 'check',
    text: 'Tom & Jürgen 50%?',
  });
  expect(readPlace('#/check?text=a?b')).toEqual({ view: 'check', text: 'a?b' });
  expect(readPlace('#/check?text=50%')).toEqual({ view: 'check', text: '50%' });
  expect(readPlace('#/check?other=a')).toEqual({ view: 'check' });
  expect(readPlace('#/check/new?text=a')).toEqual({ view: 'check', check: 'new' });
  expect(readPlace('#/chat?text=a')).toEqual({ view: 'chat' });
});
