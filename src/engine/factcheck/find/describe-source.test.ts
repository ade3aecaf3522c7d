import { expect, it } from 'vitest';
import type { EvidenceSource } from '../sources/source.ts';
import { describeSource } from './describe-source.ts';

const CORPUS: EvidenceSource = { name: 'corpus', reach: 'local', search: async () => [] };

it.each([
  ['empty', { state: 'empty' }, async () => true],
  ['there', { state: 'ok' }, async () => false],
  ['out of reach', { state: 'failing', problem: 'Not available' }, () => Promise.reject(new Error('away'))],
])('says of a corpus that it is %s', async (_what, state, isEmpty) => {
  const entry = await describeSource({ ...CORPUS, isEmpty }, undefined);
  expect(entry).toEqual({
    name: 'corpus',
    about: expect.any(String),
    kind: 'own_document',
    reach: 'local',
    ...state,
  });
});
