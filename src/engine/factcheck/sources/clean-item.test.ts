import { describe, expect, it } from 'vitest';
import { cleanItem, cleanUrl, cutText } from './clean-item.ts';

const WELL = { title: 'A title', url: 'https://example.org/page', text: 'A text.' };

describe('an item of a source', () => {
  it('is kept as it is where it is well', () => {
    expect(cleanItem('brave', { ...WELL, published: '2024-05-01' })).toEqual({
      source: 'brave',
      ...WELL,
      published: '2024-05-01',
    });
  });

  it('may lack a title and a date, and is left out without a URL or a text', () => {
    expect(cleanItem('brave', { url: WELL.url, text: WELL.text, published: 'soon' })).toEqual({
      source: 'brave',
      title: '',
      url: WELL.url,
      text: WELL.text,
    });
    for (const broken of [
      { url: undefined },
      { url: 'nowhere' },
      { text: undefined },
      { text: 5 },
      { text: '<p>…</p>' },
    ]) {
      expect(cleanItem('brave', { ...WELL, ...broken })).toBeUndefined();
    }
  });

  it('is cut to what can be shown', () => {
    const item = cleanItem('brave', { ...WELL, title: 'long '.repeat(200), text: 'longer '.repeat(5_000) })!;
    expect(item.title.length).toBeLessThanOrEqual(300);
    expect(item.title).toMatch(/long$/);
    expect(item.text.length).toBeLessThanOrEqual(4_000);
    expect(item.text).toMatch(/longer$/);
  });

  it.each([
    ['text', (text: string) => text],
    ['markup', (text: string) => `${text.slice(0, 2_000)}${'<b></b>'.repeat(5_000)}${text.slice(2_000)}`],
  ])('is cut behind a sentence, so that no "not" is lost (%s)', (_name, write) => {
    const sentence = 'That the wall is visible from the Moon, says Dr. Smith, is not true.';
    for (let length = 1; length < 70; length += 3) {
      const text = write(`${'x'.repeat(length)}. ${`${sentence} `.repeat(500)}`);
      const cut = cleanItem('brave', { ...WELL, text })?.text ?? '';
      expect(cut).toMatch(/x\. (?:That the .*? is not true\. )*That the [^.]*Dr\. [^.]* is not true\.$/);
    }
  });
});

describe('the URL of an item', () => {
  it.each([
    ['https://example.org/a b?q=ü#x', 'https://example.org/a%20b?q=%C3%BC#x'],
    ['http://EXAMPLE.org', 'http://example.org/'],
    ['https://user:password@example.org/', 'https://example.org/'],
  ])('%s is shown as %s', (url, shown) => expect(cleanUrl(url)).toBe(shown));

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.org/',
    'file:///etc/passwd',
    '//example.org/',
    '/page',
    'example.org',
    '',
    `https://example.org/${'a'.repeat(2_000)}`,
    `https://example.org/${'ü'.repeat(700)}`,
    7,
    null,
  ])('%j is none', (url) => expect(cleanUrl(url)).toBeUndefined());
});

describe('a text that is too long', () => {
  it('is cut between words, else where the room ends, never within a character', () => {
    expect(cutText('one two three', 20)).toBe('one two three');
    expect(cutText('one two three', 9)).toBe('one two');
    expect(cutText('塔'.repeat(20), 10)).toBe('塔'.repeat(10));
    expect(cutText('a😀'.repeat(10), 9)).toBe('a😀a😀a😀'.slice(0, 9).replace(/[\ud800-\udbff]$/, ''));
  });
});
