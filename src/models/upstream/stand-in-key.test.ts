import { expect, it } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import { standInFor, withKey } from './stand-in-key.ts';

const [own, issued, operators] = ['sk-own', 'cg-issued', 'sk-operator'].map((key) => ApiKey.parse(key)!);

it('an issued key is in no request, and the operator’s comes in its place where keys are sent', () => {
  const stand = standInFor(issued!, { sandbox: false }).reveal();
  expect(stand).not.toContain('issued');
  const headers = { authorization: `Bearer ${stand}`, 'x-api-key': stand, 'x-other': stand };
  expect(withKey({ headers }, operators!).headers).toEqual({
    authorization: 'Bearer sk-operator',
    'x-api-key': 'sk-operator',
    'x-other': stand,
  });
});

it('a caller’s own key stays where it is', () => {
  expect(standInFor(own!, { sandbox: false })).toBe(own);
  const headers = { authorization: 'Bearer sk-own' };
  expect(withKey({ headers }, operators!).headers).toEqual(headers);
});
