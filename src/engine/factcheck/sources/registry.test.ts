import { expect, it } from 'vitest';
import { aboutOf, findOutsideSource, kindOf } from './registry.ts';

it('says what a source holds, inside and outside', () => {
  expect(['context', 'corpus', 'starter', 'native', 'wikipedia', 'pubmed', 'nobody'].map(kindOf)).toEqual([
    'context',
    'own_document',
    'encyclopedia',
    'web',
    'encyclopedia',
    'scholarly',
    'web',
  ]);
});

it('says what a source is', () => {
  expect(aboutOf('corpus')).toBe('Documents of the operator');
  expect(aboutOf('wikipedia')).toBe('Encyclopedia, in the language of the claim');
  expect(aboutOf('nobody')).toBe('');
});

it('finds a source outside by its name', () => {
  expect(findOutsideSource('brave')?.name).toBe('brave');
  expect(findOutsideSource('corpus')).toBeUndefined();
});
