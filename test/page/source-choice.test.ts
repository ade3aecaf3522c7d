/** Which sources a request names: what the server has, as the person left it. */
import { expect, it } from 'vitest';
import type { Source, Sources } from '../../web/api/types.ts';
import { isOn, namesToSend } from '../../web/sources/source-store.ts';

const source = (name: string, reach: Source['reach'], state: Source['state'] = 'ok'): Source => ({
  name,
  reach,
  state,
  about: name,
  kind: 'web',
});
const CORPUS = source('corpus', 'local', 'empty');
const BRAVE = source('brave', 'outside', 'unknown');
const WIKIPEDIA = source('wikipedia', 'outside', 'failing');
const NATIVE = source('native', 'provider', 'unknown');
const listOf = (...data: Source[]): Sources => ({
  object: 'list',
  data,
  max_claims: 10,
  outside: 'on_request',
});

it('names every source outside by default, and not the model’s own search', () => {
  const list = listOf(CORPUS, source('starter', 'local'), BRAVE, WIKIPEDIA, NATIVE);
  expect(namesToSend(list, { sources: {} })).toEqual(['brave', 'wikipedia']);
});

it('keeps to what was turned on or off; a source that is new is on, one that is gone is not named', () => {
  const sources = { brave: false, native: true, tavily: true };
  expect(namesToSend(listOf(BRAVE, NATIVE), { sources })).toEqual(['native']);
  expect(namesToSend(listOf(BRAVE, WIKIPEDIA, NATIVE), { sources })).toEqual(['wikipedia', 'native']);
});

it('names none, rather than leave it to the server, where all are off; and leaves it where there is none', () => {
  expect(namesToSend(listOf(BRAVE), { sources: { brave: false } })).toEqual([]);
  expect(namesToSend(listOf(CORPUS), { sources: {} })).toBeUndefined();
  expect(namesToSend(undefined, { sources: {} })).toBeUndefined();
});

it('has local sources on whatever was chosen, but for a corpus without documents', () => {
  expect(isOn(source('starter', 'local'), { sources: { starter: false } })).toBe(true);
  expect(isOn(CORPUS, { sources: { corpus: true } })).toBe(false);
});
