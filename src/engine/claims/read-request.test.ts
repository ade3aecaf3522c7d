import { describe, expect, it } from 'vitest';
import { beginsRole, endsRole, isImpersonal, readRequest } from './read-request.ts';
import { ABOUT_FACTS, NOT_FACTS } from './requests-in-tests.ts';

describe('what is asked for', () => {
  it.each(NOT_FACTS)('is %s: %s', (purpose, request) => {
    expect(readRequest(request)).toBe(purpose);
  });

  it.each(ABOUT_FACTS)('is about facts (%s): %s', (purpose, request) => {
    expect(readRequest(request)).toBe(purpose);
  });

  it('may stand behind the text, on a line of its own', () => {
    const text = 'The bridge was opened in 1931. It is 503 metres long.';
    expect(readRequest(`${text}\n\nTranslate this into French.`)).toBe('own-text');
    expect(readRequest(`${text}\n\nIs this true?`)).toBeUndefined();
    expect(readRequest('One word.\nTranslate this into French.')).toBeUndefined();
    expect(readRequest(`Translate into French:\n${text}\nIs that true?`)).toBeUndefined();
  });

  it('is a text only where the request brings one', () => {
    expect(readRequest('Translate into French: two words')).toBeUndefined();
    expect(readRequest('Translate into French: three small words')).toBe('own-text');
    expect(readRequest('Summarize this: https://example.org/a/long/address')).toBeUndefined();
    expect(readRequest('Translate into English: 埃菲尔铁塔高度')).toBe('own-text');
  });

  it('is code only where the request brings some', () => {
    expect(readRequest('Explain this code: the one of Hammurabi, that is, his laws')).toBeUndefined();
    expect(readRequest('Explain this function:\nconst year = 1889;')).toBe('own-code');
    expect(readRequest('Who was Ada Lovelace?\nconst year = 1889;')).toBeUndefined();
    expect(
      readRequest('Explain this code and tell me when Python was released:\nimport sys;'),
    ).toBeUndefined();
  });

  it('is looked for near the beginning and the end alone', () => {
    const far = 'The bridge is long. '.repeat(40);
    expect(readRequest(`${far} Pretend to be a dragon.`)).toBeUndefined();
    expect(readRequest(`Pretend to be a dragon. ${far}`)).toBe('invented');
  });

  it('is not read in the middle of a very long message', () => {
    const code = '\n```\nconst year = 1889;\n```\n';
    const words = (length: number) => 'and on '.repeat(length).slice(0, length);
    const asked = (before: number, behind: number) =>
      readRequest(`${'Explain this function. '.padEnd(before, 'and on ')}${code}${words(behind)}`);
    expect(asked(1_990, 2_010 - code.length)).toBe('own-code');
    expect(asked(1_000, 3_500)).toBe('own-code');
    expect(asked(2_000, 2_000)).toBeUndefined();
  });
});

describe('a part to play', () => {
  it('ends where somebody says so, or asks what is true', () => {
    expect(endsRole('Out of character: how old is the Earth?')).toBe(true);
    expect(endsRole('Is that true?')).toBe(true);
    expect(endsRole('Where are you from, Captain?')).toBe(false);
  });

  it('is none of a profession that is asked about facts', () => {
    expect(beginsRole('You are Captain, the assistant of a shipping company.')).toBe(false);
    expect(beginsRole('You are Captain Harlow. Your assistant is Mr Ito.')).toBe(true);
    expect(beginsRole('You are kind.')).toBe(false);
  });
});

it('a question that speaks to nobody', () => {
  expect(isImpersonal('When was the tower built?')).toBe(true);
  expect(isImpersonal('When did you build the tower?')).toBe(false);
  expect(isImpersonal('The tower was built.')).toBe(false);
});
