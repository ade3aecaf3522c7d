import { describe, expect, it } from 'vitest';
import { LANGUAGES, readLanguage } from './languages.ts';

describe('the language that sources are asked in', () => {
  it.each([
    ['en', 'en'],
    ['de-AT', 'de'],
    ['ZH_Hant', 'zh'],
    [' pt-BR ', 'pt'],
    ['no', 'nb'],
    ['iw', 'he'],
  ])('%s is %s', (tag, language) => expect(readLanguage(tag)).toBe(language));

  it.each(['', 'xx', 'english', 'en.evil.example/', 'e\u0000n', '..', 'constructor', '__proto__'])(
    '%j is none of the list',
    (tag) => expect(readLanguage(tag)).toBeUndefined(),
  );

  it('can be part of a host name', () => {
    for (const language of LANGUAGES) expect(language).toMatch(/^[a-z]{2}$/);
    expect(new Set(LANGUAGES).size).toBe(LANGUAGES.length);
  });
});
