import { expect, it } from 'vitest';
import { allUnlessAway } from './unless-away.ts';

it('a database that is away is 503, and any other fault stays what it is', async () => {
  const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
  const guarded = allUnlessAway('It is away', {
    list: async (of: string) => `all ${of}`,
    add: async () => Promise.reject(away),
    change: async () => Promise.reject(new Error('a fault of ours')),
  });
  expect(await guarded.list('keys')).toBe('all keys');
  await expect(guarded.add()).rejects.toMatchObject({ code: 'unavailable', message: 'It is away' });
  await expect(guarded.change()).rejects.toThrow('a fault of ours');
});
