import { describe, expect, it } from 'vitest';
import { LIMITS, readDocument, toDocument } from './read-document.ts';

const WELL = { id: 'a', title: 'A title', url: 'https://example.org/a', text: 'A text.' };
const read = (fields: Record<string, unknown>) => readDocument(JSON.stringify({ ...WELL, ...fields }));

describe('a document', () => {
  it('is taken as it is, without further fields', () => {
    expect(read({ more: 1 })).toEqual(WELL);
    expect(read({ published: '2024' })).toEqual({ ...WELL, published: '2024' });
    expect(read({ published: null })).toEqual(WELL);
  });

  it.each([
    ['', 'is not JSON'],
    ['{', 'is not JSON'],
    ['[]', 'must be a JSON object'],
    ['null', 'must be a JSON object'],
    ['"a"', 'must be a JSON object'],
    ['{}', 'id: is missing'],
  ])('is no line %j', (line, message) => {
    expect(() => readDocument(line)).toThrow(message);
  });

  it.each([
    [{ id: 5 }, 'id: must be a string'],
    [{ id: ' ' }, 'id: must not be empty'],
    [{ id: ' a' }, 'id: must not hold control characters or blank ends'],
    [{ id: 'a\u0000' }, 'id: must not hold control characters or blank ends'],
    [{ title: null }, 'title: must be a string'],
    [{ text: ' \n' }, 'text: must not be empty'],
    [{ url: 'a' }, 'url: must be an http(s) URL'],
    [{ url: '' }, 'url: must be an http(s) URL'],
    [{ url: 'ftp://example.org' }, 'url: must be an http(s) URL'],
    [{ url: 'xhttps://example.org' }, 'url: must be an http(s) URL'],
    [{ url: 'https://me@example.org' }, 'url: must not hold a password'],
    [{ url: 'https://:secret@example.org' }, 'url: must not hold a password'],
  ])('is refused with its field: %j', (fields, message) => {
    expect(() => read(fields)).toThrow(message);
  });

  it.each(['id', 'title', 'url'] as const)('has a %s of at most so many characters', (field) => {
    const fill = (length: number) =>
      field === 'url' ? 'https://a.org/'.padEnd(length, 'a') : 'a'.repeat(length);
    expect(read({ [field]: fill(LIMITS[field]) })[field]).toHaveLength(LIMITS[field]);
    expect(() => read({ [field]: fill(LIMITS[field] + 1) })).toThrow(
      `${field}: must have at most ${LIMITS[field]} characters`,
    );
  });

  it('has an address that a browser opens, written as it was where that is plain', () => {
    expect(read({ url: ' http://example.org/a?b=c#d ' }).url).toBe('http://example.org/a?b=c#d');
    expect(read({ url: 'https://example.org/ä b' }).url).toBe('https://example.org/%C3%A4%20b');
    expect(read({ url: 'HTTPS://EXAMPLE.org' }).url).toBe('HTTPS://EXAMPLE.org');
  });

  it.each([
    '2024',
    '2024-02',
    '2024-12',
    '2024-02-29',
    '2024-01-31',
    '2024-02-29T23:59Z',
    '2024-02-29T23:59:01.5+01:00',
  ])('was published on %s', (published) => {
    expect(read({ published }).published).toBe(published);
  });

  it.each([
    2024,
    '',
    '24',
    '2024-00',
    '2024-13',
    '2024-02-00',
    '2024-02-32',
    '2024-02-30',
    '2023-02-29',
    '2023-02-29T12:00Z',
    '2024-02-29T25:00Z',
    '2024-13-01T12:00Z',
    '2024-02-29 12:00',
    'soon',
  ])('was not published on %j', (published) => {
    expect(() => read({ published })).toThrow('published: must be an ISO 8601 date');
  });

  it('takes a default where a field is absent or blank, and only there', () => {
    const defaults = { id: 'file', title: 'File', url: '', published: '2020' };
    const whole = { id: 'file', title: 'File', url: '', text: 'A text.', published: '2020' };
    expect(toDocument({ text: 'A text.' }, defaults)).toEqual(whole);
    expect(toDocument({ text: 'A text.', id: '', title: null, url: ' ' }, defaults)).toEqual(whole);
    expect(toDocument({ ...WELL, published: '2021' }, defaults)).toEqual({ ...WELL, published: '2021' });
    expect(toDocument({ ...WELL, title: '' }, {})).toEqual({ ...WELL, title: '' });
    expect(() => toDocument({ ...WELL, id: '' }, { title: 'File' })).toThrow('id: must not be empty');
    expect(() => toDocument({ ...WELL, url: '' }, { url: undefined })).toThrow('url: is missing');
  });
});

describe('a decision on a claim', () => {
  const review = { claim: 'The world is flat.', verdict: 'refuted', author: 'Ann Smith', date: '2026-11-26' };
  const read = (fields: object) => readDocument(JSON.stringify({ review: { ...review, ...fields } }));

  it('is a text that says what was decided, by whom', () => {
    expect(read({})).toEqual({
      id: 'Ann Smith: The world is flat.',
      title: 'The world is flat.',
      url: '',
      text: 'Claim: The world is flat.\nRating: False\nChecked by: Ann Smith',
      published: '2026-11-26',
      review: { ...review, rating: 'False' },
    });
  });

  it('may have a rating of its own, and no verdict', () => {
    expect(read({ verdict: undefined, rating: 'Satire', date: undefined }).review).toEqual({
      claim: review.claim,
      rating: 'Satire',
      author: 'Ann Smith',
    });
  });

  it.each([
    [{ claim: '' }, 'review.claim: must be a text'],
    [{ author: undefined }, 'review.author: is missing'],
    [
      { verdict: 'false' },
      'review.verdict: must be one of supported, refuted, conflicting, not_enough_evidence',
    ],
    [{ verdict: undefined }, 'review.rating: is missing'],
    [{ date: 'yesterday' }, 'review.date: must be an ISO 8601 date, such as 2026-11-05'],
    [{ claim: 'x'.repeat(1_001) }, 'review.claim: must have at most 1000 characters'],
  ])('is refused with %j', (fields, message) => {
    expect(() => read(fields)).toThrow(message);
  });
});
